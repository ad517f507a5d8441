import CTonemap
import JSONText
import SystemCalls
import Transcoding

let plans = Handles<FramePlan>(of: "plan", mark: 1, freedBy: "tonemap_plan_free")

@_cdecl("tonemap_plan_new")
public func newPlan(_ options: CText, _ plan: HandlePlace, _ message: Text) -> Int32 {
  call(message, giving: plan, "plan") { plans.hold(try FramePlan(ConversionSettings(forFrames: options), .keys)) }
}

@_cdecl("tonemap_plan_free")
public func freePlan(_ plan: OpaquePointer?) { _ = call(nil) { plans.release(plan) } }

@_cdecl("tonemap_plan_describe")
public func describePlan(_ plan: OpaquePointer?, _ form: Int32, _ text: Text, _ message: Text) -> Int32 {
  call(message, giving: text, "text") {
    let frames = try plans[plan]
    switch form {
    case Int32(TONEMAP_TEXT.rawValue):
      let findings = frames.findings.map { "note            \($0.named(in: .keys))".onOneLine }
      return strdup(([frames.decision.outline(in: .keys)] + findings).joined(separator: "\n"))
    case Int32(TONEMAP_JSON.rawValue): return json(frames.json)
    default: throw ProgramError.wrong("form", form, expected: "TONEMAP_TEXT or TONEMAP_JSON", fix: "give one of them")
    }
  }
}

@_cdecl("tonemap_plan_color")
public func convertColors(
  _ plan: OpaquePointer?, _ unit: Int32, _ input: UnsafePointer<Double>?, _ output: UnsafeMutablePointer<Double>?,
  _ count: Int, _ message: Text
) -> Int32 {
  call(message) {
    let plan = try plans[plan].plan
    let isSignal = unit == Int32(TONEMAP_SIGNAL.rawValue)
    guard isSignal || unit == Int32(TONEMAP_CODES.rawValue) else {
      throw ProgramError.wrong("unit", unit, expected: "TONEMAP_SIGNAL or TONEMAP_CODES", fix: "give one of them")
    }
    try ProgramError.check("count", UInt(bitPattern: count), in: 0...1 << 56, "a number of colors in memory")
    guard count > 0 else { return }
    guard let input, let output else {
      throw ProgramError.null("an array of colors", expected: "one of 3 numbers for each of \(count) colors")
    }
    for start in stride(from: 0, to: 3 * count, by: 3) {
      let color = SIMD3(input[start], input[start + 1], input[start + 2])
      let result = isSignal ? plan(Signal(color)).components : plan(Codes(color)).components
      for part in 0..<3 { output[start + part] = result[part] }
    }
  }
}

@_cdecl("tonemap_plan_lut")
public func fillLUT(
  _ plan: OpaquePointer?, _ size: Int32, _ values: UnsafeMutablePointer<Float>?, _ message: Text
) -> Int32 {
  call(message) {
    let plan = try plans[plan].plan
    let sizes = Cube.sizes
    try ProgramError.check(
      "size", Int(size), in: sizes, "\(sizes.lowerBound) to \(sizes.upperBound)", fix: "choose another, such as 33")
    guard let values else { throw ProgramError.null("values", expected: "a place for \(size)³ colors") }
    let function = plan.lutFunction(in: .full)
    let (size, step) = (Int(size), 1 / Double(size - 1))
    nonisolated(unsafe) let start = values
    Workers(atMost: availableProcessors).perform(iterations: size) { blue, _ in
      var place = start + 3 * size * size * blue
      for green in 0..<size {
        for red in 0..<size {
          let color = function(LookupColor(step * SIMD3(Double(red), Double(green), Double(blue)))).components
          for part in 0..<3 { place[part] = Float(color[part]) }
          place += 3
        }
      }
    }
  }
}

@_cdecl("tonemap_lut_write")
public func writeLUT(_ path: CText, _ options: CText, _ message: Text) -> Int32 {
  call(message) {
    let path = try location(path, "path")
    var settings = LUTSettings()
    try settings.set(members(options))
    _ = try LUTExport(settings, for: .keys).write(to: path, certifying: [], naming: { $0.named(in: .keys) })
  }
}

extension FramePlan {
  var json: JSONValue {
    var members = decision.report(in: .keys).members
    let tags = OutputTags(of: plan)
    members["notes"] = (decision.assumptions.filter(\.isDecided) + findings).map { $0.named(in: .keys) }.jsonValue
    members["output"] =
      ColorSidecar(pixelFormat: plan.outputFormat.name, color: tags.color, metadata: tags.metadata).jsonValue
    return .object(members)
  }
}
