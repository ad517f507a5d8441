public import CTonemap
import JSONText
import Synchronization
import Transcoding

/// A meter held by a caller, and its measurements; used by one call at a time.
final class Meter: Sendable {
  struct State: ~Copyable {
    var meter: FrameMeter
    var previous: FrameStatistics?
    var frames: [FrameSummary] = []
  }

  let plan: ConversionPlan
  let state: Mutex<State>

  init(_ plan: ConversionPlan, width: Int, height: Int, threads: Int, on instructions: InstructionSet?) throws {
    self.plan = plan
    state = Mutex(State(meter: try FrameMeter(plan, width: width, height: height, threads: threads, on: instructions)))
  }
}

let programs = Handles<ColorProgram>(of: "program", mark: 5, freedBy: "tonemap_program_free")
let meters = Handles<Meter>(of: "meter", mark: 7, freedBy: "tonemap_meter_free")

// MARK: Programs

@_cdecl("tonemap_program_new")
public func newProgram(
  _ plan: OpaquePointer?, _ light: UnsafePointer<tonemap_light>?, _ program: HandlePlace, _ message: Text
) -> Int32 {
  call(message, giving: program, "program") {
    let frames = try plans[plan]
    guard let light = light?.pointee else { throw ProgramError.null("light", expected: "a light") }
    try ProgramError.checkSize(of: "light", light.struct_size, tonemap_light.self)
    guard light.payload_kind == Int32(TONEMAP_NO_PAYLOAD.rawValue) else {
      let messages = try FrameMessages(light.payload_kind, payload(light.payload, light.payload_size))
      return programs.hold(try frames.program(of: messages))
    }
    try ProgramError.check(
      "peak", light.peak, in: 0...10_000, "0 to 10000 cd/m²", fix: "give the light of the brightest pixel")
    try ProgramError.check(
      "average", light.average, in: ...10_000, "at most 10000 cd/m²", fix: "give less than 0 if it is unknown")
    let average: Luminance? = light.average < 0 ? nil : .nits(light.average)
    return programs.hold(try frames.program(peak: .nits(light.peak), average: average))
  }
}

@_cdecl("tonemap_program_free")
public func freeProgram(_ program: OpaquePointer?) { _ = call(nil) { programs.release(program) } }

// MARK: Meters

@_cdecl("tonemap_meter_new")
public func newMeter(
  _ options: CText, _ width: Int32, _ height: Int32, _ threads: Int32, _ meter: HandlePlace, _ message: Text
) -> Int32 {
  call(message, giving: meter, "meter") {
    let settings = try ConversionSettings(forFrames: options)
    return meters.hold(
      try Meter(
        FramePlan.measuring(settings, .keys), width: Int(width), height: Int(height),
        threads: try threadCount(threads), on: settings.running.instructions))
  }
}

@_cdecl("tonemap_meter_free")
public func freeMeter(_ meter: OpaquePointer?) { _ = call(nil) { meters.release(meter) } }

@_cdecl("tonemap_meter_measure")
public func measure(
  _ meter: OpaquePointer?, _ input: UnsafePointer<tonemap_view>?, _ index: Int64,
  _ light: UnsafeMutablePointer<tonemap_frame_light>?, _ message: Text
) -> Int32 {
  call(message) {
    let own = try meters[meter]
    let index = try frameIndex(index)
    if let light { try ProgramError.checkSize(of: "light", light.pointee.struct_size, tonemap_frame_light.self) }
    try input.withInput(own.plan.inputFormat) { view in
      try own.state.withLock { state in
        if let last = state.previous?.index, index != last + 1 {
          throw ProgramError.wrong("index", index, expected: "\(last + 1)", fix: "measure frames in order")
        }
        var found = try state.meter.measure(view, index: index)
        found.sceneChange = state.previous.map { found.grid.change(from: $0.grid) }
        state.previous = found
        let summary = FrameSummary(found)
        state.frames.append(summary)
        light?.pointee = tonemap_frame_light(summary)
      }
    }
  }
}

@_cdecl("tonemap_meter_describe")
public func describeMeter(_ meter: OpaquePointer?, _ text: Text, _ message: Text) -> Int32 {
  call(message, giving: text, "json") {
    let own = try meters[meter]
    let (frames, width, height) = own.state.withLock { ($0.frames, $0.meter.width, $0.meter.height) }
    guard !frames.isEmpty else {
      throw ProgramError(
        .settings, "nothing has been measured, but at least one frame was expected; measure one first")
    }
    let tags = own.plan.sourceTags
    let header = ClipHeader(width: width, height: height, primaries: tags.primaries, transfer: tags.transfer)
    return json(ClipStatistics(header: header, frames: frames).json)
  }
}

extension ClipStatistics {
  fileprivate var json: JSONValue {
    let light = DynamicLight(of: self, mode: .scene)
    return JSONValue([
      "max_cll": contentLight.maximum?.nits, "max_fall": contentLight.maximumFrameAverage?.nits,
      "frames": frames.map { frame in
        JSONValue([
          "index": frame.index, "maximum": frame.maximum.nits, "average": frame.averageMaxRGB.nits,
          "curve_average": frame.curveAverage.nits,
        ])
      },
      "scenes": scenes.map { scene in
        JSONValue([
          "start": scene.firstFrame, "frames": scene.count, "peak": light[scene.firstFrame]?.peak.nits,
          "average": light[scene.firstFrame]?.average?.nits,
        ])
      },
    ])
  }
}

extension FrameSummary {
  /// The average used by tone curves.
  fileprivate var curveAverage: Luminance { PerceptualQuantizer().eotf(self.luminance.averagePQ) }
}

extension tonemap_frame_light {
  fileprivate init(_ frame: FrameSummary) {
    let area = frame.activeArea
    self.init(
      struct_size: MemoryLayout<tonemap_frame_light>.size, index: Int64(frame.index), maximum: frame.maximum.nits,
      average: frame.averageMaxRGB.nits, curve_average: frame.curveAverage.nits,
      x: Int32(area?.left ?? 0), y: Int32(area?.top ?? 0), width: Int32(area?.width ?? 0),
      height: Int32(area?.height ?? 0))
  }
}
