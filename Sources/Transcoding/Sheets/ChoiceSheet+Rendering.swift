extension ChoiceSheet {
  struct Rendering {
    /// The unmapped movie and the choices, with the indices of their JPEGs.
    private(set) var rows: [(shown: Shown, pictures: [Int])] = []
    private(set) var leftOut: [LeftOut] = []
    /// The JPEGs in Base64.
    private(set) var pictures: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]
    let making: ChoiceSheet
    let frames: [Still]
    let size: PictureSize
    private let step: Int
    private let file: PictureFile
    private let comparisons: [ColorComparison]
    private let codes: CodeLight
    let white: Luminance
    /// A display with BT.1886, by which grays are reported.
    private let display: TransferFunction
    private let meter: QualityMeter?
    private let grays: [Signal]
    private let start = ContinuousClock.now

    /// The grays whose codes are reported: 18 % gray and reference white.
    ///
    /// - Source: ITU-R BT.2408-8, clause 2.2, Table 1.
    private static let lights = [26.0, 203.0]

    init(of frames: [Still], _ size: PictureSize, _ step: Int, by making: ChoiceSheet) throws {
      (self.frames, self.size, self.step, self.making) = (frames, size, step, making)
      file = try making.movie.file(.jpg, size)
      let white = making.movie.decision.plan.targetLuminance.peak
      let meter = making.settings.measuresQuality && QualityMeter.isInstalled ? try QualityMeter(size) : nil
      (self.white, self.meter) = (white, meter)
      let range = LuminanceRange(black: .nits(0), peak: white)
      display = .bt1886(luminance: range)
      codes = CodeLight(TransferFunction.sRGB.shown(on: range), toBT2020: RGBPrimaries.bt709.matrix(to: .bt2020))
      let source = CodeLight(.pq)
      comparisons = try frames.enumerated().map { number, frame in
        try making.movie.context.control.check()
        var maker = try making.movie.maker(by: frame.source, size)
        let picture = Planes(try maker.make(frame.picture))
        try meter?.take(source: number) { source.bt2020(picture[$0]) }
        return ColorComparison(picture, source)
      }
      grays = Self.lights.map { Self.signal(of: $0, by: frames[0].source) }
    }

    /// The signal for which a source shows a neutral light.
    private static func signal(of nits: Double, by plan: ConversionPlan) -> Signal {
      let shown = plan.bt2020LightFromTargetSignal
      var (low, high) = (0.0, 1.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if shown(plan(Signal(neutral: SignalLevel(middle)))).components.y < nits { low = middle } else { high = middle }
      }
      return Signal(neutral: SignalLevel((low + high) / 2))
    }

    mutating func addUntouched() throws {
      let grays = grays.map { signal in
        Gray(code: 255 * signal.components.y, light: display.eotf(SignalLevel(signal.components.y)))
      }
      try add(nil, frames.map(\.untouched), grays)
    }

    /// Makes the pictures of a choice, or records why it is omitted.
    mutating func add(_ choice: MappingChoice) throws {
      let plans: [ConversionPlan]
      do throws(TranscodingError) {
        plans = try frames.map { frame throws(TranscodingError) in try making.plan(of: choice, for: frame) }
      } catch {
        guard error != .cancelled else { throw error }
        return leftOut.append(LeftOut(choice: choice, reason: error.sentence))
      }
      let plan = plans[0]
      let shown = plan.bt2020LightFromTargetSignal
      let grays = grays.map { signal in
        let light = Luminance.nits(shown(plan(signal)).components.y)
        return Gray(code: 255 * display.inverseEOTF(light).value, light: light)
      }
      try add(choice, plans, grays)
    }

    private mutating func add(_ choice: MappingChoice?, _ plans: [ConversionPlan], _ grays: [Gray]) throws {
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
      let shown = Shown(
        choice: choice, command: choice.flatMap(making.command), gray: grays[0], white: grays[1], pictures: numbers,
        equal: equal)
      rows.append((shown, places))
    }

    private mutating func place(of picture: [UInt8]) -> (Int, isNew: Bool) {
      if let known = places[picture] { return (known, false) }
      places[picture] = pictures.count
      pictures.append(picture.base64)
      return (pictures.count - 1, true)
    }

    func show(_ count: Int, of all: Int) {
      making.movie.context.control.show(
        ConversionProgress(
          phase: .converting, frames: count, expectedFrames: all, isEstimated: false,
          seconds: (ContinuousClock.now - start) / .seconds(1), shown: nil, bytes: nil, isComplete: false))
    }

    mutating func measureQuality() throws {
      let control = making.movie.context.control
      guard let meter else { return }
      guard let qualities = try meter.finish() else {
        try control.check()
        return control.note(
          "no-quality", "cvvdp was found, but it reported no quality", consequence: "the page has no JOD")
      }
      for row in rows.indices {
        for (number, picture) in rows[row].pictures.enumerated() {
          rows[row].shown.pictures[number].quality = qualities[picture]
        }
      }
    }

    /// The omitted choices, one finding per reason.
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
  }
}
