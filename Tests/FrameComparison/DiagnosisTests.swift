import Colorimetry
import FrameComparison
import Testing
import VideoFrames

/// Each fault is made here by its own formula, and named.
@Suite struct DiagnosisTests {
  private static func source(_ x: Int, _ y: Int, _ frame: Int) -> Light { light(signal(Double(x), Double(y), frame)) }

  /// What is named first where the signal of each pixel is changed.
  private static func named(_ change: (SIMD3<Double>) -> SIMD3<Double>) throws -> Diagnosis.Fault? {
    try diagnosis(source) { x, y, frame in light(change(signal(Double(x), Double(y), frame))) }.first?.fault
  }

  @Test func equalClipsHaveNoFault() throws {
    #expect(try diagnosis(Self.source, Self.source).isEmpty)
  }

  /// Noise of two codes of 8 bits is what coding does.
  @Test func noiseIsNoFault() throws {
    var state: UInt32 = 1
    let found = try diagnosis(Self.source) { x, y, frame in
      func noise() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return (Double(state >> 8) / Double(1 << 24) - 0.5) * 4 / 255
      }
      return light(signal(Double(x), Double(y), frame) + SIMD3(noise(), noise(), noise()))
    }
    #expect(found.isEmpty, "\(found)")
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

  /// BT.709's camera curve, as printed, run backward, in place of a power of 2.4.
  @Test func curvesAreNamed() throws {
    func linear(_ v: Double) -> Double { v < 0.081 ? v / 4.5 : Elementary.pow((v + 0.099) / 1.099, 1 / 0.45) }
    #expect(
      try Self.named {
        let light = SIMD3(linear($0.x), linear($0.y), linear($0.z))
        return SIMD3(
          Elementary.pow(light.x, 1 / 2.4), Elementary.pow(light.y, 1 / 2.4), Elementary.pow(light.z, 1 / 2.4))
      } == .sdrCurve)
  }

  @Test func lightIsNamed() throws {
    let pq = facts(.bt2020, .pq, .bt2020NCL)
    func named(_ factor: Double) throws -> Diagnosis.Fault? {
      try diagnosis(facts: (pq, pq), Self.source) { Self.source($0, $1, $2) * factor }.first?.fault
    }
    #expect(try named(2.03) == .referenceWhite && named(100.0 / 203) == .referenceWhite)
    #expect(try named(4) == .peak && named(0.1) == .peak)
    // A hundredth less is no fault.
    #expect(try named(0.99) == nil)
  }

  /// BT.709's R, G, B shown as those of BT.2020.
  @Test func primariesAreNamed() throws {
    let toBT709 = RGBPrimaries.bt2020.matrix(to: .bt709)
    #expect(
      try diagnosis(Self.source) { Light(toBT709 * Self.source($0, $1, $2).components) }.first?.fault == .primaries)
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
  private static func hlg(_ v: SIMD3<Double>, perChannel: Bool = false) -> Light {
    func scene(_ v: Double) -> Double {
      v <= 0.5 ? v * v / 3 : (Elementary.exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    let light = SIMD3(scene(v.x), scene(v.y), scene(v.z))
    let y = (light * SIMD3(0.2627, 0.678, 0.0593)).sum()
    let factors = perChannel ? light : SIMD3(repeating: y)
    return Light(
      1000 * light
        * SIMD3(Elementary.pow(factors.x, 0.2), Elementary.pow(factors.y, 0.2), Elementary.pow(factors.z, 0.2)))
  }

  @Test func systemsAreNamed() throws {
    func named(
      _ transfer: TransferCharacteristics, _ right: (SIMD3<Double>) -> Light, _ wrong: (SIMD3<Double>) -> Light
    ) throws -> Diagnosis.Fault? {
      let own = facts(.bt2020, transfer, .bt2020NCL)
      func signals(_ x: Int, _ y: Int, _ frame: Int) -> SIMD3<Double> { signal(Double(x), Double(y), frame) * 0.75 }
      return try diagnosis(facts: (own, own), { right(signals($0, $1, $2)) }, { wrong(signals($0, $1, $2)) }).first?
        .fault
    }
    #expect(try named(.hlg, { Self.hlg($0) }, Self.pq) == .hlgAsPQ)
    #expect(try named(.pq, Self.pq, { Self.hlg($0) }) == .pqAsHLG)
    #expect(try named(.hlg, { Self.hlg($0) }, { Self.hlg($0, perChannel: true) }) == .hlgPerChannel)
  }

  /// Extended Reinhard for a peak of 1000 cd/m² on what was mapped already.
  @Test func mappingTwiceIsNamed() throws {
    func mapped(_ x: Double) -> Double {
      let (x, peak) = (x / 203, 1000.0 / 203)
      return 203 * x * (1 + x / (peak * peak)) / (1 + x)
    }
    let found = try diagnosis(Self.source) { x, y, frame in
      let light = Self.source(x, y, frame).components
      let luminance = (light * SIMD3(0.2627, 0.678, 0.0593)).sum()
      return Light(light * (mapped(luminance) / luminance))
    }
    #expect(found.first?.fault == .mappedTwice, "\(found)")
  }

  /// Colors beyond BT.709: limited channel by channel, where the first brings them to the edge at their luminance.
  @Test func aClippedGamutIsNamed() throws {
    let toBT2020 = RGBPrimaries.bt709.matrix(to: .bt2020)
    func wide(_ x: Int, _ y: Int, _ frame: Int) -> SIMD3<Double> {
      let linear = RGBPrimaries.bt2020.matrix(to: .bt709) * Self.source(x, y, frame).components / 203
      let gray = (linear * SIMD3(0.2126, 0.7152, 0.0722)).sum()
      return gray + 1.5 * (linear - gray)
    }
    func fitted(_ color: SIMD3<Double>) -> SIMD3<Double> {
      let gray = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
      let shares = (0..<3).map { index in
        let step = color[index] - gray
        return step > 0 ? (0.95 - gray) / step : step < 0 ? (0.02 * gray - gray) / step : 1
      }
      return gray + min(1, max(0, shares.min()!)) * (color - gray)
    }
    let found = try diagnosis(
      { Light(toBT2020 * fitted(wide($0, $1, $2)) * 203) },
      { Light(toBT2020 * wide($0, $1, $2).clamped(lowerBound: .zero, upperBound: .one) * 203) })
    #expect(found.first?.fault == .gamutClipped, "\(found)")
  }

  /// A slow ramp of gray, in codes of 8 bits.
  private static func ramp(_ x: Int, _ y: Int) -> Double { 80 + Double(x) / 16 + Double(y) / 31 }

  /// Codes of PQ that are rounded to 100 levels.
  @Test func bandsAreNamed() throws {
    let own = facts(.bt2020, .pq, .bt2020NCL)
    let found = try diagnosis(
      facts: (own, own), { x, y, _ in Self.pq(SIMD3(repeating: Self.ramp(x, y) / 219)) },
      { x, y, _ in Self.pq(SIMD3(repeating: (Self.ramp(x, y) / 219 * 100).rounded() / 100)) })
    #expect(found.first?.fault == .banding, "\(found)")
    #expect(found.first?.sentence.contains("about 100 levels") == true, "\(found)")
  }

  /// The same ramp rounded, or truncated, where the first has noise of one code before rounding.
  @Test(arguments: [0.5, 0]) func missingDitherIsNamed(offset: Double) throws {
    var state: UInt32 = 1
    func noise() -> Double {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(state >> 8) / Double(1 << 24)
    }
    var (dithered, plain) = (
      try Frame(.gray, width: size.width, height: size.height), try Frame(.gray, width: size.width, height: size.height)
    )
    for y in 0..<size.height {
      for x in 0..<size.width {
        try dithered.setCode(16 + Int(Self.ramp(x, y) + noise()), component: 0, x: x, y: y)
        try plain.setCode(16 + Int(Self.ramp(x, y) + offset), component: 0, x: x, y: y)
      }
    }
    var contours = (noContours, noContours)
    dithered.withView { contours.0.add($0) }
    plain.withView { contours.1.add($0) }
    func shown(_ frame: Frame, _ x: Int, _ y: Int) -> Light {
      let code = (try? frame.code(component: 0, x: x, y: y)) ?? 0
      return light(SIMD3(repeating: Double(code - 16) / 219))
    }
    let found = try diagnosis(
      contours: contours, { x, y, _ in shown(dithered, x, y) }, { x, y, _ in shown(plain, x, y) })
    #expect(found.first?.fault == .ditherMissing, "\(found)")
  }

  /// What is not like any fault is not given a name: one code more everywhere, a channel turned over, a picture of one color.
  @Test func otherDifferencesHaveNoName() throws {
    let raised = try diagnosis(Self.source) { x, y, frame in light(signal(Double(x), Double(y), frame) + 1.0 / 219) }
    #expect(raised.isEmpty, "\(raised)")
    let turned = try diagnosis(Self.source) { x, y, frame in
      let own = signal(Double(x), Double(y), frame)
      return light(SIMD3(own.x, 1 - own.y, own.z))
    }
    #expect(turned.isEmpty, "\(turned)")
    let flat = try diagnosis({ _, _, _ in Light(SIMD3(80, 40, 20)) }, { _, _, _ in Light(SIMD3(160, 80, 40)) })
    #expect(flat.isEmpty, "\(flat)")
  }

  @Test func timeIsNamed() throws {
    #expect(try diagnosis(Self.source) { Self.source($0, $1, max($2 - 1, 0)) }.first?.fault == .frameOffset)
    #expect(try diagnosis(Self.source) { Self.source($0, $1, $2 + 2) }.first?.fault == .frameOffset)
    // Odd rows of the frame before.
    #expect(
      try diagnosis(Self.source) { x, y, frame in Self.source(x, y, y % 2 == 1 ? max(frame - 1, 0) : frame) }.first?
        .fault == .fieldOrder)
    #expect(
      try diagnosis(Self.source) { x, y, frame in
        light(signal(Double(x), Double(y), frame) * (frame % 2 == 0 ? 1 : 0.93))
      }.first?.fault == .pumping)
  }

  /// Chroma half a pixel to the right: luma stays, the differences of color come from the left.
  @Test func sitesAreNamed() throws {
    func luma(_ rgb: SIMD3<Double>) -> Double { (rgb * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
    // Sharper colors than elsewhere, so that half a pixel shows.
    func sharp(_ x: Double, _ y: Double) -> SIMD3<Double> { signal(6 * x, 6 * y, 0) }
    let found = try diagnosis(
      frames: 3, { x, y, _ in light(sharp(Double(x), Double(y))) },
      { x, y, _ in
        let (own, left) = (sharp(Double(x), Double(y)), sharp(Double(x) - 0.5, Double(y)))
        return light(left + (luma(own) - luma(left)))
      })
    #expect(found.first?.fault == .chromaSiting, "\(found)")
    #expect(found.first?.sentence.contains("right") == true)
  }

  @Test func lostStatementsAreNamed() throws {
    let stated = facts(.bt2020, .pq, .bt2020NCL, statements: ["the mastering display", "MaxCLL and MaxFALL"])
    let found = try diagnosis(
      facts: (stated, facts(.bt2020, .pq, .bt2020NCL, statements: ["MaxCLL and MaxFALL"])), Self.source, Self.source)
    #expect(found.map(\.fault) == [.metadata])
    #expect(found.first?.sentence.contains("the mastering display") == true)
  }

  @Test func codesAreUnique() {
    #expect(Set(Diagnosis.Fault.allCases.map(\.rawValue)).count == 20)
  }
}
