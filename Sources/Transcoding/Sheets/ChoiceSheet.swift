internal import Movies

/// An HTML page of a movie's pictures under many mappings. A slider compares any two of them, with numbers beside it. It needs FFmpeg's libraries.
///
///     var settings = ChoiceSheetSettings()
///     settings.toneMappings = [.spline, .bt2390, .hable]
///     let sheet = try ChoiceSheet(of: "in.mov", settings)
///     try await sheet.write(to: "out.html")
///
/// A page is one self-contained file of at most 5 MB. Further choices are on further pages, `out-2.html` and so on.
public struct ChoiceSheet: Sendable {
  public let input: MediaLocation
  public let settings: ChoiceSheetSettings
  /// The requested choices; omissions are known only when the sheet is made.
  public let choices: [MappingChoice]
  /// The assumptions and warnings.
  public let findings: [Finding]
  let movie: MovieStills
  private let control: RunControl

  /// Opens a movie and plans its pictures.
  ///
  /// - Throws: ``TranscodingError`` for an input that is not a movie, cannot be read or is SDR, and for an unknown color.
  public init(of input: MediaLocation, _ settings: ChoiceSheetSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: ChoiceSheetSettings, for control: RunControl
  ) throws(TranscodingError) {
    for moment in settings.at { try moment.check(.at) }
    movie = try MovieStills(
      of: input, settings.ofPictures, at: settings.at.first?.opening ?? MovieStills.opening, control,
      comparingHeadroom: settings.choices.contains { $0.toneMapping == .st2094_50 }, followingLight: false
    ) { source throws(TranscodingError) in
      let size = try settings.ofPictures.size(of: source.clip.shownSize, isOnSheet: false)
      try PictureKind.jpg.check(size, chosenBy: [.width])
      return size
    }
    guard movie.decision.unmappedSDR == nil else { throw .picture(.sdr("\(input)")) }
    (self.input, self.settings, choices, self.control) = (input, settings, settings.choices, control)
    findings = movie.findings + control.findings
  }

  /// Writes the pages, which appear together when all are complete. Cancelling the task stops after the current picture.
  ///
  /// - Parameter output: The first page; the names of further pages end in their number.
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await control.run { try written(to: output) }
  }

  /// Writes the pages on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written { try control.run { try written(to: output) } }

  /// A written page.
  public struct Page: Sendable {
    public let output: MediaLocation
    public let byteCount: Int
    /// The choices on the page, as indices of ``Written/choices``; the first choice is on each page.
    public let choices: [Int]
  }

  /// A choice with its numbers.
  public struct Shown: Sendable {
    /// The mapping; `nil` is the unmapped movie on an SDR display.
    public let choice: MappingChoice?
    /// The command for this conversion; `nil` if the command has no name for the mapping.
    public let command: String?
    /// The display values for gray of 26 cd/m² and reference white of 203 cd/m².
    public let gray, white: Gray
    /// The numbers of each picture.
    public internal(set) var pictures: [ColorNumbers]
    /// An earlier choice with identical pictures, as an index of ``Written/choices``.
    public let equal: Int?
  }

  /// A gray on the display.
  public struct Gray: Hashable, Sendable {
    /// The unrounded 8-bit full-range code on a display with BT.1886.
    public let code: Double
    public let light: Luminance
  }

  /// A choice for which no picture could be made.
  public struct LeftOut: Sendable {
    public let choice: MappingChoice
    public let reason: Fix
  }

  /// The written pages.
  public struct Written: Sendable {
    public internal(set) var pages: [Page] = []
    public let size: PictureSize
    /// The times of the pictures, in seconds from the start of the movie.
    public let seconds: [Double]
    /// The unmapped movie, and each choice.
    public let choices: [Shown]
    public let leftOut: [LeftOut]
    /// The findings made before and during rendering.
    public internal(set) var findings: [Finding]
    package let decision: Decision
    package let isOnStandardOutput: Bool
  }
}

extension ChoiceSheet {
  struct Still {
    let picture: MoviePicture
    let seconds: Double
    let clip: Clip
    /// The plan from its light to PQ, for numbers, and the plan that shows its signal as if it were sRGB.
    let source, untouched: ConversionPlan
  }

  private func written(to output: Path) throws -> Written {
    var made = try movie.writing { outputs in
      let first = try outputs.open(output, as: "the page")
      movie.report()
      let frames = try frames()
      try movie.context.input.report(faults: movie.source.faults)
      let (size, step) = try shape(of: frames)
      var rendering = try Rendering(of: frames, size, step, by: self)
      try rendering.addUntouched()
      for (number, choice) in choices.enumerated() {
        try control.check()
        try rendering.add(choice)
        rendering.show(number + 1, of: choices.count)
      }
      guard rendering.rows.count > 1 else {
        throw TranscodingError.picture(.noChoiceFits("\(movie.input)", reason: rendering.leftOut.first?.reason))
      }
      try rendering.measureQuality()
      for finding in rendering.omissions { control.report([finding]) }
      let parts = try rendering.parts(upTo: Self.mostBytes)
      guard parts.count == 1 || first.isFile else {
        throw TranscodingError.picture(.pagesNeedFiles(parts.count, first.name))
      }
      let names = [output] + (1..<parts.count).map { output.inserting("-\($0 + 1)") }
      let destinations = try [first] + names.dropFirst().map { try outputs.open($0, as: "the page", isGiven: false) }
      var made = Written(
        size: size, seconds: frames.map(\.seconds), choices: rendering.rows.map(\.shown), leftOut: rendering.leftOut,
        findings: [], decision: movie.decision, isOnStandardOutput: first.isStandardOutput)
      for (number, part) in parts.enumerated() {
        let text = rendering.html(of: part, number: number, named: names)
        try destinations[number].write(text)
        made.pages.append(Page(output: names[number], byteCount: text.count, choices: part))
      }
      try control.check()
      return made
    }
    made.findings = control.findings(after: findings)
    return made
  }

  /// The maximum size of a page in bytes: what can still be emailed.
  private static let mostBytes = 5_000_000

  // MARK: Pictures of the movie

  private func frames() throws -> [Still] {
    let moments = settings.at.isEmpty ? [nil] : settings.at.map(Optional.some)
    return try moments.enumerated().map { number, moment in
      try control.check()
      let found = try movie.find(moment, isOpenedThere: number == 0)
      let part = try movie.source.part(of: found.picture)
      let clip = part?.applied(to: movie.source.clip) ?? movie.source.clip
      return Still(
        picture: found.picture, seconds: found.seconds.value, clip: clip, source: try light(of: clip),
        untouched: try signal(of: clip))
    }
  }

  /// The plan from the light of a clip to PQ, which is lossless up to the source's peak.
  private func light(of clip: Clip) throws -> ConversionPlan {
    var context = movie.context
    (context.strict, context.mapping) = (false, MappingSettings())
    context.mapping.sourcePeak = settings.mapping.sourcePeak
    context.mapping.sdrTransfer = settings.mapping.sdrTransfer
    (context.target.display, context.target.primaries) = (.pq, .bt2020)
    return try context.decide(about: clip).plan
  }

  /// The plan that shows the signal of a clip unchanged on an sRGB display, like a player that ignores its tags.
  private func signal(of clip: Clip) throws -> ConversionPlan {
    var (context, clip) = (movie.context, clip)
    (context.strict, context.mapping) = (false, MappingSettings())
    context.mapping.referenceWhite = settings.mapping.referenceWhite
    context.source = InputSettings()
    let tags = movie.decision.plan.sourceTags
    // Such players do not support matrices that act on light.
    let isUsual = ![MatrixCoefficients.iCtCp, .bt2020CL, .chromaticityCL, .chromaticityNCL].contains(tags.matrix)
    let old = clip.source
    clip.source = Source(
      color: ColorDescription(
        primaries: .bt709, transfer: .sRGB, matrix: isUsual ? tags.matrix : .bt2020NCL, range: tags.range,
        chromaLocation: tags.chromaLocation))
    (clip.source.alpha, clip.source.height) = (old.alpha, old.height)
    return try context.decide(about: clip).plan
  }

  func plan(of choice: MappingChoice, for frame: Still) throws(TranscodingError) -> ConversionPlan {
    var context = movie.context
    context.mapping = choice.applied(to: settings.mapping)
    guard choice.toneMapping.followsMetadata else { return try context.decide(about: frame.clip).plan }
    let messages = frame.picture.messages
    let (isThere, format, source): (Bool, String, CurveSource) =
      choice.toneMapping == .st2094_40
      ? (messages.hdr10Plus != nil, "HDR10+", .carriedCurve) : (messages.headroom != nil, "ST 2094-50", .carriedGains)
    guard isThere else { throw .picture(.missingMetadata(of: format, at: frame.seconds)) }
    context.curve = try source.curve(ofFrame: 0, with: messages)
    return try context.decide(about: frame.clip).plan
  }

  // MARK: The size of the pictures

  /// The longest sides that are tried if no width is given, with their JPEG quantizers; the last ones only for many pictures.
  private static let shapes = [(1280, 4), (960, 4), (800, 4), (640, 5), (480, 5), (320, 5), (240, 6)]
  /// The number of leading shapes that require all choices on one page.
  private static let onOnePage = 4
  private static let steps = [4, 6, 9, 13, 20]

  /// The size of the pictures and the quantizer of their JPEGs: the largest and finest with which all choices, or else a few, fit on a page.
  private func shape(of frames: [Still]) throws -> (size: PictureSize, step: Int) {
    let shown = movie.source.clip.shownSize
    let longest = max(shown.width, shown.height)
    let count = choices.count
    let tried =
      try settings.width.map { width throws(TranscodingError) in
        let size = try movie.settings.size(of: shown, isOnSheet: false)
        return Self.steps.map { (size: size, step: $0, isSmall: true) }
      }
      ?? Self.shapes.enumerated().map { number, shape throws(TranscodingError) in
        var settings = ThumbnailSettings()
        let side = min(shape.0, longest)
        settings.size = .fit(PictureSize(width: side, height: side))
        return (try settings.size(of: shown, isOnSheet: false), shape.1, number + 1 >= Self.onOnePage)
      }
    var smallest = 0
    for (size, step, isSmall) in tried {
      try control.check()
      let file = try movie.file(.jpg, size)
      // The unmapped movie has low contrast, so its JPEGs are smaller.
      func bytes(_ plan: (Still) -> ConversionPlan) throws -> Int {
        try frames.reduce(0) { sum, frame in
          var maker = try movie.maker(by: plan(frame), size)
          return try sum + 4 * file.jpeg(of: maker.make(frame.picture), step: step).count / 3
        }
      }
      let (untouched, mapped) = (try bytes(\.untouched), try bytes { _ in movie.decision.plan })
      let room = Self.mostBytes - Rendering.byteCountOfPage
      smallest = untouched + 2 * mapped
      // Each page has the unmapped movie, the first choice and at least one more.
      guard smallest * 5 / 4 < room else { continue }
      let needed = untouched + count * (mapped * 11 / 10 + Rendering.byteCountOfRow)
      if needed < room || isSmall { return (size, step) }
    }
    throw TranscodingError.picture(.choicesTooLarge(bytes: smallest, allowed: Self.mostBytes))
  }

  func command(of choice: MappingChoice) -> String? {
    guard let options = choice.options else { return nil }
    let fields: [String] = movie.source.reader.video.isInterlaced ? [OptionStyle.words.name(.deinterlace)] : []
    let (input, hasAlpha) = (movie.input, movie.source.clip.format.hasAlpha)
    let ending = movie.source.reader.isPictureFile ? "png" : OutputKind.container(like: input, hasAlpha: hasAlpha)
    let name = input.split.name
    let stem = name.bytes.lastIndex(of: UInt8(ascii: ".")).map { Path(name.bytes[..<$0]) } ?? name
    // A name that starts like an option needs its directory.
    let output = "\(name.bytes.first == UInt8(ascii: "-") ? "./" : "")\((stem + "-sdr.\(ending)").word)"
    let words = settings.options + fields + options + light(of: choice)
    return ShellWords.line(["tonemap", "convert", input.word, output] + words)
  }

  /// The words with which `convert` has one curve, as the page has, where it would follow the light of each frame.
  private func light(of choice: MappingChoice) -> [String] {
    var context = movie.context
    (context.dynamics, context.mapping.toneMapping) = (LightSettings(), choice.toneMapping)
    return context.followsStatedLight(of: movie.source.clip) ? [OptionStyle.words.name(.dynamics), "off"] : []
  }
}
