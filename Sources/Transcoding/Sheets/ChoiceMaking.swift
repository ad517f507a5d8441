internal import Colorimetry
internal import HDRMetadata
internal import ToneMapping

#if FFmpeg
  internal import Movies
  internal import VideoFrames
#endif

/// An opened movie, and how pages of its pictures under many mappings are made.
struct ChoiceMaking {
  /// What was made.
  struct Made {
    var pages: [ChoiceSheet.Page] = []
    let size: PictureSize
    let seconds: [Double]
    let shown: [ChoiceSheet.Shown]
    let leftOut: [ChoiceSheet.LeftOut]
    let decision: Decision
    let isOnStandardOutput: Bool
  }

  let movie: Thumbnailing
  let settings: ChoiceSheetSettings

  /// What was assumed, and what a user should know.
  var findings: [Finding] { movie.findings }

  #if FFmpeg
    init(of input: MediaInput, _ settings: ChoiceSheetSettings, _ control: RunControl) throws(TranscodingError) {
      try settings.check()
      let asksForHeadroom = settings.choices.contains { $0.toneMapping == .st2094_50 }
      self.settings = settings
      movie = try Thumbnailing(
        of: input, settings.ofPictures, at: settings.at.first?.opening ?? FrameChoice.opening, control,
        adapting: { $0.comparesHeadroom = asksForHeadroom }
      ) { source throws(TranscodingError) in
        let size = try settings.ofPictures.size(of: source.clip.shownSize, isOnSheet: false)
        try PictureKind.jpg.check(size, fix: "give a smaller \(.pictureWidth)")
        return size
      }
      guard movie.decision.note == nil else {
        throw .data(
          "\(input.path) is SDR, but an HDR movie was expected: there is no light to map, so all choices are the same")
      }
    }

    /// A picture, and what is known of it.
    private struct Still {
      let picture: MoviePicture
      let seconds: Double
      let clip: Clip
      /// The plan from its light to PQ, for numbers, and the plan that shows its signal as if it were sRGB.
      let source, untouched: ConversionPlan
    }

    /// Writes the pages.
    func write(to output: Path) throws -> Made {
      try movie.withOutputs { outputs in
        let first = try outputs.open(output, as: "the page")
        movie.report()
        let frames = try frames()
        try movie.choices.report(faults: movie.source.faults)
        let (size, step) = try shape(of: frames)
        var rendering = try Rendering(of: frames, size, step, by: self)
        try rendering.addUntouched()
        let choices = settings.choices
        for (number, choice) in choices.enumerated() {
          try movie.choices.control.check()
          try rendering.add(choice)
          rendering.show(number + 1, of: choices.count)
        }
        guard rendering.rows.count > 1 else {
          throw TranscodingError.data(
            "no choice fits \(movie.input): \(rendering.leftOut.first?.reason ?? "none was given"); choose other operators"
          )
        }
        try rendering.measureQuality()
        for finding in rendering.omissions { movie.choices.control.report([finding]) }
        let page = rendering.page(titled: "\(movie.input)")
        let parts = try page.parts(upTo: Self.mostBytes)
        guard parts.count == 1 || first.isFile else {
          throw TranscodingError.settings(
            "the choices need \(parts.count) pages, but \(first.name) holds one; name a file, or choose fewer")
        }
        let names = Self.names(output, parts.count)
        let destinations = try [first] + names.dropFirst().map { try outputs.open($0, as: "the page", isGiven: false) }
        var made = Made(
          size: size, seconds: frames.map(\.seconds), shown: rendering.rows.map(\.shown), leftOut: rendering.leftOut,
          decision: movie.decision, isOnStandardOutput: first.isStandardOutput)
        for (number, part) in parts.enumerated() {
          let text = page.html(of: part, number: number, named: names)
          try destinations[number].write(text)
          made.pages.append(ChoiceSheet.Page(output: names[number], byteCount: text.count, choices: part))
        }
        try movie.choices.control.check()
        try outputs.commit()
        return made
      }
    }

    /// The most bytes of a page: what people still send by mail.
    private static let mostBytes = 5_000_000

    /// The names of the pages.
    private static func names(_ output: Path, _ count: Int) -> [Path] {
      guard count > 1 else { return [output] }
      let (folder, name) = output.split
      let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) ?? name.bytes.endIndex
      return [output]
        + (2...count).map { number in
          let own = Path(name.bytes[..<dot] + "-\(number)".utf8 + name.bytes[dot...])
          return output == name ? own : folder / own
        }
    }

    // MARK: Pictures of the movie

    private func frames() throws -> [Still] {
      let moments = settings.at.isEmpty ? [nil] : settings.at.map(Optional.some)
      return try moments.enumerated().map { number, moment in
        try movie.choices.control.check()
        let found = try movie.find(moment, isOpenedThere: number == 0)
        let part = try movie.source.part(of: found.picture)
        let clip = part?.applied(to: movie.source.clip) ?? movie.source.clip
        return Still(
          picture: found.picture, seconds: found.seconds.value, clip: clip, source: try light(of: clip),
          untouched: try signal(of: clip))
      }
    }

    /// The plan from the light of a clip to PQ, which changes none of it up to the source's peak.
    private func light(of clip: Clip) throws -> ConversionPlan {
      var choices = movie.choices
      (choices.strict, choices.mapping) = (false, MappingSettings())
      (choices.mapping.sourcePeak, choices.mapping.sdrTransfer) = (
        settings.mapping.sourcePeak, settings.mapping.sdrTransfer
      )
      (choices.target.display, choices.target.primaries) = (.pq, .bt2020)
      return try choices.decide(about: clip).plan
    }

    /// The plan that shows the signal of a clip on an sRGB display as it is: what a player does that ignores its tags.
    private func signal(of clip: Clip) throws -> ConversionPlan {
      var (choices, clip) = (movie.choices, clip)
      (choices.strict, choices.mapping) = (false, MappingSettings())
      choices.mapping.referenceWhite = settings.mapping.referenceWhite
      choices.source = InputSettings()
      let tags = movie.decision.plan.sourceTags
      // Such players know no matrix that acts on light.
      let isUsual = ![MatrixCoefficients.iCtCp, .bt2020CL, .chromaticityCL, .chromaticityNCL].contains(tags.matrix)
      let old = clip.source
      clip.source = Source(
        color: ColorDescription(
          primaries: .bt709, transfer: .sRGB, matrix: isUsual ? tags.matrix : .bt2020NCL, range: tags.range,
          chromaLocation: tags.chromaLocation))
      (clip.source.alpha, clip.source.height) = (old.alpha, old.height)
      return try choices.decide(about: clip).plan
    }

    /// The plan of a choice for a picture.
    private func plan(of choice: MappingChoice, for frame: Still) throws(TranscodingError) -> ConversionPlan {
      var choices = movie.choices
      choices.mapping = choice.applied(to: settings.mapping)
      guard choice.toneMapping.followsMetadata else { return try choices.decide(about: frame.clip).plan }
      let messages = frame.picture.messages
      let isThere = choice.toneMapping == .st2094_40 ? messages.hdr10Plus != nil : messages.headroom != nil
      guard isThere else {
        throw .data(
          "the picture at \(frame.seconds.rounded(to: 3)) s carries no metadata of \(choice.toneMapping == .st2094_40 ? "HDR10+" : "ST 2094-50"), from which the curve comes"
        )
      }
      if choice.toneMapping == .st2094_40,
        case .hdr10Plus(let curve) = try FrameLight.carriedCurve.curve(ofFrame: 0, with: messages)
      {
        return try choices.decide(about: frame.clip, scene: curve, table: nil).plan
      }
      if case .headroom(let map) = try FrameLight.carriedGains.curve(ofFrame: 0, with: messages) {
        choices.headroomAdaptiveToneMap = map
      }
      return try choices.decide(about: frame.clip).plan
    }

    // MARK: The size of the pictures

    /// The longest sides that are tried where no width is given, with the quantizers of their JPEGs; the last ones only for many pictures.
    private static let shapes = [(1280, 4), (960, 4), (800, 4), (640, 5), (480, 5), (320, 5), (240, 6)]
    /// How many of these have all choices on one page.
    private static let onOnePage = 4
    /// The quantizers that are tried for a given width.
    private static let steps = [4, 6, 9, 13, 20]

    /// The size of the pictures, and the quantizer of their JPEGs: the largest and finest with which all choices fit a page, or else a few of
    /// them.
    private func shape(of frames: [Still]) throws -> (size: PictureSize, step: Int) {
      let shown = movie.source.clip.shownSize
      let longest = max(shown.width, shown.height)
      let count = settings.choices.count
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
        try movie.choices.control.check()
        let file = try movie.file(.jpg, size)
        // The movie untouched is flat, so it has fewer bytes than what is made of it.
        func bytes(_ plan: (Still) -> ConversionPlan) throws -> Int {
          try frames.reduce(0) { sum, frame in
            var maker = try movie.maker(by: plan(frame), size)
            return try sum + 4 * file.jpeg(of: maker.make(frame.picture), step: step).count / 3
          }
        }
        let (untouched, mapped) = (try bytes(\.untouched), try bytes { _ in movie.decision.plan })
        let room = Self.mostBytes - ChoicePage.byteCountOfFrame
        smallest = untouched + 2 * mapped
        // The movie untouched, the first choice and one more are on each page.
        guard smallest * 5 / 4 < room else { continue }
        let needed = untouched + count * (mapped * 11 / 10 + ChoicePage.byteCountOfRow)
        if needed < room || isSmall { return (size, step) }
      }
      throw ChoicePage.tooLarge(smallest, Self.mostBytes)
    }

    // MARK: Rendering

    /// What is made of the pictures of a movie.
    private struct Rendering {
      /// A choice, and its pictures by their place in `pictures`.
      struct Row {
        var shown: ChoiceSheet.Shown
        let pictures: [Int]
      }

      private(set) var rows: [Row] = []
      private(set) var leftOut: [ChoiceSheet.LeftOut] = []
      /// JPEGs, each once.
      private var pictures: [[UInt8]] = []
      private var places: [[UInt8]: Int] = [:]
      private let making: ChoiceMaking
      private let frames: [Still]
      private let size: PictureSize
      private let step: Int
      private let file: PictureFile
      private let comparisons: [ColorComparison]
      private let codes: ShownCodes
      private let white: Luminance
      private let meter: QualityMeter?
      /// The signals of the source for 26 and for 203 cd/m².
      private let grays: [Signal]
      private let start = ContinuousClock.now

      /// Grays whose codes are reported: 18 % gray, and reference white.
      ///
      /// - Source: ITU-R BT.2408-8, clause 2.2, Table 1.
      private static let lights = [26.0, 203.0]

      init(of frames: [Still], _ size: PictureSize, _ step: Int, by making: ChoiceMaking) throws {
        (self.frames, self.size, self.step, self.making) = (frames, size, step, making)
        file = try making.movie.file(.jpg, size)
        let white = making.movie.decision.plan.targetLuminance.peak
        let meter = making.settings.measuresQuality && QualityMeter.isInstalled ? try QualityMeter(size) : nil
        (self.white, self.meter) = (white, meter)
        let source = SourceCodes()
        comparisons = try frames.enumerated().map { number, frame in
          try making.movie.choices.control.check()
          var maker = try making.movie.maker(by: frame.source, size)
          let picture = Planes(try maker.make(frame.picture))
          try meter?.take(source: number) { source.bt2020(picture[$0]) }
          return ColorComparison(picture, source)
        }
        codes = ShownCodes(white: white)
        grays = Self.lights.map { Self.signal(of: $0, by: frames[0].source) }
      }

      /// The signal of a source for which it shows a neutral light.
      private static func signal(of nits: Double, by plan: ConversionPlan) -> Signal {
        let shown = plan.bt2020LightFromTargetSignal
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
          let middle = (low + high) / 2
          if shown(plan(Signal(neutral: SignalLevel(middle)))).components.y < nits {
            low = middle
          } else {
            high = middle
          }
        }
        return Signal(neutral: SignalLevel((low + high) / 2))
      }

      mutating func addUntouched() throws {
        let display = BT1886(luminance: LuminanceRange(black: .nits(0), peak: white))
        let grays = grays.map { signal in
          ChoiceSheet.Gray(code: 255 * signal.components.y, light: display.eotf(SignalLevel(signal.components.y)))
        }
        try add(nil, frames.map(\.untouched), grays)
      }

      /// Makes the pictures of a choice, or says why there are none.
      mutating func add(_ choice: MappingChoice) throws {
        let plans: [ConversionPlan]
        do throws(TranscodingError) {
          plans = try frames.map { frame throws(TranscodingError) in try making.plan(of: choice, for: frame) }
        } catch {
          guard let reason = error.sentence else { throw error }
          return leftOut.append(ChoiceSheet.LeftOut(choice: choice, reason: reason))
        }
        let (plan, display) = (plans[0], BT1886(luminance: LuminanceRange(black: .nits(0), peak: white)))
        let shown = plan.bt2020LightFromTargetSignal
        let grays = grays.map { signal in
          let light = Luminance.nits(shown(plan(signal)).components.y)
          return ChoiceSheet.Gray(code: 255 * display.inverseEOTF(light).value, light: light)
        }
        try add(choice, plans, grays)
      }

      private mutating func add(_ choice: MappingChoice?, _ plans: [ConversionPlan], _ grays: [ChoiceSheet.Gray]) throws
      {
        var (numbers, places): ([ColorNumbers], [Int]) = ([], [])
        for (frame, plan) in zip(frames.indices, plans) {
          var maker = try making.movie.maker(by: plan, size)
          let picture = try maker.make(frames[frame].picture)
          let planes = Planes(picture)
          numbers.append(comparisons[frame](planes, on: codes))
          let (place, isNew) = place(of: try file.jpeg(of: picture, step: step))
          if isNew { try meter?.take(place, ofSource: frame) { [codes] in codes.bt2020(planes[$0]) } }
          places.append(place)
        }
        let equal = rows.firstIndex { $0.pictures == places }
        rows.append(
          Row(
            shown: ChoiceSheet.Shown(
              choice: choice, command: choice.flatMap(making.command), gray: grays[0], white: grays[1],
              pictures: numbers,
              equal: equal), pictures: places))
      }

      /// The place of a JPEG, and whether there was none before.
      private mutating func place(of picture: [UInt8]) -> (Int, isNew: Bool) {
        if let known = places[picture] { return (known, false) }
        places[picture] = pictures.count
        pictures.append(picture)
        return (pictures.count - 1, true)
      }

      /// Shows how many choices are done.
      func show(_ count: Int, of all: Int) {
        making.movie.choices.control.show(
          ConversionProgress(
            phase: .converting, frames: count, expectedFrames: all, isEstimated: false,
            seconds: (ContinuousClock.now - start) / .seconds(1), shown: nil, bytes: nil, isComplete: false))
      }

      /// Asks for the quality of each picture, if that can be measured.
      mutating func measureQuality() throws {
        let control = making.movie.choices.control
        guard let meter else { return }
        guard let qualities = try meter.finish() else {
          try control.check()
          return control.note(
            "no-quality", "cvvdp was found, but it did not say how good the pictures are",
            consequence: "there is no JOD")
        }
        for row in rows.indices { rows[row].shown.take(rows[row].pictures.map { qualities[$0] }) }
      }

      /// What was left out, one finding for each reason.
      var omissions: [Finding] {
        var reasons: [(reason: Fix, choices: [MappingChoice])] = []
        for omitted in leftOut {
          if let place = reasons.firstIndex(where: { $0.reason == omitted.reason }) {
            reasons[place].choices.append(omitted.choice)
          } else {
            reasons.append((omitted.reason, [omitted.choice]))
          }
        }
        return reasons.map { reason, choices in
          let names = choices.count > 2 ? choices[0].toneMapping.name : list(choices.map { "\($0)" })
          return Finding(
            code: "choice-left-out", found: "\(reason)" as Fix,
            consequence: "\(names) is left out: \(plural(choices.count, "choice"))")
        }
      }

      func page(titled title: String) -> ChoicePage {
        ChoicePage(
          title: title, size: size, seconds: frames.map(\.seconds), white: white,
          rows: rows.map { ($0.shown, $0.pictures) },
          pictures: pictures.map { $0.base64 },
          leftOut: omissions.map { "\($0.named(in: .words))" })
      }
    }

    /// The command that converts the movie as a choice does.
    private func command(of choice: MappingChoice) -> String? {
      guard let options = choice.options else { return nil }
      let fields: [String] = movie.source.reader.video.isInterlaced ? [OptionStyle.words.name("deinterlace")] : []
      let (input, hasAlpha) = (movie.input, movie.source.clip.format.hasAlpha)
      let ending = movie.source.reader.isPictureFile ? "png" : OutputKind.container(like: input, hasAlpha: hasAlpha)
      let name = input.split.name
      let stem = name.bytes.lastIndex(of: UInt8(ascii: ".")).map { Path(name.bytes[..<$0]) } ?? name
      return ShellWords(
        ["tonemap", "convert", input.word, (stem + "-sdr.\(ending)").word] + settings.options + fields + options
      ).line
    }
  #else
    /// - Throws: `settings`, since nothing opens movies.
    init(of input: MediaInput, _ settings: ChoiceSheetSettings, _ control: RunControl) throws(TranscodingError) {
      movie = try Thumbnailing(of: input, settings.ofPictures, control)
      self.settings = settings
    }

    func write(to output: Path) throws -> Made { preconditionFailure("there is no movie") }
  #endif
}

#if FFmpeg
  extension Planes {
    /// - Precondition: The picture has 16 bits and planes of G′, B′ and R′.
    fileprivate init(_ picture: borrowing VideoFrames.Frame) {
      self.init(width: picture.width, height: picture.height, bytes: picture.packedBytes)
    }
  }
#endif
