internal import FrameComparison
internal import Synchronization

/// A reader that converts the pictures of a clip to perceptual codes, and measures their light. One thread at a time uses it.
final class PerceptualReader: Sendable {
  private struct Running: ~Copyable {
    var converter: FrameConverter
    var meter: FrameMeter
    var part: ColorSegment?
    /// The full-size picture, if pictures are reduced.
    var whole: Frame?
    /// The maximum light of earlier parts of another color.
    var earlier = (pixel: Luminance.nits(0), average: Luminance.nits(0))

    var maximum: (pixel: Luminance, average: Luminance) {
      (max(earlier.pixel, meter.maximum.pixel), max(earlier.average, meter.maximum.average))
    }
  }

  private let running: Mutex<Running>
  private let pass: LightPass
  private let reduction: PerceptualReduction?
  let plan: ConversionPlan

  /// - Parameters:
  ///   - pass: The pass that measures the light of the clip.
  ///   - plan: The plan that converts its frames for comparison.
  ///   - size: The size at which pictures are compared.
  init(_ pass: LightPass, by plan: ConversionPlan, at size: PictureSize) throws {
    let own = pass.clip.openedSize
    (self.pass, self.plan) = (pass, plan)
    reduction =
      own == size
      ? nil : PerceptualReduction(fromWidth: own.width, height: own.height, toWidth: size.width, height: size.height)
    running = Mutex(try Self.running(plan, pass, isReduced: own != size))
  }

  private static func running(_ plan: ConversionPlan, _ pass: LightPass, isReduced: Bool) throws -> Running {
    let (size, threads, instructions) = (pass.clip.openedSize, pass.threads, pass.instructions)
    return Running(
      converter: try plan.converter(width: size.width, height: size.height, threads: threads, on: instructions),
      meter: try FrameMeter(
        ofLevels: pass.plan, width: size.width, height: size.height, threads: threads, on: instructions),
      whole: isReduced ? try pass.clip.frame(PerceptualCodes.format) : nil)
  }

  /// The maximum light of a pixel so far, and the maximum average of a frame.
  var maximum: (pixel: Luminance, average: Luminance) { running.withLock { $0.maximum } }

  func read(_ picture: some Picture, into output: inout Frame) throws {
    try running.withLock { running in
      if running.part !== picture.part {
        let (part, maximum) = (picture.part, running.maximum)
        let clip = part?.applied(to: pass.clip)
        let other = try clip.map { try ConversionPlan.comparing($0.source, reading: $0.format) }
        let light = try clip.map { try LightPass(over: $0, threads: pass.threads, on: pass.instructions) }
        running = try Self.running(other ?? plan, light ?? pass, isReduced: reduction != nil)
        (running.part, running.earlier) = (part, maximum)
      }
      try picture.withView { view in
        if let reduction {
          var whole = running.whole.take()!
          defer { running.whole = whole }
          try whole.withMutableView { try running.converter.convert(view, into: &$0) }
          try whole.withView { try reduction.reduce($0, into: &output) }
        } else {
          try output.withMutableView { try running.converter.convert(view, into: &$0) }
        }
        try running.meter.count(view)
      }
    }
  }
}

extension ConversionPlan {
  /// Returns a plan that converts frames for comparison: to PQ ICtCp of BT.2020 display light.
  static func comparing(_ source: Source, reading format: PixelFormat) throws(PlanError) -> ConversionPlan {
    func plan(_ peak: Luminance?) throws(PlanError) -> ConversionPlan {
      try ConversionPlan(
        from: source,
        to: Display(
          .bt2020, transfer: .pq, matrix: .iCtCp, range: .full, bitDepth: 16,
          luminance: LuminanceRange(black: .nits(0), peak: PerceptualQuantizer.peak)),
        tone: .identity, options: PlanOptions(sourcePeak: peak, dither: .none),
        reading: format, writing: PerceptualCodes.format)
    }
    // PQ light is absolute, whatever peak the source states, and linear light is read up to the peak of PQ.
    let known = try plan(nil)
    let transfer = known.sourceTags.transfer
    return transfer == .pq || transfer == .linear && format.isFloat ? try plan(PerceptualQuantizer.peak) : known
  }
}
