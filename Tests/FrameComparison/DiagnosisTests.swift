import Colorimetry
import FrameComparison
import Testing
import VideoFrames

/// Each fault is made here by its own formula, and named.
@Suite struct DiagnosisTests {
  private static func source(_ x: Int, _ y: Int, _ frame: Int) -> Light { light(signal(Double(x), Double(y), frame)) }

  /// What is named first where the signal of each pixel is changed.
  private static func named(_ change: (SIMD3<Double>) -> SIMD3<Double>) throws -> Diagnosis.Fault? {
    try findings(source) { x, y, frame in light(change(signal(Double(x), Double(y), frame))) }.faults.first?.fault
  }

  @Test func equalClipsHaveNoFault() throws {
    let found = try findings(Self.source, Self.source)
    #expect(found.faults.isEmpty && found.geometry == nil && found.curve == nil)
  }

  /// Noise of two codes of 8 bits is what coding does.
  @Test func noiseIsNoFault() throws {
    var state: UInt32 = 1
    let found = try findings(Self.source) { x, y, frame in
      func noise() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return (Double(state >> 8) / Double(1 << 24) - 0.5) * 4 / 255
      }
      return light(signal(Double(x), Double(y), frame) + SIMD3(noise(), noise(), noise()))
    }
    #expect(found.faults.isEmpty && found.geometry == nil, "\(found)")
  }

  /// H.273: narrow-range luma is 219 E + 16 of 255, full-range 255 E.
  @Test func rangesAreNamed() throws {
    #expect(try Self.named { ($0 * 219 + 16) / 255 } == .rangeAsFull)
    #expect(
      try Self.named { (($0 * 255 - 16) / 219).clamped(lowerBound: .zero, upperBound: .one) } == .rangeAsNarrow)
  }

  /// Luma of one matrix taken for that of the other, with the coefficients as BT.601 and BT.709 print them.
  @Test(arguments: [true, false]) func matricesAreNamed(isWritten601: Bool) throws {
    func coded(_ rgb: SIMD3<Double>, _ r: Double, _ b: Double) -> SIMD3<Double> {
      let y = r * rgb.x + (1 - r - b) * rgb.y + b * rgb.z
      return SIMD3(y, (rgb.z - y) / (2 - 2 * b), (rgb.x - y) / (2 - 2 * r))
    }
    func decoded(_ ycc: SIMD3<Double>, _ r: Double, _ b: Double) -> SIMD3<Double> {
      let (red, blue) = (ycc.x + (2 - 2 * r) * ycc.z, ycc.x + (2 - 2 * b) * ycc.y)
      return SIMD3(red, (ycc.x - r * red - b * blue) / (1 - r - b), blue)
    }
    let (bt601, bt709) = ((0.299, 0.114), (0.2126, 0.0722))
    let (written, read) = isWritten601 ? (bt601, bt709) : (bt709, bt601)
    #expect(try Self.named { decoded(coded($0, written.0, written.1), read.0, read.1) } == .matrix)
    #expect(
      try Self.named {
        let own = coded($0, bt709.0, bt709.1)
        return decoded(SIMD3(own.x, own.z, own.y), bt709.0, bt709.1)
      } == .chromaExchanged)
  }

  @Test func lightIsNamed() throws {
    func named(_ factor: Double, _ own: PictureFacts = hdr) throws -> Diagnosis.Fault? {
      try findings(facts: (own, own), Self.source) { Self.source($0, $1, $2) * factor }.faults.first?.fault
    }
    #expect(try named(2.03) == .referenceWhite && named(100.0 / 203) == .referenceWhite)
    #expect(try named(4) == .peak && named(0.1) == .peak)
    // A hundredth less is no fault, and SDR may be shown darker.
    #expect(try named(0.99) == nil && named(0.5, sdr) == nil)
  }

  /// BT.709's R, G, B shown as those of BT.2020.
  @Test func primariesAreNamed() throws {
    let toBT709 = RGBPrimaries.bt2020.matrix(to: .bt709)
    #expect(
      try findings(Self.source) { Light(toBT709 * Self.source($0, $1, $2).components) }.faults.first?.fault
        == .primaries)
  }

  /// ST 2084's EOTF as printed, in cd/m².
  private static func pq(_ v: SIMD3<Double>) -> Light {
    func shown(_ v: Double) -> Double {
      let x = Elementary.pow(v, 32.0 / 2523)
      return 10000
        * Elementary.pow(max(x - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * x), 16384.0 / 2610)
    }
    return Light(SIMD3(shown(v.x), shown(v.y), shown(v.z)))
  }

  /// BT.2100's HLG on a display of 1000 cd/m²: its OOTF on luminance, or on each channel.
  private static func hlg(_ v: SIMD3<Double>) -> Light {
    func scene(_ v: Double) -> Double {
      v <= 0.5 ? v * v / 3 : (Elementary.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    let light = SIMD3(scene(v.x), scene(v.y), scene(v.z))
    let y = (light * SIMD3(0.2627, 0.678, 0.0593)).sum()
    return Light(1000 * Elementary.pow(y, 0.2) * light)
  }

  @Test func systemsAreNamed() throws {
    let hlg = facts(.bt2020, .hlg, .bt2020NCL)
    func named(
      _ facts: (PictureFacts, PictureFacts), _ right: (SIMD3<Double>) -> Light, _ wrong: (SIMD3<Double>) -> Light
    ) throws -> [Diagnosis.Fault] {
      func signals(_ x: Int, _ y: Int, _ frame: Int) -> SIMD3<Double> { signal(Double(x), Double(y), frame) * 0.75 }
      return try findings(facts: facts, { right(signals($0, $1, $2)) }, { wrong(signals($0, $1, $2)) }).faults.map(
        \.fault)
    }
    #expect(try named((hlg, hdr), { Self.hlg($0) }, Self.pq) == [.hlgAsPQ])
    #expect(try named((hdr, hlg), Self.pq, { Self.hlg($0) }) == [.pqAsHLG])
    // Codes of PQ shown as SDR of BT.709; what is mapped is no fault.
    #expect(try named((hdr, sdr), Self.pq, light) == [.hdrAsSDR])
    #expect(try named((hdr, sdr), Self.pq) { Light(Self.mapped(Self.pq($0).components)) } == [])
  }

  /// Extended Reinhard on luminance, for a peak of 1000 cd/m².
  private static func mapped(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let y = (light * SIMD3(0.2627, 0.678, 0.0593)).sum()
    let (x, peak) = (y / 203, 1000.0 / 203)
    return light * (203 * x * (1 + x / (peak * peak)) / (1 + x) / max(y, 1e-9))
  }

  /// Another mapping is a curve, no fault: its values are those of its formula.
  @Test func anotherToneCurveIsNoFault() throws {
    let found = try findings(Self.source) { x, y, frame in Light(Self.mapped(Self.source(x, y, frame).components)) }
    #expect(found.faults.isEmpty && found.geometry == nil, "\(found)")
    let curve = try #require(found.curve)
    for gray in [10.0, 26, 100] {
      let right = Self.mapped(SIMD3(repeating: gray)).x
      #expect(abs(try #require(curve.light(of: .nits(gray))).nits / right - 1) < 0.1, "\(gray)")
    }
  }

  /// A slow ramp of gray in codes of 8 bits, whose luma keeps every level, or one of two, four or eight.
  @Test(arguments: [1, 2, 4, 8]) func bandsAreNamed(step: Int) throws {
    var bands = noBands
    var (smooth, coarse) = (
      try Frame(.gray, width: size.width, height: size.height), try Frame(.gray, width: size.width, height: size.height)
    )
    for y in 0..<size.height {
      for x in 0..<size.width {
        let code = 80 + (2 * x + y) / 6
        try smooth.setCode(code, component: 0, x: x, y: y)
        try coarse.setCode(code / step * step, component: 0, x: x, y: y)
      }
    }
    smooth.withView { one in coarse.withView { bands.add(one, $0) } }
    #expect(abs(try #require(bands.second.distance) - Double(step)) < 0.05)
    #expect(try #require(bands.first.distance) == 1)
    let found = try findings(bands: bands, Self.source) { Self.source($0, $1, $2) * 0.999 }
    #expect(found.faults.map(\.fault) == (step == 1 ? [] : [.banding]), "\(found)")
  }

  /// Codes outside narrow range count wherever they are.
  @Test(arguments: [0, 20, 300, 579]) func allRowsCountForTheRange(top: Int) throws {
    var frame = try Frame(.gray, width: 32, height: 600)
    for y in 0..<600 {
      for x in 0..<32 { try frame.setCode((top..<top + 21).contains(y) ? 250 : 100, component: 0, x: x, y: y) }
    }
    var bands = noBands
    frame.withView { bands.add($0, $0) }
    #expect(bands.first.shareOutOfRange == 21.0 / 600 && bands.second.shareOutOfRange == 21.0 / 600)
  }

  /// A small picture of a larger one has whole samples of chroma.
  @Test(arguments: [(40, 22), (44, 24), (66, 38), (90, 50)]) func roundedSizesAreNoFault(width: Int, height: Int) throws
  {
    var (large, small) = (sdr, sdr)
    (large.width, large.height) = (320, 180)
    (small.width, small.height) = (width, height)
    let found = try findings(facts: (large, small), Self.source, Self.source)
    #expect(found.geometry == nil && found.faults.isEmpty, "\(found)")
    small.width = width * 4 / 3
    #expect(try findings(facts: (large, small), Self.source, Self.source).geometry != nil)
  }

  /// What is not like any fault is not given a name: one code more everywhere, a channel turned over, a picture of one color.
  @Test func otherDifferencesHaveNoName() throws {
    let raised = try findings(Self.source) { x, y, frame in light(signal(Double(x), Double(y), frame) + 1.0 / 219) }
    #expect(raised.faults.isEmpty, "\(raised)")
    let turned = try findings(Self.source) { x, y, frame in
      let own = signal(Double(x), Double(y), frame)
      return light(SIMD3(own.x, 1 - own.y, own.z))
    }
    #expect(turned.faults.isEmpty, "\(turned)")
    let flat = try findings({ _, _, _ in Light(SIMD3(80, 40, 20)) }, { _, _, _ in Light(SIMD3(160, 80, 40)) })
    #expect(flat.faults.isEmpty && flat.geometry == nil, "\(flat)")
  }

  /// Other places of the same picture, in pixels of 160×96, under another tone curve.
  @Test(arguments: [
    ("mirrored", SIMD2(-1.0, 1), SIMD2(159.0, 0)), ("turned", SIMD2(-1, -1), SIMD2(159, 95)),
    ("shifted", SIMD2(1, 1), SIMD2(3, -2)), ("cropped", SIMD2(0.9, 0.9), SIMD2(8, 4.8)),
    ("another-picture", SIMD2(1, 1), SIMD2(500, 700)),
  ]) func geometryIsNamed(code: String, scale: SIMD2<Double>, shift: SIMD2<Double>) throws {
    func still(_ x: Double, _ y: Double) -> SIMD3<Double> { detail(x, y, 0) }
    let found = try findings(
      { x, y, _ in light(still(Double(x), Double(y))) },
      { x, y, _ in
        Light(Self.mapped(light(still(scale.x * Double(x) + shift.x, scale.y * Double(y) + shift.y)).components))
      })
    #expect(found.geometry?.kind.rawValue == code && found.faults.isEmpty, "\(found)")
    if code == "cropped", let part = found.geometry?.part {
      #expect(abs(part.x - 8) < 1 && abs(part.y - 4.8) < 1 && abs(part.width - 144) < 2 && abs(part.height - 86.4) < 2)
    }
    if code == "shifted", let part = found.geometry?.part { #expect(abs(part.x - 3) < 0.3 && abs(part.y + 2) < 0.3) }
  }

  /// The frame of the first that each frame of the second shows.
  @Test(
    arguments: [
      ([0, 0, 1, 2, 3, 4, 5, 6], [.frameOffset]), ([2, 3, 4, 5, 6, 7, 8, 9], [.frameOffset]),
      ([0, 1, 2, 4, 5, 6, 7, 8], [.framesMissing]), ([0, 1, 2, 3, 3, 4, 5, 6], [.framesRepeated]),
      ([0, 1, 2, 3, 3, 5, 6, 7], [.framesRepeated, .framesMissing]), ([0, 1, 2, 3, 4, 5, 6, 7], []),
    ] as [([Int], [Diagnosis.Fault])]) func timesAreNamed(shown: [Int], faults: [Diagnosis.Fault]) throws
  {
    func scene(_ x: Int, _ y: Int, _ frame: Int) -> Light { light(detail(Double(x), Double(y), frame)) }
    let found = try findings(frames: shown.count, scene) { Light(Self.mapped(scene($0, $1, shown[$2]).components)) }
    #expect(Set(found.faults.map(\.fault)) == Set(faults) && found.geometry == nil, "\(found)")
    // The first frame that is not shown.
    if let missing = (0...shown.max()!).first(where: { !shown.contains($0) }), faults.contains(.framesMissing) {
      let sentence = try #require(found.faults.first { $0.fault == .framesMissing }).sentence
      #expect(sentence.contains("(\(Double(missing) / 25) s)"), "\(sentence)")
    }
    // Equal still frames are no fault.
    let still = try findings(frames: 4, { x, y, _ in scene(x, y, 0) }) { x, y, _ in scene(x, y, 0) * 0.98 }
    #expect(still.faults.isEmpty)
  }

  /// Odd rows of the frame before.
  @Test func fieldsAreNamed() throws {
    func scene(_ x: Int, _ y: Int, _ frame: Int) -> Light { light(detail(Double(x), Double(y), frame)) }
    let found = try findings(scene) { x, y, frame in scene(x, y, y % 2 == 1 ? max(frame - 1, 0) : frame) }
    #expect(found.faults.first?.fault == .fieldOrder, "\(found)")
  }

  /// Chroma half a pixel to the right: luma stays, the differences of color come from the left.
  @Test func sitesAreNamed() throws {
    func luma(_ rgb: SIMD3<Double>) -> Double { (rgb * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
    // Weak colors, whose light hardly moves with them.
    func sharp(_ x: Double, _ y: Double) -> SIMD3<Double> { 0.6 + 0.2 * detail(x, y, 0) }
    let found = try findings(
      frames: 3, { x, y, _ in light(sharp(Double(x), Double(y))) },
      { x, y, _ in
        let (own, left) = (sharp(Double(x), Double(y)), sharp(Double(x) - 0.5, Double(y)))
        return light(left + (luma(own) - luma(left)))
      })
    #expect(found.faults.first?.fault == .chromaSiting, "\(found)")
    #expect(found.faults.first?.sentence.contains("right") == true)
  }

  /// Only what the second could have stated, of one transfer function.
  @Test func lostStatementsAreNamed() throws {
    let stated = facts(.bt2020, .pq, .bt2020NCL, statements: [.mastering, .contentLight])
    var second = facts(.bt2020, .pq, .bt2020NCL, statements: [.contentLight])
    func found() throws -> [Diagnosis] { try findings(facts: (stated, second), Self.source, Self.source).faults }
    #expect(try found().map(\.fault) == [.metadata])
    #expect(try found().first?.sentence.contains("the mastering display") == true)
    second.canState = []
    #expect(try found().isEmpty)
    second = sdr
    #expect(try !found().contains { $0.fault == .metadata })
  }
}
