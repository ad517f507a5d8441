import Foundation
import FrameComparison
import SystemCalls
import TestSupport
import ToneMapping

/// What changed between two frames that a plan wrote, in terms of color.
///
/// Compared is the light that the plan's display shows for each pixel, with chroma interpolated between its samples; where there is alpha, the
/// colors as they are stored, so premultiplied ones as they look over black.
struct FrameChange: CustomStringConvertible {
  /// ΔE ITP over all pixels.
  private(set) var mean = 0.0, maximum = 0.0
  /// The number of pixels that are shown differently.
  private(set) var changedPixels = 0
  /// The first pixel with the maximum, and its codes before and after.
  private(set) var place = (x: 0, y: 0)
  private(set) var codes = (before: SIMD3<Double>.zero, after: SIMD3<Double>.zero)
  /// The peak signal-to-noise ratio of each component, in dB, relative to the largest code; infinite where no code changed.
  let psnr: [Double]
  /// The fault that makes the frame before look like the one after, if one does.
  private(set) var diagnosis: Diagnosis?
  private let pixels: Int

  init(from before: Planes, to after: Planes, of plan: ConversionPlan) throws {
    let format = plan.outputFormat
    let light = plan.bt2020LightFromTargetSignal
    let peak = format.isFloat ? 1 : Double(format.maximumCode)
    psnr = zip(before.planes, after.planes).map { before, after in
      let squares = zip(before.joined(), after.joined()).map { ($0 - $1) * ($0 - $1) }
      return 10 * log10(peak * peak * Double(squares.count) / squares.reduce(0, +))
    }
    let (width, height) = (after.planes[0][0].count, after.planes[0].count)
    pixels = width * height
    var pictures = try (
      Frame(PerceptualCodes.format, width: width, height: height),
      Frame(PerceptualCodes.format, width: width, height: height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let (was, now) = (before.codes(x, y, of: plan), after.codes(x, y, of: plan))
        let shown = (light(plan.targetCoding.decode(Codes(was))), light(plan.targetCoding.decode(Codes(now))))
        try pictures.0.set(shown.0, x, y)
        try pictures.1.set(shown.1, x, y)
        if was == now { continue }
        let difference = DeltaEITP()(bt2020: shown.0, shown.1).value
        mean += difference / Double(pixels)
        if difference > 0 { changedPixels += 1 }
        if difference > maximum { (maximum, place, codes) = (difference, (x, y), (was, now)) }
      }
    }
    if maximum > 0 { diagnosis = Self.diagnosis(pictures.0, pictures.1, plan.targetTags, format) }
  }

  /// What `tonemap compare` says of two pictures.
  private static func diagnosis(
    _ before: Frame, _ after: Frame, _ tags: ColorDescription, _ format: PixelFormat
  ) -> Diagnosis? {
    let meter = DifferenceMeter(
      width: before.width, height: before.height, workers: Workers(atMost: 1), keepsMap: false)
    let isNarrow = tags.range == .narrow
    var evidence = ComparisonEvidence(bands: BandMeter((format, isNarrow), (format, isNarrow)))
    before.withView { before in
      after.withView { after in
        evidence.add(
          meter.measure(before, after), shift: ShiftEvidence(before, after), fields: FieldEvidence(), seconds: nil)
      }
    }
    let facts = PictureFacts(
      primaries: tags.primaries ?? .bt2020, transfer: tags.transfer ?? .pq, matrix: tags.matrix ?? .bt709,
      isNarrow: isNarrow, width: before.width, height: before.height)
    return ComparisonFindings(of: evidence, at: (before.width, before.height), facts, facts).faults.first
  }

  var description: String {
    let ratios = "PSNR \(psnr.map { String(format: "%.1f", $0) }.joined(separator: ", ")) dB"
    guard changedPixels > 0 else { return "no pixel is shown differently; \(ratios)" }
    return String(
      format: "%d of %d pixels are shown differently: ΔE ITP is %.3f on average and %.3f at most, at %d, %d, where ",
      changedPixels, pixels, mean, maximum, place.x, place.y)
      + "codes \(Self.words(codes.before)) became \(Self.words(codes.after)); \(ratios)"
      + (diagnosis.map { "; \($0.sentence)" } ?? "")
  }

  private static func words(_ codes: SIMD3<Double>) -> String {
    (0..<3).map { String(format: "%g", codes[$0]) }.joined(separator: " ")
  }
}

extension Frame {
  /// Writes the light of a pixel.
  fileprivate mutating func set(_ light: Light, _ x: Int, _ y: Int) throws {
    let color = ICtCp(bt2020: light)
    for (plane, value) in [color.i.value, color.ct.value + 32768.0 / 65535, color.cp.value + 32768.0 / 65535]
      .enumerated()
    {
      try setSample(UInt32(min(max(value, 0), 1) * 65535 + 0.5), plane: plane, x: x, y: y)
    }
  }
}

extension Planes {
  fileprivate func codes(_ x: Int, _ y: Int, of plan: ConversionPlan) -> SIMD3<Double> {
    codes(x: x, y: y, chroma: plan.outputFormat.chroma, location: plan.targetTags.chromaLocation ?? .left)
  }

  /// The samples of all planes as bytes, lowest first: one for a code of 8 bits, two for others, four for a floating-point number.
  func bytes(_ format: PixelFormat) -> Data {
    var data = Data()
    for sample in planes.joined().joined() {
      let bits = format.isFloat ? Float(sample).bitPattern : UInt32(sample)
      for byte in 0..<Self.byteCount(format) { data.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))) }
    }
    return data
  }

  /// The planes that `bytes(_:)` wrote for a frame of this size; `nil` for another number of bytes.
  init?(_ data: Data, _ format: PixelFormat, width: Int, height: Int) {
    let bytes = [UInt8](data)
    let count = Self.byteCount(format)
    var next = 0
    var planes: [[[Double]]] = []
    for component in 0..<(format.model == .gray ? 1 : 3) {
      let grid = format.grid(ofComponent: component, width: width, height: height)
      guard next + grid.width * grid.height * count <= bytes.count else { return nil }
      planes.append(
        (0..<grid.height).map { _ in
          (0..<grid.width).map { _ in
            let bits = (0..<count).reduce(UInt32(0)) { $0 | UInt32(bytes[next + $1]) << (8 * UInt32($1)) }
            next += count
            return format.isFloat ? Double(Float(bitPattern: bits)) : Double(bits)
          }
        })
    }
    guard next == bytes.count else { return nil }
    self.init(planes)
  }

  private static func byteCount(_ format: PixelFormat) -> Int { format.isFloat ? 4 : format.bitDepth > 8 ? 2 : 1 }
}
