package import ColorOperations

/// A conversion from one kind of picture to one display, with every decision made once.
///
///     let plan = try ConversionPlan(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
///     let white = plan(Signal(0.5807, 0.5807, 0.5807))
///     print(plan)  // every stage, with its units
///
/// Every decision that can fail is made here; afterward, only frames of a different format or size and insufficient memory are errors. A plan then
/// runs in two ways: `plan(color)` evaluates the stages in `Double` for one color and is the reference; `plan.convert(frame, into:)` runs the same
/// stages over whole frames.
public struct ConversionPlan: Sendable {
  /// The source's tags, with missing ones filled in; those that H.273 does not define stay `nil`.
  public let sourceTags: ColorDescription
  /// The source's transfer, whether or not H.273 defines it; `nil` if a lookup table is applied to a signal of unknown transfer.
  public let sourceTransfer: TransferFunction?
  /// The source's primaries, whether or not H.273 defines them; `nil` if a lookup table is applied to a signal of unknown primaries.
  public let sourceGamut: Gamut?
  /// The source, as given.
  package let source: Source
  /// The source's static metadata, as given.
  public var metadata: StaticMetadata { source.metadata }
  /// The luminance range of the source; `nil` if a lookup table is applied.
  public let sourceLuminance: LuminanceRange?
  /// The evidence for the peak of that range; `nil` if a lookup table is applied.
  public let peakEvidence: PeakEvidence?
  /// The lookup table that replaces all operations on light; `nil` if absent.
  public let lookupTable: LookupTable?
  /// The display, as given; `targetTags` and `targetLuminance` are complete.
  public let display: Display
  /// The options, as given: dither, lattice, reference white and the rest.
  public let options: PlanOptions
  /// The target's tags; `nil` for those that neither the display nor the source states.
  public package(set) var targetTags: ColorDescription
  /// The luminance range of the target.
  public let targetLuminance: LuminanceRange
  /// Whether the source is HDR: by its transfer, or because its linear light is brighter than the reference white.
  package var hasHDRSource: Bool {
    guard let sourceTransfer else { return false }
    return sourceTransfer.isHDR(reaching: sourceLuminance?.peak ?? .nits(0), white: options.referenceWhite)
  }
  /// Every assumption, in the order in which it was made.
  public package(set) var assumptions: [Finding]
  /// The pixel format that the plan reads.
  public var inputFormat: PixelFormat { sourceCoding.format }
  /// The pixel format that the plan writes.
  public var outputFormat: PixelFormat { targetCoding.format }

  /// The treatment of alpha; `nil` if colors do not depend on it.
  let alpha: AlphaUse?

  /// The tables that the plan shares with other plans for the same display.
  public let tables: DisplayTables

  /// The stages in the order in which a sample passes through them.
  public var stages: [PlanStage] { [PlanStage](steps.all) }

  /// All operations on colors, from codes to unrounded codes.
  package var operations: Operations { steps.colors }

  /// The finding for a tone curve that decreases; `nil` if absent.
  let fallOfCurve: Finding?

  /// The coding of the source's signal, and of the target's.
  package let sourceCoding, targetCoding: SignalCoding
  /// The list of operations on samples and colors.
  package let steps: PlanSteps
  /// The change of the source's light.
  let light: LightChange
  let compiled = CompiledPlan()

  /// Converts a source signal R′G′B′ to the target's signal R′G′B′: the reference.
  ///
  /// - Domain: `0...1` per component; values outside are preserved as far as the source's transfer is defined there.
  /// - Range: `0...1` per component.
  ///
  /// - Parameters:
  ///   - signal: The source's signal, multiplied by alpha if it is premultiplied.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that composites frames over pictures.
  public func callAsFunction(
    _ signal: Signal, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)
  ) -> Signal {
    Signal(steps.converting(signal.components, at: Pixel(coverage: alpha.value, over: background.components)))
  }

  /// Converts source codes to the target's codes, before rounding: the end-to-end reference.
  ///
  /// - Domain: The codes of the input format in the order of its matrix: Y′, C′B, C′R, or R′, G′, B′.
  /// - Range: The codes of the output format, neither rounded nor limited to its bits.
  ///
  /// - Parameters:
  ///   - codes: The codes of a color, multiplied by alpha if it is premultiplied.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that composites frames over pictures.
  public func callAsFunction(_ codes: Codes, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)) -> Codes {
    let pixel = Pixel(coverage: alpha.value, over: background.components)
    return Codes(operations(sourceCoding.finite(codes).components, at: pixel))
  }

  /// The output's code of luma, or of each component of R′G′B′, for a gray signal, not rounded.
  ///
  /// - Parameter signal: A gray signal, nominally `0...1`.
  public func targetLumaCode(ofSignal signal: SignalLevel) -> CodeLevel {
    let (scale, zero) = targetCoding.codesFromSignal
    return CodeLevel(signal.value * scale.x + zero.x)
  }

  /// Whether the plan composites frames over pictures, which are lent with them: see ``Background/picture(compositing:)``.
  public var needsBackground: Bool { alpha?.needsPicture == true }

  /// The operations from codes to the source's signal, and those after them; `nil` if alpha comes between, or if only the coding changes.
  package var halves: (decoding: Operations, conversion: Operations)? {
    guard alpha == nil, !keepsSamples else { return nil }
    return (steps.decoding, steps.converting + steps.encoding)
  }

  /// Whether source and target differ only in coding.
  package var keepsSignal: Bool { light == .none }

  /// Whether samples of subsampled chroma keep their positions.
  package var keepsSamples: Bool { steps.keepsSamples }

  /// Whether all light is limited to the target's peak; a background may have any light.
  package var keepsToPeak: Bool { light == .converted(endsAtPeak: true) && alpha?.background == nil }

  /// The maximum signal of the source's codes.
  package var sourceCeiling: SignalLevel { sourceCoding.ceiling }
}

/// A plan's change to the light of its source.
enum LightChange: Hashable, Sendable {
  /// No change: source and target differ only in coding.
  case none
  /// The light changes, or becomes the signal of other light.
  ///
  /// With a tone curve or a gamut map, the result is limited to the target's peak, regardless of the source. Without either, light above the peak
  /// passes: SDR signals above 1, and PQ above the source's stated peak.
  case converted(endsAtPeak: Bool)
  /// A lookup table changes the light in an unknown way.
  ///
  /// - Parameter range: The range of the table's input and output signals.
  case ofTable(QuantizationRange)
}
