internal import FrameComparison

/// Converts the pictures of a clip to perceptual codes, and measures their light.
struct PerceptualReader: ~Copyable {
  private let pass: LightPass
  private let plan: ConversionPlan
  private let reduction: PerceptualReduction?
  private var converter: FrameConverter
  private var meter: FrameMeter
  private var part: ColorSegment?
  /// The full-size picture, if pictures are reduced.
  private var whole: Frame?
  /// The maximum light of earlier parts of another color.
  private var earlier = (pixel: Luminance.nits(0), average: Luminance.nits(0))

  init(_ pass: LightPass, by plan: ConversionPlan, at size: PictureSize) throws {
    let own = pass.clip.openedSize
    let isReduced = own != size
    let converter = try pass.converter(by: plan)
    let meter = try pass.levelMeter()
    whole = isReduced ? try pass.clip.frame(PerceptualCodes.format) : nil
    reduction =
      isReduced
      ? PerceptualReduction(fromWidth: own.width, height: own.height, toWidth: size.width, height: size.height) : nil
    (self.pass, self.plan) = (pass, plan)
    self.converter = converter
    self.meter = meter
  }

  /// The maximum light of a pixel so far, and the maximum average of a frame.
  var maximum: (pixel: Luminance, average: Luminance) {
    (max(earlier.pixel, meter.maximum.pixel), max(earlier.average, meter.maximum.average))
  }

  mutating func read(_ picture: some Picture, into output: inout Frame) throws {
    if part !== picture.part { try change(to: picture.part) }
    try picture.withView { view in
      if let reduction {
        var whole = whole.take()!
        defer { self.whole = whole }
        try whole.withMutableView { try converter.convert(view, into: &$0) }
        try whole.withView { try reduction.reduce($0, into: &output) }
      } else {
        try output.withMutableView { try converter.convert(view, into: &$0) }
      }
      try meter.count(view)
    }
  }

  private mutating func change(to part: ColorSegment?) throws {
    var (pass, plan) = (pass, plan)
    if let clip = part?.applied(to: pass.clip) {
      plan = try .comparing(clip.source, reading: clip.format)
      pass = try LightPass(over: clip, threads: pass.threads, on: pass.instructions)
    }
    (self.part, earlier) = (part, maximum)
    converter = try pass.converter(by: plan)
    meter = try pass.levelMeter()
  }
}

extension LightPass {
  fileprivate func converter(by plan: ConversionPlan) throws -> FrameConverter {
    try plan.converter(
      width: clip.openedSize.width, height: clip.openedSize.height, threads: threads, on: instructions)
  }

  fileprivate func levelMeter() throws -> FrameMeter {
    try FrameMeter(
      plan, onlyLevels: true, width: clip.openedSize.width, height: clip.openedSize.height, threads: threads,
      on: instructions)
  }
}

extension ConversionPlan {
  /// Returns a plan that converts frames for comparison: to PQ ICtCp of BT.2020 display light.
  static func comparing(_ source: Source, reading format: PixelFormat) throws(PlanError) -> ConversionPlan {
    try ConversionPlan(
      from: source,
      to: Display(
        .bt2020, transfer: .pq, matrix: .iCtCp, range: .full, bitDepth: 16,
        luminance: LuminanceRange(black: .nits(0), peak: PerceptualQuantizer.peak)),
      tone: .identity, options: PlanOptions(sourcePeak: source.peakOfUnmappedLight(in: format), dither: .none),
      reading: format, writing: PerceptualCodes.format)
  }
}
