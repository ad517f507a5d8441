import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// The rules of formats, as tables: a file that meets all of them, and the rules that each change breaks.
@Suite struct DeliveryFormatTests {
  typealias Outcome = DeliveryFormat.Outcome

  private func outcomes(_ movie: TestMovie, _ format: DeliveryFormat) throws -> [String: Outcome] {
    let results = try MediaDescription(bytes: movie.bytes).ruleResults(for: format)
    #expect(Set(results.map(\.rule)).count == results.count, "each rule has a name of its own")
    return Dictionary(uniqueKeysWithValues: results.map { ($0.rule, $0.outcome) })
  }

  /// The rules that are not met, besides that about metadata where there is none, and that about frames, which are not read.
  private func exceptions(_ movie: TestMovie, _ format: DeliveryFormat) throws -> [String: Outcome] {
    try outcomes(movie, format).filter {
      $0.value != .passed && ($0.key, $0.value) != ("metadata", .notApplicable)
        && ($0.key, $0.value) != ("rpu", .notChecked)
    }
  }

  // MARK: Dolby Vision 8.4

  private static let hlgSequence = TestHEVCSequence(color: TestColor(codes: [9, 18, 9])).unit
  private static let ambientMessage = hevcUnit(39, messages((type: 148, bytes: ambientPayload)))
  private static let profile84 = box("dvvC", bytes(hex: "0100101540") + zeros(19))
  private static let phone = TestMovie(
    properties: [hvcC(hlgSequence), colr([9, 18, 9]), box("amve", ambientPayload), profile84])

  /// A change to the phone's movie, and the rule that it breaks.
  struct Change: Sendable, CustomStringConvertible {
    var rule: String
    var make: @Sendable (inout TestMovie) -> Void
    var description: String { rule }
  }

  static let changes = [
    Change(rule: "sample-entry") { $0.entryType = "hev1" },
    Change(rule: "codec") {
      $0.properties[0] = hvcC(TestHEVCSequence(color: TestColor(codes: [9, 18, 9]), depth: 8).unit)
      for depth in [25, 26] { $0.properties[0][depth] = 0xF8 }
    },
    // The profile of a record that its SPS does not have.
    Change(rule: "hvcc") { $0.properties[0][9] = 1 },
    Change(rule: "hvcc") { $0.properties[0][20] = 150 },
    Change(rule: "configuration") { $0.properties[3] = box("dvvC", bytes(hex: "0100101510") + zeros(19)) },
    Change(rule: "configuration") { $0.properties.remove(at: 3) },
    Change(rule: "configuration") { $0.properties[3] = box("dvcC", bytes(hex: "0100101540") + zeros(19)) },
    Change(rule: "colr") { $0.properties.remove(at: 1) },
    Change(rule: "amve") { $0.properties.remove(at: 2) },
  ]

  @Test func aPhonesMovieKeepsTheRulesOfDolbyVision() throws {
    #expect(try exceptions(Self.phone, .dolbyVision84) == [:])
  }

  @Test(arguments: changes) func aChangeBreaksItsRuleAlone(change: Change) throws {
    var movie = Self.phone
    change.make(&movie)
    #expect(try exceptions(movie, .dolbyVision84) == [change.rule: .failed])
  }

  @Test func aContainerThatContradictsItsStreamFails() throws {
    var movie = Self.phone
    movie.properties[1] = colr([9, 16, 9])
    #expect(try exceptions(movie, .dolbyVision84) == ["colr": .failed, "agreement": .failed])
    movie = Self.hdr10
    movie.properties[1] = colr([9, 18, 9])
    #expect(try exceptions(movie, .hdr10) == ["transfer": .failed, "agreement": .failed])
    #expect(
      try exceptions(movie, .hlg10) == ["transfer": .failed, "agreement": .failed], "each place says something else")
    // Recommended or not, it is one of the two.
    movie.properties[1] = colr([9, 16, 1])
    #expect(try exceptions(movie, .hdr10) == ["matrix": .failed, "agreement": .failed])
    movie = Self.hdr10
    let other = messages((type: 137, bytes: Array(masteringPayload.dropLast()) + [masteringPayload.last! ^ 1]))
    movie.properties[0] = hvcC(TestHEVCSequence().unit, hevcUnit(39, other))
    #expect(try exceptions(movie, .hdr10) == ["mastering": .failed, "agreement": .failed])
    #expect(try exceptions(movie, .sdr709)["agreement"] == .failed)
  }

  @Test func metadataThatCannotBeFails() throws {
    func outcome(cll: UInt16, fall: UInt16) throws -> [String: Outcome] {
      var movie = Self.hdr10
      movie.properties[3] = box("clli", big(UInt64(cll), 2) + big(UInt64(fall), 2))
      return try exceptions(movie, .hdr10)
    }
    let display = try MasteringDisplayColorVolume(parsing: masteringPayload)
    let peak = UInt16(try #require(display.maximum).nits)
    #expect(try outcome(cll: peak, fall: 100) == [:])
    #expect(try outcome(cll: peak + 1, fall: 100) == ["metadata": .failed])
    #expect(try outcome(cll: 100, fall: 200) == ["metadata": .failed])
    // 0 is legal and states no level.
    #expect(try outcome(cll: 0, fall: 0) == ["content-light": .failed])
    #expect(try outcome(cll: 500, fall: 0) == ["content-light": .failed])
    var swapped = display
    (swapped.maximumUnits, swapped.minimumUnits) = (display.minimumUnits, display.maximumUnits)
    var movie = Self.hdr10
    movie.properties[2] = box("mdcv", swapped.payload)
    #expect(try exceptions(movie, .hdr10) == ["mastering": .failed, "metadata": .failed])
    movie.properties[2] = box("mdcv", [1, 2, 3])
    #expect(try exceptions(movie, .hdr10) == ["mastering": .failed, "metadata": .failed])
  }

  @Test func statedLevelsHoldWhatWasMeasured() throws {
    func outcome(_ cll: ContentLightLevel.Level, _ fall: ContentLightLevel.Level) throws -> Outcome? {
      let media = try MediaDescription(bytes: Self.hdr10.bytes)
      return media.ruleResults(for: .hdr10, measured: ContentLightLevel(maxCLL: cll, maxFALL: fall)).first {
        $0.rule == "measured-light"
      }?.outcome
    }
    #expect(try outcome(1000, 400) == .passed && outcome(12, 3) == .passed)
    #expect(try outcome(3950, 400) == .failed && outcome(1000, 401) == .failed)
  }

  @Test func anAmbientEnvironmentInTheStreamAloneFails() throws {
    var movie = Self.phone
    movie.properties = [hvcC(Self.hlgSequence, Self.ambientMessage), colr([9, 18, 9]), Self.profile84]
    let result = try #require(
      try MediaDescription(bytes: movie.bytes).ruleResults(for: .dolbyVision84).first { $0.rule == "amve" })
    #expect(result.outcome == .failed && result.found.hasPrefix("no box, only a message (/moov"))
    let box = try MediaDescription(bytes: Self.phone.bytes).ruleResults(for: .dolbyVision84).first { $0.rule == "amve" }
    #expect(box?.found.hasPrefix("a box (/moov") == true)
  }

  /// A bare stream is as good as a movie to count frames.
  @Test func everyFrameBringsAnRPU() throws {
    let rpu = try Vectors.rpuUnit("x265")
    func outcome(_ units: [[UInt8]]) throws -> DeliveryFormat.RuleResult? {
      let bytes = ([TestHEVCSequence(color: TestColor(codes: [9, 18, 9])).unit] + units).flatMap { annexB($0) }
      let frames = try FrameSurvey(MediaFrames(bytes: bytes))
      return try MediaDescription(bytes: bytes).ruleResults(for: .dolbyVision84, frames: frames).first {
        $0.rule == "rpu"
      }
    }
    let slice = hevcUnit(1, [0x80] + zeros(30))
    #expect(try outcome([slice, rpu, slice, rpu])?.outcome == .passed)
    let missing = try outcome([slice, rpu, slice, slice, rpu])
    #expect(missing?.outcome == .failed && missing?.found == "2 of 3 frames, the first without is frame 1")
    // A unit of another type is no RPU, whatever is in it.
    let other = [UInt8(63 << 1)] + rpu.dropFirst()
    #expect(try outcome([slice, other])?.outcome == .failed && outcome([])?.outcome == .notChecked)
  }

  @Test func aMovieOfTwoColorsIsNotOne() throws {
    var movie = Self.hdr10
    movie.furtherEntries = [[colr([1, 1, 1])]]
    #expect(try exceptions(movie, .hdr10) == ["agreement": .failed])
  }

  // MARK: HDR10, HLG, SDR

  private static let hdr10 = TestMovie(
    properties: [
      hvcC(TestHEVCSequence().unit), colr([9, 16, 9]), box("mdcv", masteringPayload), box("clli", lightPayload),
    ])

  /// The definition of 2015: PQ, 10 bits, 4:2:0, BT.2020, ST 2086, MaxCLL and MaxFALL. Matrix and range are practice.
  @Test func hdr10IsItsDefinition() throws {
    #expect(try exceptions(Self.hdr10, .hdr10) == [:])
    var movie = Self.hdr10
    movie.properties = [hvcC(TestHEVCSequence(color: TestColor(codes: [12, 16, 1])).unit)]
    #expect(
      try exceptions(movie, .hdr10) == [
        "mastering": .failed, "content-light": .failed, "primaries": .failed, "matrix": .notFollowed,
      ])
    // Without metadata it is PQ10.
    movie.properties = [hvcC(TestHEVCSequence().unit), colr([9, 16, 9])]
    #expect(try exceptions(movie, .hdr10) == ["mastering": .failed, "content-light": .failed])
    #expect(try exceptions(movie, .pq10) == [:] && exceptions(Self.hdr10, .pq10) == [:])
    #expect(try exceptions(Self.hdr10, .hlg10) == ["transfer": .failed])
    #expect(try exceptions(Self.phone, .hlg10) == [:])
    // ProRes is 4:2:2: a master of HDR10, but not CTA's HDR10. Apple's export calls it so by its metadata, which are optional in HEVC.
    let prores = TestMovie(entryType: "apch", properties: [colr([9, 16, 9])] + Self.hdr10.properties[2...])
    #expect(try outcomes(prores, .hdr10)["chroma"] != .passed)
    #expect(try exceptions(prores, .appleHDR10) == [:] && exceptions(Self.hdr10, .appleHDR10) == [:])
    let bare = TestMovie(entryType: "apch", properties: [colr([9, 16, 9])])
    #expect(try exceptions(bare, .appleHDR10) == ["mastering": .failed, "content-light": .failed])
    #expect(
      try exceptions(movie, .appleHDR10) == ["mastering": .notFollowed, "content-light": .notFollowed])
    #expect(try exceptions(Self.phone, .appleHDR10)["transfer"] == .failed)
    movie.properties = [hvcC(TestHEVCSequence(color: TestColor(codes: [9, 16, 9]), depth: 8).unit)]
    #expect(try outcomes(movie, .hdr10)["codec"] == .failed, "HDR of 8 bits")
    #expect(try outcomes(Self.phone, .hdr10)["transfer"] == .failed)
  }

  @Test func hlgMayBeTheAlternativeOfBT2020Alone() throws {
    func movie(_ transfer: Int, preferred: UInt8?) -> TestMovie {
      let sequence = TestHEVCSequence(color: TestColor(codes: [9, transfer, 9])).unit
      let message = preferred.map { hevcUnit(39, messages((type: 147, bytes: [$0]))) }
      return TestMovie(properties: [message.map { hvcC(sequence, $0) } ?? hvcC(sequence)])
    }
    #expect(try exceptions(movie(18, preferred: nil), .hlg) == [:])
    #expect(try exceptions(movie(14, preferred: 18), .hlg) == [:])
    #expect(try exceptions(movie(14, preferred: nil), .hlg) == ["transfer": .failed])
    #expect(try exceptions(movie(1, preferred: 18), .hlg) == ["transfer": .failed, "agreement": .failed])
    let prores = TestMovie(entryType: "apch", properties: [colr([9, 18, 9])])
    #expect(try exceptions(prores, .hlg) == ["codec": .notApplicable])
  }

  @Test func dynamicMetadataAndItsBase() throws {
    #expect(
      try exceptions(Self.hdr10, .hdr10Plus) == ["hdr10plus": .failed, "hdr10plus-frames": .notChecked])
    var movie = Self.hdr10
    let plus = try RegisteredUserData.hdr10Plus(HDR10PlusMetadata(windows: [.init()], targetedDisplayMaximum: 400))
      .payload()
    movie.properties[0] = hvcC(TestHEVCSequence().unit, hevcUnit(39, messages((type: 4, bytes: plus))))
    #expect(try exceptions(movie, .hdr10Plus) == ["hdr10plus-frames": .notChecked])
    let record = box("dvvC", try DolbyVisionConfiguration(profile: 8, level: 5, compatibility: 1).payload)
    movie = Self.hdr10
    #expect(try exceptions(movie, .dolbyVision81) == ["configuration": .failed])
    movie.properties.append(record)
    #expect(try exceptions(movie, .dolbyVision81) == [:])
    #expect(try exceptions(movie, .dolbyVision84)["configuration"] == .failed)
    #expect(try exceptions(Self.phone, .dolbyVision81)["configuration"] == .failed)
  }

  @Test func sdrIsBT709Throughout() throws {
    let good = TestMovie(properties: [hvcC(TestHEVCSequence(color: TestColor(codes: [1, 1, 1]), depth: 8).unit)])
    #expect(try exceptions(good, .sdr709) == [:])
    #expect(try Set(exceptions(Self.hdr10, .sdr709).keys) == ["codec", "primaries", "transfer", "matrix"])
    #expect(try exceptions(TestMovie(entryType: "avc1"), .sdr709).count == 4, "what is not told is not kept")
  }

  // MARK: HEVC with alpha

  private static func pictureSet(_ id: Int, layer: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.golomb(id)
    return hevcUnit(34, layer: layer, bits.payload)
  }

  private static func alphaMovie(
    videoSet: TestHEVCVideoSet = TestHEVCVideoSet(), alphaID: Int = 2, isFull: Bool = true,
    use: AlphaChannelInformation.Use = .straight
  ) throws -> TestMovie {
    let message = try AlphaChannelInformation(use: use, bitDepth: 8, transparent: 0, opaque: 255)
    let sdr = TestColor(codes: [1, 1, 1])
    return TestMovie(
      properties: [
        hvcC(
          videoSet.unit, TestHEVCSequence(color: sdr, depth: 8).unit,
          TestHEVCSequence(color: TestColor(codes: [1, 1, 1], isFull: isFull), layer: 1, id: alphaID, depth: 8).unit,
          pictureSet(0, layer: 0), pictureSet(1, layer: 1), hevcUnit(39, messages((type: 165, bytes: message.payload))))
      ])
  }

  /// Whether alpha's chroma is neutral only its decoded pictures show.
  private static let unread: [String: Outcome] = ["alpha-neutral": .notChecked]

  private func broken(_ rules: String...) -> [String: Outcome] {
    rules.reduce(into: Self.unread) { $0[$1] = .failed }
  }

  @Test func aLayerOfAlphaIsCheckedAsFarAsItIsRead() throws {
    #expect(try exceptions(Self.alphaMovie(), .hevcAlpha) == Self.unread)
    #expect(try exceptions(Self.alphaMovie(use: .premultiplied), .hevcAlpha) == Self.unread)
    #expect(try exceptions(Self.alphaMovie(alphaID: 1), .hevcAlpha) == broken("own-sps"))
    #expect(try exceptions(Self.alphaMovie(isFull: false), .hevcAlpha) == broken("alpha-range"))
    #expect(try exceptions(Self.alphaMovie(use: .unspecified), .hevcAlpha) == broken("alpha-message"))
    let plain = try exceptions(Self.hdr10, .hevcAlpha)
    #expect(plain["layers"] == .failed && plain["alpha-layer"] == .failed && plain["alpha-message"] == .failed)
    #expect(plain["vps-extension"] == .failed && plain["auxiliary-id"] == .failed)
    #expect(plain["alpha-range"] == .notChecked && plain["alpha-profile"] == .notChecked)
    #expect(try exceptions(TestMovie(entryType: "ap4h"), .hevcAlpha) == ["codec": .failed])
  }

  @Test func whatTheVideoSetSaysOfAlphaIsChecked() throws {
    func found(_ make: (inout TestHEVCVideoSet) -> Void) throws -> [String: Outcome] {
      var set = TestHEVCVideoSet()
      make(&set)
      return try exceptions(Self.alphaMovie(videoSet: set), .hevcAlpha)
    }
    let without = broken("vps-extension", "auxiliary-id").merging(["frame-types": .notChecked]) { $1 }
    #expect(try found { $0.hasExtension = false } == without)
    #expect(try found { $0.dimensions = [(3, 2)] } == broken("auxiliary-id"))
    #expect(try found { $0.dimensions = [(1, 1)] } == broken("auxiliary-id"))
    #expect(try found { $0.layers = 3 }.keys.contains("layers"))
    #expect(try found { $0.areTypesAligned = nil } == Self.unread.merging(["frame-types": .notChecked]) { $1 })
    // If the set is cut off, its content is unknown, and no rule counts as broken.
    var movie = try Self.alphaMovie()
    movie.properties = [hvcC(hevcUnit(32, Array(TestHEVCVideoSet().payload[..<12])), TestHEVCSequence(depth: 8).unit)]
    let cut = try outcomes(movie, .hevcAlpha)
    #expect(cut["vps-extension"] == .notChecked && cut["auxiliary-id"] == .notChecked)
  }

  /// The types of the first picture's units in both layers; what the set promises; the outcome of the rule.
  @Test(
    arguments: [
      ([(19, 0), (19, 1)], true, .passed), ([(19, 0), (19, 0), (19, 1)], nil, .notChecked),
      ([(19, 0), (1, 1)], true, .failed), ([(19, 0), (1, 1)], nil, .failed), ([(21, 0)], nil, .failed),
      ([(20, 0), (19, 1)], false, .failed), ([], nil, .notChecked),
    ] as [([(Int, Int)], Bool?, Outcome)])
  func frameTypesOfTheFirstPicture(units: [(Int, Int)], promised: Bool?, outcome: Outcome) throws {
    var movie = try Self.alphaMovie(videoSet: TestHEVCVideoSet(areTypesAligned: promised))
    movie.sample = withLengths(units.map { hevcUnit($0.0, layer: $0.1, [0x80, 1, 2, 3]) })
    #expect(try outcomes(movie, .hevcAlpha)["frame-types"] == outcome)
  }

  @Test func aLayerWithoutASetOfItsOwnIsDescribedByTheExtension() throws {
    func found(_ make: (inout TestHEVCVideoSet) -> Void) throws -> [String: Outcome] {
      var set = TestHEVCVideoSet()
      make(&set)
      let movie = TestMovie(
        properties: [
          hvcC(
            set.unit, TestHEVCSequence(depth: 8).unit, TestHEVCSequence(isExtended: true, layer: 1, id: 2).unit,
            Self.pictureSet(0, layer: 0), Self.pictureSet(1, layer: 1))
        ])
      return try outcomes(movie, .hevcAlpha)
    }
    #expect(try found { _ in }["alpha-profile"] == .passed)
    #expect(try found { _ in }["alpha-chroma"] == .passed)
    #expect(try found { $0.profiles = [1, 2] }["alpha-profile"] == .failed)
    #expect(try found { $0.formats = [(1, 10)] }["alpha-profile"] == .failed)
    #expect(try found { $0.formats = [(0, 8)] }["alpha-chroma"] == .failed)
  }

  @Test(arguments: DeliveryFormat.allCases) func noTrackKeepsNoRule(format: DeliveryFormat) throws {
    var movie = Self.phone
    movie.handler = "soun"
    #expect(try outcomes(movie, format) == ["track": .failed])
  }
}
