internal import HDRMetadata
internal import ToneMapping

/// Both ends of a conversion.
struct ConversionEnds {
  /// The source as its plan reads it.
  var source: Source
  var display: Display
  /// The tags that neither the source nor the settings state: the output does not either, where its signal is the source's.
  var unstated: Set<TagProperty> = []
  /// Those that the settings alone state.
  var tagged: [TagProperty] = []
  /// The plan that assumes what the source does not state, or why it cannot.
  var guess: Result<ConversionPlan, PlanError>?
}

extension Choices {
  /// Both ends of the conversion of a clip.
  ///
  /// Where the output follows its source, each of primaries, transfer and matrix that is not given is the source's. What the source does not state is
  /// taken for what the output has, so that it is tagged or left untagged, but not converted.
  ///
  /// - Source: Apple, *Tagging media with video color information*.
  func ends(of clip: Clip) throws(TranscodingError) -> ConversionEnds {
    guard target.followsSource else {
      return ConversionEnds(source: clip.source, display: try display(like: target.preset.display))
    }
    let guess = guess(about: clip)
    let stated = clip.source.color
    let tags = tags(of: clip, guess)
    let base = if let settled { settled } else { try base(following: clip, tags) }
    let display = try display(like: base)
    // Metadata that only PQ has states a transfer, too.
    let isEvident = stated.transfer == nil && tags.isHDR
    let isYCbCr = clip.format.model == .yCbCr
    var ends = ConversionEnds(source: clip.source, display: display, guess: guess)
    func fill<Value>(
      _ property: TagProperty, _ tag: WritableKeyPath<ColorDescription, Value?>, by value: Value, isGiven: Bool = false,
      if isNeeded: Bool
    ) {
      guard isNeeded, stated[keyPath: tag] == nil else { return }
      ends.source.color[keyPath: tag] = value
      if isGiven { ends.tagged.append(property) } else { ends.unstated.insert(property) }
    }
    let isOfCamera = clip.source.gamut != nil || clip.source.log != nil
    fill(.primaries, \.primaries, by: display.primaries, isGiven: target.primaries != nil, if: !isOfCamera)
    fill(
      .transfer, \.transfer, by: display.transfer, isGiven: target.transfer != nil,
      if: clip.source.log == nil && !isEvident)
    fill(.matrix, \.matrix, by: display.matrix, isGiven: target.matrix != nil, if: isYCbCr)
    fill(.range, \.range, by: tags.range ?? .narrow, if: clip.format.model != .rgb && target.range == nil)
    fill(
      .chromaLocation, \.chromaLocation, by: tags.chromaLocation ?? .left, if: isYCbCr && target.chromaLocation == nil)
    return ends
  }

  /// The plan that assumes what a clip does not state; which display it is for does not matter.
  private func guess(about clip: Clip) -> Result<ConversionPlan, PlanError> {
    Result { () throws(PlanError) in
      try ConversionPlan(from: clip.source, to: .sdr, tone: .clip, gamut: .clip, reading: clip.format)
    }
  }

  /// A clip's tags, completed by a guess; what cannot be guessed changes nothing.
  private func tags(of clip: Clip, _ guess: Result<ConversionPlan, PlanError>) -> ColorDescription {
    var other = Source.sdr.color
    if clip.format.model == .rgb || clip.source.isStill { other.range = .full }
    return clip.source.color.completed(by: (try? guess.get())?.sourceTags ?? other)
  }

  /// A display with a source's color and its bits, as far as no other color is given.
  ///
  /// - Parameter tags: The source's, completed.
  private func base(following clip: Clip, _ tags: ColorDescription) throws(TranscodingError) -> Display {
    let unnumbered: [(SettingName, Bool)] = [
      (.outPrimaries, target.primaries == nil && (tags.primaries == nil || clip.source.gamut != nil)),
      (.outTransfer, target.transfer == nil && clip.source.log != nil),
    ]
    let missing = unnumbered.filter(\.1).map { "\($0.0)" as Fix }
    guard missing.isEmpty else {
      throw .settings(
        "the output has the source's color, but H.273 has no number for that of \(clip.name); give \(list(missing)), or choose"
          + " \(.to, "hlg")")
    }
    guard !clip.isSceneLinear || target.transfer != nil else {
      throw .settings(
        "the output has the source's color, but \(clip.name) holds scene-linear light, which has no limit; choose \(.to, "hlg")"
      )
    }
    let (primaries, transfer) = (
      target.primaries ?? tags.primaries ?? .bt709, target.transfer ?? tags.transfer ?? .bt709
    )
    // R′G′B′ has no matrix, and another range.
    let written = target.pixelFormat?.format ?? encodedFormat ?? clip.format
    let isCodedAlike = (written.model == .rgb) == (clip.format.model == .rgb)
    var base = Display(
      primaries, transfer: transfer, range: isCodedAlike ? tags.range : nil,
      bitDepth: clip.source.codedBitDepth ?? clip.format.bitDepth)
    let isSameColor = primaries == tags.primaries && transfer == tags.transfer
    if isCodedAlike, let matrix = tags.matrix, matrix.isPossible(subsamplingChroma: written.chroma != .c444) {
      let kept = ColorDescription(primaries: primaries, transfer: transfer, matrix: matrix)
      if isSameColor || !kept.hasMatrixOfOtherPrimaries { base.matrix = matrix }
    }
    return base
  }

  /// A display with the changes from the settings; one for HDR has 10 bits at least.
  ///
  /// - Throws: `settings` for a matrix of other primaries.
  private func display(like base: Display) throws(TranscodingError) -> Display {
    let transfer = target.transfer ?? base.transfer
    let display = Display(
      target.primaries ?? base.primaries, transfer: transfer,
      matrix: target.matrix ?? (target.followsSource ? base.matrix : nil),
      range: target.range ?? target.pixelFormat?.impliedRange ?? base.range,
      chromaLocation: target.chromaLocation ?? base.chromaLocation,
      bitDepth: transfer.isHDR ? max(base.bitDepth, 10) : base.bitDepth,
      luminance: mapping.targetPeak.map { LuminanceRange(black: .nits(0), peak: $0) },
      surround: mapping.surround ?? .asAuthored)
    let tags = ColorDescription(primaries: display.primaries, transfer: transfer, matrix: display.matrix)
    guard target.matrix != nil, !tags.isHDR, tags.hasMatrixOfOtherPrimaries else { return display }
    throw .settings(
      "\(.outMatrix) is \(display.matrix.ffmpegName), but the output's primaries are \(display.primaries.ffmpegName), which come with"
        + " another matrix; leave \(.outMatrix) out, or give its primaries with \(.outPrimaries)")
  }
}

extension ConversionEnds {
  /// Leaves out of a plan's output what its source does not state, if the signal is kept; otherwise the plan assumes it.
  ///
  /// - Throws: What cannot be assumed.
  func settle(_ plan: inout ConversionPlan, for clip: Clip) throws(PlanError) {
    if let first = tagged.first {
      plan.assumptions.append(
        Finding(
          code: Finding.taggedOnly,
          found: "\(clip.name) does not state its \(tagged.map(\.words).joined(separator: " and "))",
          consequence: "the output is tagged as asked, and not converted from another",
          fix: "state what the source has with \(first.setting)"))
    }
    guard plan.keepsSignal else {
      guard let guess, !unstated.isEmpty else { return }
      let codes = unstated.map { "missing-\($0.hyphenated)" }
      plan.assumptions += try guess.get().assumptions.filter { codes.contains($0.code) }
      return
    }
    // Nothing depends on them where nothing is converted.
    let isMoot = guess != nil && plan.options.alpha == nil
    plan.assumptions.removeAll { isMoot && ["source-peak", "missing-alpha-mode"].contains($0.code) }
    for property in unstated {
      switch property {
      case .primaries: plan.targetTags.primaries = nil
      case .transfer: plan.targetTags.transfer = nil
      case .matrix: plan.targetTags.matrix = nil
      case .range: plan.targetTags.range = nil
      // Where chroma is resampled, its location is the output's own.
      case .chromaLocation where plan.inputFormat.chroma != plan.outputFormat.chroma: break
      case .chromaLocation: plan.targetTags.chromaLocation = nil
      case .mastering, .contentLight, .ambient: break
      }
    }
  }
}

extension Choices {
  /// Takes the color of a clip for that of the output, which is then the same for all its parts; frames that nobody encodes keep their layout.
  mutating func settle(for clip: Clip, in kind: OutputKind) throws(TranscodingError) {
    let base = try base(following: clip, tags(of: clip, guess(about: clip)))
    settled = base
    let layout = clip.layout ?? clip.format
    let isKept = kind == .raw && layout.bitDepth == base.bitDepth && (!layout.hasAlpha || target.alpha.isKept)
    if isKept, encodedFormat == nil { encodedFormat = layout }
  }
}
