internal import ToneMapping

/// A plan as JSON tells it.
struct PlanReport: Encodable {
  /// Tags, format and luminances on one side of a conversion.
  struct Side: Encodable {
    let primaries, transfer, matrix, range, chromaLocation: String?
    let pixelFormat: String
    let black, peak: Double

    init(_ color: ColorDescription, _ format: PixelFormat, _ luminance: LuminanceRange) {
      primaries = color.primaries?.ffmpegName
      transfer = color.transfer?.ffmpegName
      matrix = color.matrix?.ffmpegName
      range = color.range?.ffmpegName
      chromaLocation = format.chroma == .c444 ? nil : color.chromaLocation?.ffmpegName
      pixelFormat = format.name
      black = luminance.black.nits
      peak = luminance.peak.nits
    }
  }

  let source: Side
  let target: Side
  let referenceWhite: Double
  let stages: [StageDescription]
  let assumptions: [AssumptionReport]
  let lattice: LatticeReport?

  init(_ plan: ConversionPlan, assumptions: [Assumption]) {
    source = Side(plan.source, plan.inputFormat, plan.sourceLuminance)
    target = Side(plan.target, plan.outputFormat, plan.targetLuminance)
    referenceWhite = plan.referenceWhite.nits
    stages = plan.stages
    self.assumptions = assumptions.map(AssumptionReport.init)
    lattice = plan.approximation.map(LatticeReport.init)
  }
}

/// A lattice in the place of the stages, as JSON tells it; errors in 8-bit codes.
struct LatticeReport: Encodable {
  let size, points: Int
  let greatestError, meanError: Double

  init(_ lattice: LatticeApproximation) {
    (size, points) = (lattice.size, lattice.points)
    (greatestError, meanError) = (lattice.greatestError, lattice.meanError)
  }
}

/// An assumption as JSON tells it.
struct AssumptionReport: Encodable {
  let code: String
  let sentence: String

  init(_ assumption: Assumption) {
    code = assumption.code
    sentence = assumption.sentence
  }
}

/// A conversion that has run, as JSON tells it.
struct ConversionReport: Encodable {
  let input, output: String
  let frames: Int
  let seconds, fps: Double
  let threads: Int
  /// The instruction set it ran on.
  let instructions: String
  let plan: PlanReport
  /// The output's light levels, in cd/m², where it states any.
  let maxCLL, maxFALL: UInt16?
  /// What the next tool must be told, where that was asked for.
  let encoderArguments: [String]?
}
