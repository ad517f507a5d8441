import TestSupport
import Testing
import ToneMapping

/// Messages of ST 2094-50, and the plans that follow them.
@Suite struct HeadroomAdaptiveToneMapTests {
  private static func metadata(_ payload: String) throws -> HeadroomAdaptiveMetadata {
    guard case .headroomAdaptiveMetadata(let metadata) = try RegisteredUserData(parsing: Vectors.bytes(ofHex: payload))
    else {
      throw MetadataError.wrongBox(found: "other user data", expected: "ST 2094-50")
    }
    return metadata
  }

  private static func image(
    _ headroom: HeadroomAdaptiveMetadata.ToneMap.CodedStops,
    _ mixing: HeadroomAdaptiveMetadata.ToneMap.Mixing = .maximum,
    x: [HeadroomAdaptiveMetadata.ToneMap.Curve.Position] = [1000, 4000],
    y: [HeadroomAdaptiveMetadata.ToneMap.CodedStops] = [0, 20_000],
    angles: [HeadroomAdaptiveMetadata.ToneMap.Curve.Angle]? = nil
  ) -> HeadroomAdaptiveMetadata.ToneMap.Alternate {
    .init(headroomUnits: headroom, mixing: mixing, curve: .init(x: x, y: y, angles: angles))
  }

  private static func metadata(
    _ images: [HeadroomAdaptiveMetadata.ToneMap.Alternate], in space: HeadroomAdaptiveMetadata.ToneMap.Space = .bt2020,
    baseline: HeadroomAdaptiveMetadata.ToneMap.CodedStops = 20_000
  ) -> HeadroomAdaptiveMetadata {
    HeadroomAdaptiveMetadata(
      toneMap: HeadroomAdaptiveMetadata.ToneMap(
        baselineHeadroomUnits: baseline, alternates: .init(space: space, images: images)))
  }

  /// A second writing of the standard, in numpy: bytes, gains, mixing, primaries, displays.
  @Test func colorsAreThoseOfTheSecondWriting() throws {
    var seen = 0
    for row in try Vectors.rows("st2094_50_gains.csv") {
      func number(_ title: String) throws -> Double { try #require(row[title].flatMap(Double.init), "\(title)") }
      let map = try HeadroomAdaptiveToneMap(Self.metadata(#require(row["payload"])), frame: 0)
      let curve = try ST2094_50(
        from: .nits(0...10_000), to: .nits(0...number("peak")), map: map, targetWhite: .nits(number("white")))
      let light = try Light.nits(number("r"), number("g"), number("b"))
      let found = curve(light).components
      let expected = try SIMD3(number("r_out"), number("g_out"), number("b_out"))
      // Where matrices cancel, as for saturated light in BT.709, what is left has the rounding of the whole.
      let error = (found - expected) / max(expected.max(), -expected.min(), 1e-3)
      #expect(max(error.max(), -error.min()) < 1e-11, "\(row["case"] ?? "") \(light): \(found), not \(expected)")
      seen += 1
    }
    #expect(seen == 780)
  }

  /// The public draft's example of one image, B.1: 4 becomes 1 on an SDR display, 2 on one with a stop of headroom, and stays with two stops.
  @Test func theExampleOfOneImage() throws {
    let map = try HeadroomAdaptiveToneMap(Self.metadata([Self.image(0)]), frame: 0)
    for (peak, expected) in [(203.0, 203.0), (406, 406), (812, 812), (4000, 812)] {
      let found = ST2094_50(from: .nits(0...812), to: .nits(0...peak), map: map)(.nits(812))
      #expect(abs(found.nits - expected) < 1e-9, "\(peak)")
    }
    #expect(map.peak == .nits(812))
    let unchanged = ST2094_50(from: .nits(0...812), to: .nits(0...812), map: map)
    #expect(unchanged.isIdentity && !ST2094_50(from: .nits(0...812), to: .nits(0...811), map: map).isIdentity)
  }

  /// The flag for the standard's own operator is the operator `reference-white`.
  @Test func theFlagIsReferenceWhite() throws {
    let map = try HeadroomAdaptiveToneMap(Self.metadata("b50090000100405dc080"), frame: 0)
    #expect(map.baselineHeadroom == 2.4 && map.gains == .referenceWhite)
    for peak in [203.0, 400, 800] {
      let (own, stated) = (
        ReferenceWhiteToneMap(from: .nits(0...map.peak.nits), to: .nits(0...peak)),
        ST2094_50(from: .nits(0...map.peak.nits), to: .nits(0...peak), map: map)
      )
      for color in [Light.nits(203, 20, 10), Light.nits(900, 850, 3), Light.nits(1, 500, 40)] {
        let (a, b) = (own(color).components, stated(color).components)
        #expect((0..<3).allSatisfy { abs(a[$0] - b[$0]) <= 1e-12 * a[$0] }, "\(peak) \(color)")
      }
    }
  }

  /// Monotone interpolation: with equal steps, each inner slope is the harmonic mean of its neighbors' or 0.
  @Test func slopesThatAreNotStated() throws {
    let curve = try GainCurve(x: [0, 1, 2, 3], y: [0, -1, -3, -2])
    // Cubics at their middles: (y0 + y1) / 2 + (m0 − m1) / 8, with m of −0.5, −4/3, 0 and 2.5.
    let middles = [-0.5 + (-0.5 + 4.0 / 3) / 8, -2 + (-4.0 / 3) / 8, -2.5 - 2.5 / 8]
    for (x, expected) in zip([0.5, 1.5, 2.5] as [WhiteRelativeLevel], middles) {
      #expect(abs(curve(x).value - expected) < 1e-14)
    }
    // Two points of the same light are two ends: before them a line, after them another curve.
    let twice = try GainCurve(x: [0, 1, 1, 2, 3], y: [0, -1, -1, -3, -2])
    for x in [0.2, 0.7] as [WhiteRelativeLevel] { #expect(abs(twice(x).value + x.value) < 1e-14) }
    let rest = try GainCurve(x: [1, 2, 3], y: [-1, -3, -2])
    for x in [1, 1.4, 2.5, 5] as [WhiteRelativeLevel] { #expect(twice(x) == rest(x)) }
  }

  @Test func numbersThatCannotBe() throws {
    func error(_ metadata: HeadroomAdaptiveMetadata) -> HeadroomAdaptiveToneMapError? {
      do throws(HeadroomCurveError) {
        _ = try HeadroomAdaptiveToneMap(metadata, frame: 7)
        return nil
      } catch {
        #expect("\(error)".hasPrefix("in frame 7, "))
        guard case .map(let error, frame: 7) = error else { return nil }
        return error
      }
    }
    #expect(throws: HeadroomCurveError.noToneMap(frame: 3)) {
      try HeadroomAdaptiveToneMap(HeadroomAdaptiveMetadata(referenceWhiteUnits: 500), frame: 3)
    }
    #expect(error(Self.metadata([Self.image(0)])) == nil)
    #expect(error(Self.metadata([Self.image(10_000), Self.image(0)])) == .headroomOrder([1, 0], baseline: 2))
    #expect(error(Self.metadata([Self.image(0), Self.image(20_000)])) == .headroomOrder([0, 2], baseline: 2))
    #expect(error(Self.metadata([Self.image(0, .custom([0, nil, 0, 0, nil, 0]))])) == .mixing)
    #expect(error(Self.metadata([Self.image(0, x: [1000, 999])])) == .pointOrder(index: 1, light: 0.999, before: 1))
    #expect(error(Self.metadata([Self.image(0, x: [1000, 1000])])) == .pointOrder(index: 1, light: 1, before: 1))
    #expect(error(Self.metadata([Self.image(0, x: [0], y: [0])])) == .allBlack)
    let line = [CodedChromaticity](repeating: CodedChromaticity(x: 10_000, y: 10_000), count: 4)
    guard case .primaries? = error(Self.metadata([Self.image(0)], in: .custom(line))) else {
      Issue.record("primaries in one place were taken")
      return
    }
    #expect(throws: HeadroomAdaptiveToneMapError.headroom(6.5)) { try HeadroomAdaptiveToneMap(baselineHeadroom: 6.5) }
    #expect(throws: HeadroomAdaptiveToneMapError.referenceWhite(.nits(0))) {
      try HeadroomAdaptiveToneMap(referenceWhite: .nits(0), baselineHeadroom: 1)
    }
    #expect(throws: HeadroomAdaptiveToneMapError.pointCount(33)) {
      try GainCurve(x: (0..<33).map { WhiteRelativeLevel(Double($0)) }, y: [Stops](repeating: 0, count: 33))
    }
    #expect(throws: HeadroomAdaptiveToneMapError.point(index: 1, light: 2, gain: 7)) {
      try GainCurve(x: [1, 2], y: [0, 7])
    }
  }

  /// Messages of Skia's tests and some more, each with what a reader must do with it.
  @Test func messagesAndTheirVerdicts() throws {
    let rows = try Vectors.rows("st2094_50_outside_bytes.csv")
    #expect(rows.count == 31)
    for row in rows {
      let hex = try #require(row["bytes_after_T35_header_B500900001"])
      let bytes = HeadroomAdaptiveMetadata.header + Vectors.bytes(ofHex: hex)
      let meaning = row["meaning"] ?? ""
      var verdict = "valid"
      do {
        switch try RegisteredUserData(parsing: bytes) {
        case .headroomAdaptiveMetadata(let metadata) where metadata.toneMap != nil:
          if meaning.contains("four") || meaning.contains("means 4") {
            #expect(metadata.toneMap?.alternates?.images.count == 4, "\(meaning)")
          }
          _ = try HeadroomAdaptiveToneMap(metadata, frame: 0)
        case .headroomAdaptiveMetadata: break
        default: verdict = "ignore all"
        }
      } catch HeadroomCurveError.map(.allBlack, _) {
        // Valid bytes, but the only point of a curve is at black, which would make a display black: not mapped by.
        #expect(meaning.contains("four") || meaning.contains("means 4"), "\(meaning)")
      } catch { verdict = "invalid" }
      #expect(verdict == row["expected"], "\(meaning)")
    }
  }

  /// The plan: where the source ends, what it says, what it refuses, and what it leaves as it is.
  @Test func thePlanFollowsIt() throws {
    let map = try HeadroomAdaptiveToneMap(
      Self.metadata([Self.image(0), Self.image(10_000, y: [0, 10_000])]), frame: 0)
    let source = Source(color: Source.hdr10().color, carriesHeadroomAdaptiveMetadata: true)
    let plan = try ConversionPlan(
      from: source, to: .sdr, tone: .st2094_50(map))
    #expect(
      plan.peakEvidence == .headroomAdaptiveToneMap && plan.sourceLuminance?.peak == .nits(812)
        && plan.assumptions == [])
    let tone = try #require(plan.stages.first { $0.kind == .tone }?.detail)
    for word in ["st2094-50", "headroom 2.0 to 0.0 stops", "0.0, 1.0", "203 cd/m²"] {
      #expect(tone.contains(word), "\(tone)")
    }
    // Unused, it is reported.
    let other = try ConversionPlan(from: source, to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)))
    #expect(other.assumptions.map(\.found) == ["the source carries ST 2094-50 metadata, which is not used"])
    for refused in [ToneOperator.st2094_50, .st2094_50(map).applied(by: .rgb)] {
      let error = #expect(throws: PlanError.self) { try ConversionPlan(from: source, to: .sdr, tone: refused) }
      guard case .tone(.refused)? = error else { Issue.record("\(String(describing: error))"); continue }
    }
    // A display with the baseline's headroom shows the baseline.
    let same = try ConversionPlan(
      from: source, to: .hdr10, tone: .st2094_50(map))
    #expect(same.stages.contains { $0.kind == .keep })
  }

  /// An SDR source's white is 1 on the curves, and an SDR display's white is the option's.
  @Test func whites() throws {
    let brighter = try HeadroomAdaptiveToneMap(
      Self.metadata([Self.image(10_000, x: [500, 1000], y: [0, 10_000])], baseline: 0), frame: 0)
    let display = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...406))
    let expanded = try ConversionPlan(
      from: .sdr, to: display, tone: .st2094_50(brighter))
    let white = PerceptualQuantizer().eotf(expanded(Signal(1, 1, 1))[0])
    #expect(abs(white.nits - 406) < 1e-6)
    let map = try HeadroomAdaptiveToneMap(Self.metadata([Self.image(0)]), frame: 0)
    let plan = try ConversionPlan(
      from: .hdr10(), to: .sdr, tone: .st2094_50(map),
      options: PlanOptions(referenceWhite: .nits(100)))
    let signal = PerceptualQuantizer().inverseEOTF(.nits(101.5))
    // Half of reference white has no gain: it is half of what the display's white is.
    let shown = TransferFunction.bt1886(luminance: .nits(0...100)).eotf(plan(Signal(neutral: signal))[0])
    #expect(abs(shown.nits - 50) < 1e-6)
  }
}
