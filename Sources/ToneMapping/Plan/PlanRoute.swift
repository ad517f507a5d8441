internal import ColorOperations
internal import LanePrograms

/// All that a plan does with samples, in order: what its stages tell, and what a converter carries out.
struct PlanRoute: Sendable {
  /// What becomes of the source's light.
  let light: LightChange
  /// What is done with samples at both ends.
  let samples: SampleStrokes
  /// From codes to the source's signal.
  let decoding: Decoding
  /// From the source's signal to the target's.
  let conversion: StageList<Signal, Signal>
  /// From the target's signal to codes.
  let encoding: StageList<Signal, Codes>
  /// The stage of samples that stay where they are.
  private let keep: StageList<Codes, Codes>?
  /// The operations of the read stroke, the first of the whole list: matrices, and what alpha divides.
  let reading: [ColorOperation]
  /// What the read stroke leaves.
  let unitRead: ColorUnit
  /// The operations of the color stroke: all others.
  let coloring: [ColorOperation]
  /// Those again, where alpha was read.
  let afterAlpha: Operations<CodedComponents, Codes>

  /// What is done with samples between two codings.
  ///
  /// - Parameters:
  ///   - sourceCoding: How the source's signal is coded.
  ///   - conversion: From the source's signal to the target's.
  ///   - targetCoding: How the target's signal is coded.
  ///   - light: What becomes of the source's light.
  ///   - keepsSamples: Whether samples only change their coding, each where it is.
  ///   - isSampled: Whether a lattice stands for what is between the signals.
  ///   - peak: The peak of the target's light.
  ///   - alpha: What is done with alpha.
  ///   - dither: What is added before rounding.
  init(
    from sourceCoding: SignalCoding, by conversion: StageList<Signal, Signal>, to targetCoding: SignalCoding,
    changing light: LightChange, keepingSamples keepsSamples: Bool = false, isSampled: Bool = false, peak: Luminance,
    _ alpha: AlphaUse?, dither: Dither
  ) {
    self.light = light
    samples = SampleStrokes(
      format: sourceCoding.format, quantization: sourceCoding.quantization, alpha: alpha,
      upsampling: keepsSamples ? nil : sourceCoding.resampling(isWeighed: alpha?.weighsInput ?? false),
      recoding: keepsSamples ? sourceCoding.recoding(to: targetCoding) : nil,
      downsampling: keepsSamples ? nil : targetCoding.resampling(isWeighed: alpha?.weighsOutput ?? false),
      rounding: Rounding(format: targetCoding.format, dither: dither))
    keep = samples.recoding.map { StageList(.keep, sourceCoding.detail(recodedTo: targetCoding), $0.operations) }
    decoding = sourceCoding.decoding(with: alpha)
    self.conversion = conversion.then(alpha?.beforeEncoding ?? .none)
    encoding = targetCoding.encoding(peak: peak)
    afterAlpha = decoding.componentsToSignal.then(self.conversion.operations).then(encoding.operations)
    let rest = self.conversion.operations.then(encoding.operations).operations
    if let recoding = samples.recoding {
      (reading, unitRead, coloring) = (recoding.operations.operations, .codes, [])
    } else if !decoding.rest.isEmpty {
      (reading, unitRead, coloring) = (decoding.reading, .components, decoding.rest + rest)
    } else {
      // A lookup table may begin with a matrix, which light never does.
      let read = light == .ofTable && !isSampled ? rest.prefix(while: \.isRead) : []
      (reading, coloring) = (decoding.reading + read, Array(rest.dropFirst(read.count)))
      unitRead = read.isEmpty ? .signal : .table
    }
  }

  /// Whether components are limited, other than by the tone curve: what crosses 0 there must be exact around it.
  var limitsComponents: Bool {
    whole.stages.contains { stage in
      stage.kind != .tone && stage.operations.contains { if case .limit = $0 { true } else { false } }
    }
  }

  /// Every stage, from codes to codes.
  var whole: StageList<Codes, Codes> {
    let write = (samples.downsampling?.downsample ?? .none).then(
      samples.rounding.stages(after: samples.format, samples.alpha))
    if let keep { return keep.then(write) }
    return (samples.upsampling?.upsample ?? .none).then(decoding.stages).then(conversion).then(encoding).then(write)
  }
}

/// What is done with samples at both ends of a route, apart from their colors. A converter can run the program of any plan that agrees in
/// this with its own.
struct SampleStrokes: Hashable, Sendable {
  /// The source's format, and what its codes stand for; `nil` for floating point.
  let format: PixelFormat
  let quantization: Quantization?
  /// What is done with alpha; `nil` if colors do not depend on it.
  let alpha: AlphaUse?
  /// How each pixel gets chroma; `nil` if each has a sample, or samples stay where they are.
  let upsampling: ChromaResampling?
  /// What is done in place of everything but rounding if samples of subsampled chroma stay where they are.
  let recoding: Recoding?
  /// How pixels become samples of chroma; `nil` if each has a sample, or samples stay where they are.
  let downsampling: ChromaResampling?
  let rounding: Rounding

  /// Where the samples of chroma are that are read.
  var tapsRead: ChromaTaps { upsampling?.taps ?? recoding?.taps ?? .everyPixel }
  /// Where those are that are written.
  var tapsWritten: ChromaTaps { downsampling?.taps ?? recoding?.taps ?? .everyPixel }
}

/// A converter's strokes, as a plan prints them; see `FrameStrokes`.
enum Stroke: String {
  case read, color, write
}

extension PlanRoute {
  /// The stroke in which a stage is carried out, or goes on.
  ///
  /// - Parameter isRead: Whether its next operation is one of reading.
  static func stroke(of stage: PlanStage, isRead: Bool) -> Stroke {
    switch stage.kind {
    case .upsample: .read
    case .downsample, .round: .write
    default: isRead ? .read : .color
    }
  }
}

/// What a plan does to the light of its source.
enum LightChange: Hashable, Sendable {
  /// Nothing: source and target differ only in coding.
  case none
  /// It becomes other light, or the signal of other light.
  ///
  /// With a tone curve or a gamut map, that ends at the target's peak, whatever the source contains. Without either, light above the peak
  /// passes: SDR signals above 1, and PQ above the source's stated peak.
  case converted(endsAtPeak: Bool)
  /// What a lookup table makes of it, only the table's maker knows.
  case ofTable
}

/// From codes to the source's signal. Where alpha is used, it comes in once codes are scaled.
struct Decoding: Sendable {
  /// All of it, with the division by alpha if there is one.
  let stages: StageList<Codes, Signal>
  /// What is done before alpha comes in.
  let toComponents: Operations<Codes, CodedComponents>
  /// What is done after it.
  let componentsToSignal: Operations<CodedComponents, Signal>
  /// What is done while reading, and what is not.
  let reading, rest: [ColorOperation]

  /// - Parameter hasAlpha: Whether alpha is used, so that what follows its division is not read.
  init(
    _ stages: StageList<Codes, Signal>, _ toComponents: Operations<Codes, CodedComponents>,
    _ componentsToSignal: Operations<CodedComponents, Signal>, hasAlpha: Bool
  ) {
    (self.stages, self.toComponents, self.componentsToSignal) = (stages, toComponents, componentsToSignal)
    let all = stages.operations.operations
    let count =
      hasAlpha ? all.count - componentsToSignal.operations.count : all.prefix(while: \.isRead).count
    (reading, rest) = (Array(all.prefix(count)), Array(all.dropFirst(count)))
  }
}

/// How chroma of a format becomes chroma of 4:4:4, or the reverse.
struct ChromaResampling: Hashable, Sendable {
  let taps: ChromaTaps
  /// Whether samples count as much as they are covered.
  let isWeighed: Bool

  /// The start of a plan for subsampled chroma: every pixel gets a sample.
  var upsample: StageList<Codes, Codes> {
    let weights = "weighed by its nearness" + (isWeighed ? " and its coverage" : "")
    return StageList(
      PlanStage(
        .upsample, "chroma \(taps.subsampling) at \(taps.location) to 4:4:4",
        listing: ["the two nearest samples of a row, and of a column if rows are missing, each \(weights)"]))
  }

  /// The end of a plan for subsampled chroma: pixels become a sample.
  var downsample: StageList<Codes, Codes> {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = taps.subsampling.log2Vertical == 0 ? "" : ", \(text(taps.rowWeights)) of rows"
    let coverage = isWeighed ? ", each times its coverage, over the coverage averaged so" : ""
    return StageList(
      PlanStage(
        .downsample, "chroma 4:4:4 to \(taps.subsampling) at \(taps.location)",
        listing: ["\(text(taps.columnWeights)) of columns\(rows)\(coverage)"]))
  }
}

/// Samples that only change their coding, each where it is.
struct Recoding: Hashable, Sendable {
  /// What codes are multiplied by, and what is added then.
  let scale, offset: SIMD3<Double>
  /// Where the samples of chroma are.
  let taps: ChromaTaps

  var operations: Operations<Codes, Codes> { .affine(Matrix3x3(diagonal: scale), adding: offset) }
}

/// The end of every plan: codes become samples of a format.
struct Rounding: Hashable, Sendable {
  let format: PixelFormat
  let dither: Dither

  /// The stage, which tells how alpha is found.
  ///
  /// - Parameters:
  ///   - source: The format that is read.
  ///   - alpha: What is done with alpha.
  func stages(after source: PixelFormat, _ alpha: AlphaUse?) -> StageList<Codes, Codes> {
    let (from, to) = (plain(source.opaqueAlpha), plain(format.opaqueAlpha))
    let listing =
      switch (format.hasAlpha, source.hasAlpha) {
      case (false, _): [] as [String]
      case (true, false): ["alpha \(to)"]
      case (true, true): [alpha == nil ? "alpha times \(to) / \(from)" : "coverage times \(to)"]
      }
    guard !format.isFloat else {
      return StageList(PlanStage(.round, "to floating point of \(format.bitDepth) bits", listing: listing))
    }
    let added = dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"]
    return StageList(
      PlanStage(
        .round, "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : ""),
        listing: listing + added + ["nearest whole number, limited to 0…\(format.maximumCode)"]))
  }
}
