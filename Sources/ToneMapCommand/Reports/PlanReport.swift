internal import ToneMapping

/// A plan as JSON.
struct PlanReport: Encodable {
  /// Tags, format and luminances on one side of a conversion.
  struct Side: Encodable {
    let primaries, transfer, matrix, range, chromaLocation: String?
    let pixelFormat: String
    let black, peak: Double?

    /// - Parameter camera: The names of primaries and transfer, where H.273 may have no number for them.
    init(
      _ color: ColorDescription, _ format: PixelFormat, _ luminance: LuminanceRange?,
      camera: (primaries: String?, transfer: String?) = (nil, nil)
    ) {
      primaries = camera.primaries ?? color.primaries?.ffmpegName
      transfer = camera.transfer ?? color.transfer?.ffmpegName
      matrix = color.matrix?.ffmpegName
      range = color.range?.ffmpegName
      chromaLocation = format.chroma == .c444 ? nil : color.chromaLocation?.ffmpegName
      pixelFormat = format.name
      black = luminance?.black.nits
      peak = luminance?.peak.nits
    }
  }

  let source: Side
  let target: Side
  let referenceWhite: Double
  /// The look; `nil` if it changes nothing.
  let look: LookReport?
  let stages: [PlanStage]
  let assumptions, findings: [Finding]
  let lattice: LatticeReport?

  init(_ plan: ConversionPlan, assumptions: [Finding]) {
    source = Side(
      plan.sourceTags, plan.inputFormat, plan.sourceLuminance,
      camera: (plan.sourceGamut?.name, plan.sourceTransfer?.name))
    target = Side(plan.targetTags, plan.outputFormat, plan.targetLuminance)
    referenceWhite = plan.options.referenceWhite.nits
    look = plan.stages.contains { $0.kind == .look } ? LookReport(plan.options.look) : nil
    stages = plan.stages
    self.assumptions = assumptions.map(\.inOptions)
    findings = plan.findings.map(\.inOptions)
    lattice = plan.approximation.map(LatticeReport.init)
  }
}

/// A look, as JSON.
struct LookReport: Encodable {
  /// Stops.
  let exposure: Double
  /// The exponent of luminance, and the factor on differences from gray.
  let contrast, saturation: Double

  init(_ look: Look) { (exposure, contrast, saturation) = (look.exposure.value, look.contrast, look.saturation) }
}

/// A lattice that replaces the stages, as JSON; errors are in 8-bit codes.
struct LatticeReport: Encodable {
  let size, points: Int
  let greatestError, meanError: Double

  init(_ lattice: LatticeApproximation) {
    (size, points) = (lattice.size, lattice.points)
    (greatestError, meanError) = (lattice.maximumError.value, lattice.meanError.value)
  }
}

/// A finished conversion as JSON.
struct ConversionReport: Encodable {
  let input, output: String
  let frames: Int
  let seconds, fps: Double
  let threads: Int
  /// The instruction set on which it ran.
  let instructions: String
  /// The plan; that of the first frame, if curves change.
  let plan: PlanReport
  /// How the curves change; `nil` if one maps all frames.
  let dynamics: DynamicsReport?
  /// The light levels that the output states, in cd/m².
  let maxCLL, maxFALL: UInt16?
  /// The arguments for the next tool, if they were requested.
  let encoderArguments: [String]?
}

/// How the curves of a conversion change, as JSON.
struct DynamicsReport: Encodable {
  /// What they follow: a mode of `--dynamics`, `frame-metadata`, `st2094-40` or `st2094-50`.
  let mode: String
  /// The number of scenes of the clip, if all of it was measured.
  let scenes: Int?
  /// How many frames ahead light was known, if the clip was read once.
  let lookAhead: Int?
  /// How often the curve changed from one frame to the next.
  let changes: Int
}
