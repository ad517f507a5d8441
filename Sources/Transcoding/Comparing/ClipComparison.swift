internal import FrameComparison
internal import Synchronization

internal import Movies

/// A comparison of two open clips whose colors are known.
///
///     let comparison = try ClipComparison(of: "reference.mov", and: "test.mp4")
///     let compared = try comparison.run()
///     print(compared.deltaEITP.mean, compared.diagnosis.first?.sentence ?? "no fault found")
///
/// Both are decoded by their own tags to display light, so that clips with different encodings can be compared: HLG for its nominal display of
/// 1000 cd/m², SDR for a display whose white is 203 cd/m².
public struct ClipComparison: Sendable {
  public let first, second: MediaLocation
  public let settings: ComparisonSettings
  /// Whether the codes of both clips have the same meaning, so that they have a peak signal-to-noise ratio.
  public var comparesCodes: Bool { emptyErrors != nil }
  /// The assumptions, and the notes for users before the first frame.
  public let findings: [Finding]
  private let contexts: (InputContext, InputContext)
  private let sources: (any FrameSource, any FrameSource)
  /// The descriptions of both clips; each takes tags that it does not state from the other.
  private let clips: (Clip, Clip)
  private let plans: (ConversionPlan, ConversionPlan)
  private let ranges: (FrameRange, FrameRange)
  private let size: PictureSize
  private let threads: Int
  private let assumptions: [Finding]
  private let notes: [Finding]
  private let control: RunControl

  /// Opens two clips.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown.
  public init(
    of first: MediaLocation, and second: MediaLocation, _ settings: ComparisonSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: first, and: second, settings, for: RunControl())
  }

  package init(
    of first: MediaLocation, and second: MediaLocation, _ settings: ComparisonSettings, for control: RunControl
  ) throws(TranscodingError) {
    func context(_ input: InputSettings) throws(TranscodingError) -> InputContext {
      let context = InputContext(
        control: control, source: input, strict: settings.isStrict, fields: .singleField, neverHasAlpha: true)
      try context.check()
      return context
    }
    let inputs = (MediaInput(first), MediaInput(second))
    let isShared = settings.second == nil
    contexts = (
      try context(settings.first.about(inputs.0, sharedWith: inputs.1, isShared)),
      try context((settings.second ?? settings.first).about(inputs.1, sharedWith: inputs.0, isShared))
    )
    try settings.frames.check()
    try settings.running.check()
    let shares = { ThreadShares(asked: settings.running.threads, decodes: $0, encodes: false) }
    let decoding = max(1, shares(true).decoding / 2)
    sources = Self.upright(
      try contexts.0.frames(of: inputs.0, threads: decoding), try contexts.1.frames(of: inputs.1, threads: decoding))
    var notes: [Finding] = []
    var (one, other) = (sources.0.clip, sources.1.clip)
    // Tags that were lost are a fault of the second clip, but its pictures can be compared.
    let taken = [
      Self.complete(&other, from: one, name: "\(second)"), Self.complete(&one, from: other, name: "\(first)"),
    ].compactMap(\.self)
    clips = (one, other)
    notes += [one, other].filter(\.format.hasAlpha).map {
      Finding(code: "alpha-not-compared", found: "\($0.name) has alpha", consequence: "only its color is compared")
    }
    size = Self.size(one, other, &notes)
    if settings.offset == nil, let rates = Self.otherRates(one, other) { notes.append(rates) }
    (self.first, self.second, self.settings, self.control) = (first, second, settings, control)
    threads = shares(sources.0.decodes || sources.1.decodes).converting
    ranges = try Self.select(settings, sources)
    do throws(PlanError) {
      plans = (try .comparing(one.source, reading: one.format), try .comparing(other.source, reading: other.format))
    } catch {
      throw TranscodingError(error)
    }
    let assumed =
      taken
      + [(one, plans.0), (other, plans.1)].flatMap { clip, plan in
        (clip.assumptions + plan.assumptions).filter { $0.code != "alpha-dropped" }
      }
    assumptions = try contexts.0.accepted(assumed.withoutRepetition)
    if plans.0.sourceTags.isHDR != plans.1.sourceTags.isHDR {
      notes.note(
        "other-dynamic-range",
        "\(one.name) is \(plans.0.sourceTags.isHDR ? "HDR" : "SDR"), but \(other.name) is \(plans.1.sourceTags.isHDR ? "HDR" : "SDR")",
        consequence: "the numbers measure a mapping, and only some faults are checked")
    }
    self.notes = notes
    findings = assumptions + notes + control.findings
  }

  /// Compares the frames on the calling thread.
  ///
  /// - Parameters:
  ///   - progress: Called after each frame; an error that it throws ends the comparison.
  ///   - eachFrame: Called with each frame's differences, in order.
  /// - Throws: ``TranscodingError``, `CancellationError`, and errors of the closures.
  public func run(
    _ progress: (ConversionProgress) throws -> Void = { _ in },
    eachFrame: (ComparedFrame) throws -> Void = { _ in }
  ) throws -> ComparedClips {
    try control.run(showing: progress) { try compare(sources.0, sources.1, eachFrame) }
  }

  /// Compares the frames on a separate thread. Cancelling the task ends the comparison after the current frame.
  public func run(
    _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in },
    eachFrame: @escaping @Sendable (ComparedFrame) throws -> Void = { _ in }
  ) async throws -> ComparedClips {
    try await control.run(showing: progress) { try compare(sources.0, sources.1, eachFrame) }
  }
}

extension ClipComparison {
  /// The plane errors before the first picture; `nil` if the clips' codes differ in meaning, or their planes in layout.
  private var emptyErrors: PlaneErrors? {
    let (one, other) = (plans.0.sourceTags, plans.1.sourceTags)
    guard one.matrix == other.matrix, one.range == other.range, one.transfer == other.transfer,
      clips.0.openedSize == clips.1.openedSize
    else { return nil }
    return PlaneErrors(clips.0.format, clips.1.format, isNarrow: one.range == .narrow, isPQ: one.transfer == .pq)
  }

  /// Takes the color tags that a clip does not state from another clip of the same dynamic range.
  private static func complete(_ clip: inout Clip, from other: Clip, name: String) -> Finding? {
    let (own, known) = (clip.source.color, other.source.color)
    guard clip.source.log == nil, let transfer = known.transfer, (own.transfer ?? transfer).isHDR == transfer.isHDR
    else { return nil }
    // An untagged 8-bit picture is shown as sRGB, whatever it was made from.
    if own.transfer == nil, clip.format.model == .rgb, clip.format.bitDepth == 8, transfer.isHDR { return nil }
    var taken = known.without(own)
    if clip.source.gamut != nil { taken.primaries = nil }
    // Y′CbCr cannot take its matrix and its range from R′G′B′.
    if clip.format.model != other.format.model { (taken.matrix, taken.range) = (nil, nil) }
    if clip.format.chroma != other.format.chroma { taken.chromaLocation = nil }
    let tags = ResolvedTags([(name, taken, StaticMetadata())]).decisions
    guard !tags.isEmpty else { return nil }
    clip.source.color = own.completed(by: taken)
    let (that, it) = tags.count == 1 ? ("that", "it") : ("those", "them")
    return Finding(
      code: "color-of-the-other", found: "\(name) does not state its \(list(tags.map(\.property.words)))",
      consequence: "assuming \(that) of the other clip, \(list(tags.map(\.believed.value)))",
      fix: "state \(it) with \(list(tags.map(\.property.setting)))")
  }

  private static func otherRates(_ first: Clip, _ second: Clip) -> Finding? {
    guard let one = first.frameRate, let other = second.frameRate, abs(one.value / other.value - 1) > 0.0005 else {
      return nil
    }
    return Finding(
      code: "other-rate",
      found:
        "\(first.name) has \(one.value.rounded(to: 3)) frames/s, but \(second.name) has \(other.value.rounded(to: 3))",
      consequence: "frames are paired by their times, and those without a partner are left out",
      fix: "pair them by number with \(.offset) 0")
  }

  /// Returns both, turned and mirrored as players do if their orientations differ; equal orientations are not applied.
  private static func upright(
    _ first: any FrameSource, _ second: any FrameSource
  ) -> (any FrameSource, any FrameSource) {
    func turned(_ source: some FrameSource) -> any FrameSource {
      shaped(source, by: source.clip.geometry.orientationOnly)
    }
    guard first.clip.geometry.orientation != second.clip.geometry.orientation else { return (first, second) }
    return (turned(first), turned(second))
  }

  private static func size(_ first: Clip, _ second: Clip, _ notes: inout [Finding]) -> PictureSize {
    let (a, b) = (first.openedSize, second.openedSize)
    guard a != b else { return a }
    let size = PictureSize(width: min(a.width, b.width), height: min(a.height, b.height))
    notes.note(
      "other-size", "\(first.name) is \(a), but \(second.name) is \(b)", consequence: "they are compared at \(size)")
    return size
  }

  /// Selects the frames to compare. Where frames are paired by time, only the first clip is limited to a part: see `PicturePairs`.
  private static func select(
    _ settings: ComparisonSettings, _ sources: (any FrameSource, any FrameSource)
  ) throws(TranscodingError) -> (FrameRange, FrameRange) {
    guard let offset = settings.offset else {
      return (try sources.0.range(of: settings.frames), try sources.1.range(of: FrameSelection()))
    }
    guard case .index(let start) = settings.frames.start else { throw .comparison(.offsetFromTime) }
    /// Selects the frames of a clip after those that the offset skips.
    func shifted(_ source: any FrameSource, by skipped: UInt) throws(TranscodingError) -> FrameRange {
      var frames = settings.frames
      guard skipped > 0 else { return try source.range(of: frames) }
      frames.start = .index(start.adding(Int(clamping: skipped)))
      if let range = try source.select(frames) { return range }
      throw .comparison(.offsetSkipsAll(source.clip.name, offset: offset))
    }
    return (
      try shifted(sources.0, by: offset < 0 ? offset.magnitude : 0),
      try shifted(sources.1, by: offset > 0 ? offset.magnitude : 0)
    )
  }

  // MARK: Running

  private func compare<First: FrameSource, Second: FrameSource>(
    _ first: First, _ second: Second, _ eachFrame: (ComparedFrame) throws -> Void
  ) throws -> ComparedClips {
    let (inputs, control) = ((self.first, self.second), control)
    control.report(assumed: assumptions)
    control.report(notes)
    var counter = FrameCounter(.converting, ranges.0, of: first.clip, control)
    let files = contexts.0.files(with: inputs.0, clips.0) + contexts.1.files(with: inputs.1, clips.1)
    var result = try control.writing(reading: files, force: settings.replacesProtectedFiles) { outputs in
      let heatMap = try settings.heatMap.map { path throws(TranscodingError) in
        guard FileEnding.mayBePNG(path) else { throw .comparison(.heatMapNotPNG("\(path)")) }
        return try outputs.open(path, as: "the heat map")
      }
      let table = try settings.csv.map { path throws(TranscodingError) in try outputs.open(path, as: "the table") }
      func reader(_ clip: Clip, _ plan: ConversionPlan) throws -> PerceptualReader {
        let pass = try LightPass(over: clip, threads: threads, on: settings.running.chosenInstructions)
        return try PerceptualReader(pass, by: plan, at: size)
      }
      let tags = (plans.0.sourceTags, plans.1.sourceTags)
      let (planes, bands) = (
        emptyErrors, BandMeter((clips.0.format, tags.0.range == .narrow), (clips.1.format, tags.1.range == .narrow))
      )
      let meter = try PairMeter(
        reader(clips.0, plans.0), reader(clips.1, plans.1), planes: planes, bands: bands, at: size, threads: threads,
        keepsHeat: heatMap != nil)
      let empty = ComparedClips(
        first: side(inputs.0, clips.0, tags.0), second: side(inputs.1, clips.1, tags.1), width: size.width,
        height: size.height)
      var totals = ComparedTotals(empty, planes: planes, bands: bands, areSDR: !tags.0.isHDR && !tags.1.isHDR)
      let pairs = PicturePairs(
        first, second, from: (ranges.0.first, ranges.1.first), of: settings.frames, isByTime: settings.offset == nil)
      let begin = ranges.0.first
      let pump = try FramePump(
        first: begin, control, input: { try pairs.makePair() }, output: { PumpedValue<MeasuredPair>() },
        read: { pair, _ in try pairs.read(into: pair) ? (pair, ()) : nil },
        converter: {
          (
            { pair, measured, index, _ in
              // As many as are looked at closely are kept: see `ComparisonEvidence`.
              let number = index - begin
              let values = try meter.measure(pair, closely: ComparisonEvidence.isClose(number))
              measured.value.withLock { $0 = values }
            }, 0
          )
        })
      try pump.forEach { measured in
        guard let values = measured.value.withLock({ $0.take() }) else { return }
        let compared = totals.add(values)
        try control.calling { try eachFrame(compared) }
        counter.advance()
      }
      try control.check()
      try contexts.0.report(faults: first.faults)
      try contexts.1.report(faults: second.faults)
      guard counter.frames > 0 else { throw TranscodingError.comparison(.noCommonTime("\(inputs.0)", "\(inputs.1)")) }
      totals.evidence.unmatched = pairs.unmatched
      var result = totals.finished(meter.maxima)
      // A single picture is compared with one frame of a movie, whose other frames are expected to be unmatched.
      if counter.frames == 1, clips.0.source.isStill || clips.1.source.isStill {
        totals.evidence.unmatched = (UnmatchedFrames(), UnmatchedFrames())
      }
      result.apply(
        ComparisonFindings(
          of: totals.evidence, at: (size.width, size.height), facts(clips.0, first, tags.0),
          facts(clips.1, second, tags.1)))
      try heatMap?.write(HeatMap.png(totals.worst.heat, size))
      let rows = [ComparedFrame.csvHeader] + result.frames.map(\.csvRow)
      try table?.write(Array(rows.joined().utf8))
      return result
    }
    counter.finish()
    result.findings = control.findings(after: findings)
    return result
  }

  private func side(_ input: Path, _ clip: Clip, _ tags: ColorDescription) -> ComparedClips.Side {
    ComparedClips.Side(
      input: input, width: clip.openedSize.width, height: clip.openedSize.height, pixelFormat: clip.format.name,
      color: tags, frameRate: clip.frameRate?.value)
  }

  /// Returns the facts of a clip, and the properties that its source itself states.
  private func facts(_ clip: Clip, _ source: some FrameSource, _ tags: ColorDescription) -> PictureFacts {
    let stated = source.clip.source
    let statements: [(PictureFacts.Statement, isStated: Bool)] = [
      (.transfer, stated.color.transfer != nil), (.primaries, stated.color.primaries != nil),
      (.mastering, stated.metadata.mastering != nil), (.contentLight, stated.metadata.contentLight != nil),
      (.ambient, stated.metadata.ambient != nil), (.hdr10Plus, stated.carriesHDR10Plus),
      (.headroom, stated.carriesHeadroomAdaptiveMetadata),
    ]
    return PictureFacts(
      primaries: tags.primaries ?? .bt2020, transfer: tags.transfer ?? .pq, matrix: tags.matrix ?? .bt709,
      isNarrow: tags.range == .narrow, statements: Set(statements.filter(\.isStated).map(\.0)),
      canState: source.canState, width: clip.openedSize.width, height: clip.openedSize.height,
      pixelAspect: clip.pixelAspect?.value ?? 1, isTurned: clip.appliedGeometry.orientation != nil)
  }
}

extension FrameSource {
  /// The properties that a file of this kind can state.
  ///
  /// - Source: ISO/IEC 14496-12, `colr`, `mdcv` and `clli`, and RFC 9559, Colour, have a place for tags and static metadata of every codec; ITU-T H.265, annex D, and
  ///   the AV1 specification, clause 5.8, for dynamic metadata. Y4M and most pictures have no place for them.
  fileprivate var canState: Set<PictureFacts.Statement> {
    guard clip.mayHaveFields, let movie else { return [] }
    let isDynamic = ["hevc", "av1"].contains(movie.reader.video.codec)
    return isDynamic ? Set(PictureFacts.Statement.allCases) : [.transfer, .primaries, .mastering, .contentLight]
  }
}

extension ComparedClips {
  fileprivate mutating func apply(_ findings: ComparisonFindings) {
    geometry = findings.geometry.map {
      Geometry(
        code: $0.kind.rawValue, sentence: $0.sentence, correlation: $0.correlation, part: $0.part)
    }
    diagnosis = findings.faults.map {
      Fault(code: $0.fault.rawValue, sentence: $0.sentence, confidence: $0.confidence)
    }
    toneCurve = [10, 26, 100, 203].compactMap { nits in
      findings.curve?.light(of: .nits(nits)).map { (.nits(nits), $0) }
    }
  }
}

extension InputSettings {
  /// Returns what is stated about one of two clips: size and layout are for raw frames, and a shared color JSON also for Y4M, if only the other
  /// clip is such.
  fileprivate func about(_ input: MediaInput, sharedWith other: MediaInput, _ sharesJSON: Bool) -> InputSettings {
    var own = self
    if input.statesLayout, !other.statesLayout { (own.size, own.pixelFormat) = (nil, nil) }
    if sharesJSON, input.isMovie, !other.isMovie { own.colorJSON = nil }
    return own
  }
}
