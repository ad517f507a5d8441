/// A conversion from one kind of picture to one display, decided once.
///
///     let plan = try ConversionPlan(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
///     let white = plan(Signal(0.5807, 0.5807, 0.5807))
///     print(plan)  // every stage, with its units
///
/// Making a plan is the only thing that may fail. It then runs in two ways: `plan(color)` walks the stages in `Double`
/// for one color, which is the truth; `plan.convert(frame, into:)` runs the same stages over whole frames.
public struct ConversionPlan: Sendable {
  /// The source's tags, with nothing left open.
  public let source: ColorDescription
  /// The source's static metadata, as it was given.
  public let metadata: StaticMetadata
  /// The luminances that the source was taken to span.
  public let sourceLuminance: LuminanceRange
  /// The target's tags.
  public let target: ColorDescription
  /// The luminances that the target spans.
  public let targetLuminance: LuminanceRange
  /// What SDR 100 % stands for.
  public let referenceWhite: Luminance
  /// Everything that was assumed, in the order it was decided.
  public let assumptions: [Assumption]
  /// What is added to codes before they are rounded.
  public let dither: Dither
  /// The samples along each component of the lattice that was asked for; `nil` without one.
  public let lattice: Int?
  /// The pixel format that the plan reads.
  public let inputFormat: PixelFormat
  /// The pixel format that the plan writes.
  public let outputFormat: PixelFormat

  let evidence: SourceLuminance.Evidence
  let reading: SignalCoding
  let core: Core
  let writing: SignalCoding
  let compiledProgram = PlanProgram()

  /// What happens between the two signals.
  enum Core: Sendable {
    /// The signal is kept: source and target agree in all but coding.
    case keep
    /// Through light.
    case light(Linearization, [LightStage], Delinearization)

    /// Whether components that leave the target's gamut are cut off.
    var clips: Bool {
      guard case .light(_, let stages, _) = self else { return false }
      return stages.contains { if case .gamut(_, .clip, _, _) = $0 { true } else { false } }
    }

    /// Whether a gamut map is among the stages.
    var mapsGamut: Bool {
      guard case .light(_, let stages, _) = self else { return false }
      return stages.contains { if case .gamut = $0 { true } else { false } }
    }
  }

  /// The target's signal R′G′B′ for a signal R′G′B′ of the source: the truth.
  ///
  /// - Domain: `0...1` a component; values outside are kept as far as the source's transfer is defined there.
  /// - Range: `0...1` a component.
  public func callAsFunction(_ signal: Signal) -> Signal {
    switch core {
    case .keep: signal
    case .light(let linearize, let stages, let delinearize):
      delinearize(stages.reduce(linearize(signal)) { light, stage in stage(light) })
    }
  }

  /// The target's codes, before rounding, for codes of the source: the truth, from door to door.
  ///
  /// - Domain: The codes of the input format in the order of its matrix: Y′, C′B, C′R, or R′, G′, B′.
  /// - Range: The codes of the output format, neither rounded nor limited to what its bits can hold.
  public func callAsFunction(_ codes: Codes) -> Codes {
    writing.encode(self(reading.decode(codes)))
  }
}
