package import ColorOperations

/// A conversion from one kind of picture to one display, with every choice made once.
///
///     let plan = try ConversionPlan(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
///     let white = plan(Signal(0.5807, 0.5807, 0.5807))
///     print(plan)  // every stage, with its units
///
/// Every choice that can fail is made here; after it, only frames of another format or size and missing memory are errors. A plan
/// then runs in two ways: `plan(color)` evaluates the stages in
/// `Double` for one color and is the reference; `plan.convert(frame, into:)` runs the same stages over whole frames.
public struct ConversionPlan: Sendable {
  /// The source's tags, with missing ones filled in; those for which H.273 has no number stay `nil`.
  public let sourceTags: ColorDescription
  /// The source's transfer, whether or not H.273 has a number for it; `nil` if a lookup table is applied to a signal of an unknown one.
  public let sourceTransfer: TransferFunction?
  /// The source's primaries, whether or not H.273 has a number for them; `nil` if a lookup table is applied to a signal of unknown ones.
  public let sourceGamut: Gamut?
  /// The source's static metadata, as given.
  public let metadata: StaticMetadata
  /// Whether the source carries metadata of Dolby Vision.
  let carriesDolbyVision: Bool
  /// The luminance range that the source is taken to span; `nil` if a lookup table is applied.
  public let sourceLuminance: LuminanceRange?
  /// Where the peak of that range comes from; `nil` if a lookup table is applied.
  public let peakEvidence: PeakEvidence?
  /// The lookup table that is applied in place of all work on light; `nil` without one.
  public let lookupTable: LookupTable?
  /// The display as it was given; `targetTags` and `targetLuminance` are complete.
  public let display: Display
  /// The other choices, as they were given: dither, lattice, reference white and the rest.
  public let options: PlanOptions
  /// The target's tags; `nil` for those that it does not state, because its source does not either.
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

  /// The bits of a code in the source, which its frames may hold in more.
  let sourceBitDepth: Int
  /// How the source stores alpha, as given.
  let sourceAlpha: AlphaCoding?
  /// What is done with alpha; `nil` if colors do not depend on it.
  let alpha: AlphaUse?

  /// What the plan shares with others for the same display.
  public let tables: DisplayTables

  /// The stages in the order in which a sample passes through them.
  public var stages: [PlanStage] { [PlanStage](route.stages) }

  /// The whole list of operations on colors, from codes to codes that are not rounded.
  package var operations: Operations { route.operations }

  /// What is to be said of a tone curve that shows brighter light darker; `nil` if none does.
  let fallOfCurve: Finding?

  /// How the source's signal is coded, and the target's.
  package let sourceCoding, targetCoding: SignalCoding
  /// The one list: what is done with samples and colors.
  package let route: PlanRoute
  let compiledProgram = PlanProgram()

  /// Converts a source signal R′G′B′ to the target's signal R′G′B′: the reference.
  ///
  /// - Domain: `0...1` per component; values outside are kept as far as the source's transfer is defined there.
  /// - Range: `0...1` per component.
  ///
  /// - Parameters:
  ///   - signal: The source's signal; if that is premultiplied, times alpha.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that puts frames over pictures.
  public func callAsFunction(
    _ signal: Signal, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)
  ) -> Signal {
    Signal(route.conversion(signal.components, at: Pixel(coverage: alpha.value, over: background.components)))
  }

  /// Converts source codes to the target's codes, before rounding: the reference, from end to end.
  ///
  /// - Domain: The codes of the input format in the order of its matrix: Y′, C′B, C′R, or R′, G′, B′.
  /// - Range: The codes of the output format, neither rounded nor limited to what its bits can hold.
  ///
  /// - Parameters:
  ///   - codes: The codes of a color; if that is premultiplied, times alpha.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that puts frames over pictures.
  public func callAsFunction(_ codes: Codes, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)) -> Codes {
    let pixel = Pixel(coverage: alpha.value, over: background.components)
    return Codes(operations(sourceCoding.finite(codes).components, at: pixel))
  }

  /// Whether the plan puts frames over pictures, which are lent with them: see ``Background/picture(compositing:)``.
  public var needsBackground: Bool { alpha?.needsPicture == true }

  /// The operations from codes to the source's signal, and those after them; `nil` if alpha comes between, or codes only become other codes.
  package var halves: (decoding: Operations, conversion: Operations)? {
    guard alpha == nil, !route.keepsSamples else { return nil }
    return (route.decoding, route.conversion + route.encoding)
  }

  /// Whether source and target differ only in coding.
  package var keepsSignal: Bool { route.light == .none }

  /// Whether all light is brought to the target's peak or below; a background can have any.
  package var keepsToPeak: Bool { route.light == .converted(endsAtPeak: true) && alpha?.background == nil }

  /// The maximum signal that the source's codes have.
  package var sourceCeiling: SignalLevel { sourceCoding.ceiling }
}
