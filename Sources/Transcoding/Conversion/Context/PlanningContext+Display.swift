struct ConversionEnds {
  var source: Source
  var display: Display
  /// The tags that neither the source nor the settings state; an output that keeps the source's signal leaves them out, too.
  var unstated: Set<TagProperty> = []
  /// The tags that only the settings state.
  var tagged: [TagProperty] = []
  /// The plan that assumes the tags that the source does not state, or its error.
  var guess: Result<ConversionPlan, PlanError>?
}

extension PlanningContext {
  /// If the output follows its source, the primaries, transfer and matrix that are not given are the source's. Tags that the source does not state
  /// are taken from the output, so that the output is tagged or left untagged, but not converted.
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
    // Metadata that only PQ has implies a transfer, too.
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

  /// Returns the plan that assumes the tags that a clip does not state, for any display.
  private func guess(about clip: Clip) -> Result<ConversionPlan, PlanError> {
    Result { () throws(PlanError) in
      try ConversionPlan(from: clip.source, to: .sdr, tone: .clip, gamut: .clip, reading: clip.format)
    }
  }

  /// Returns a clip's tags, completed by a guess; if the guess failed, by the tags of SDR.
  private func tags(of clip: Clip, _ guess: Result<ConversionPlan, PlanError>) -> ColorDescription {
    var other = Source.sdr.color
    if clip.format.model == .rgb || clip.source.isStill { other.range = .full }
    return clip.source.color.completed(by: (try? guess.get())?.sourceTags ?? other)
  }

  /// Returns a display with the color and the bit depth of a source, except for color that settings give.
  private func base(following clip: Clip, _ tags: ColorDescription) throws(TranscodingError) -> Display {
    let unnumbered: [(SettingName, Bool)] = [
      (.outPrimaries, target.primaries == nil && (tags.primaries == nil || clip.source.gamut != nil)),
      (.outTransfer, target.transfer == nil && clip.source.log != nil),
    ]
    let missing = unnumbered.filter(\.1).map(\.0)
    guard missing.isEmpty else { throw .display(.unnumberedColor(clip.name, missing: missing)) }
    guard !clip.isSceneLinear || target.transfer != nil else { throw .display(.sceneLinear(clip.name)) }
    let (primaries, transfer) = (
      target.primaries ?? tags.primaries ?? .bt709, target.transfer ?? tags.transfer ?? .bt709
    )
    // R′G′B′ has no matrix, and its range differs.
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

  /// Returns a display with the changes from the settings; for HDR, it has at least 10 bits.
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
    throw .display(.matrixOfOtherPrimaries(display.matrix, display.primaries))
  }

  /// Uses the color of a clip for the output, so that it is the same for all parts; frames that are not encoded keep their layout.
  mutating func settle(for clip: Clip, in kind: OutputKind) throws(TranscodingError) {
    let base = try base(following: clip, tags(of: clip, guess(about: clip)))
    settled = base
    let layout = clip.layout ?? clip.format
    let isKept = kind == .raw && layout.bitDepth == base.bitDepth && (!layout.hasAlpha || target.alpha.isKept)
    if isKept, encodedFormat == nil { encodedFormat = layout }
  }
}

extension ConversionEnds {
  /// Removes from a plan's output the tags that its source does not state, if the signal is kept; otherwise the plan assumes them.
  func settle(_ plan: inout ConversionPlan, for clip: Clip) throws(PlanError) {
    if let first = tagged.first {
      plan.assumptions.note(
        Finding.taggedOnly, "\(clip.name) does not state its \(tagged.map(\.words).joined(separator: " and "))",
        consequence: "the output is tagged as requested, without a conversion",
        fix: "state those of the source with \(first.setting)")
    }
    guard plan.keepsSignal else {
      guard let guess, !unstated.isEmpty else { return }
      let codes = unstated.map { "missing-\($0.hyphenated)" }
      plan.assumptions += try guess.get().assumptions.filter { codes.contains($0.code) }
      return
    }
    // These assumptions have no effect if nothing is converted.
    let isMoot = guess != nil && plan.options.alpha == nil
    plan.assumptions.removeAll { isMoot && ["source-peak", "missing-alpha-mode"].contains($0.code) }
    for property in unstated {
      switch property {
      case .primaries: plan.targetTags.primaries = nil
      case .transfer: plan.targetTags.transfer = nil
      case .matrix: plan.targetTags.matrix = nil
      case .range: plan.targetTags.range = nil
      // If chroma is resampled, its location is the output's own.
      case .chromaLocation where plan.inputFormat.chroma != plan.outputFormat.chroma: break
      case .chromaLocation: plan.targetTags.chromaLocation = nil
      case .mastering, .contentLight, .ambient: break
      }
    }
  }
}

extension PlanningContext {
  /// Sets the options that a kind of picture needs and the user left open.
  package mutating func adapt(to kind: PictureKind, of clip: Clip) throws(TranscodingError) {
    let hasAlpha = clip.format.hasAlpha
    if !kind.row.statesColor {
      guard !target.keepsSource else { throw .output(.colorNotStated(kind)) }
      let display = kind.assumedDisplay
      if target.display == nil {
        target.display = .srgb
        let name = kind.row.name
        notes.note(
          "srgb-for-\(name.lowercased())", "the output is sRGB, which readers of \(name) assume",
          fix: "\(.to) chooses another")
      }
      // Other primaries are rejected later, with an error of their own.
      if target.primaries ?? display.primaries == display.primaries { target.matrix = target.matrix ?? display.matrix }
      if target.pixelFormat?.format.isSubsampled != false {
        target.chromaLocation = target.chromaLocation ?? display.chromaLocation
      }
    }
    // Pictures use full range.
    if kind.row.layouts.0.model == .yCbCr {
      target.range = target.range ?? (target.followsSource ? clip.source.color.range : nil) ?? .full
    }
    if kind.row.holdsAlpha, hasAlpha, target.alpha.isKept { target.alpha.outAlpha = target.alpha.outAlpha ?? .straight }
    encodedFormat = kind.layout(
      isDeep: try ends(of: clip).display.bitDepth > 8, hasAlpha: hasAlpha && target.alpha.isKept)
  }
}
