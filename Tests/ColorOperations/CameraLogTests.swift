import ColorOperations
import Colorimetry
import RealModule
import Testing
import TestSupport

/// A camera's log as its maker publishes it, and its equation written a second time.
struct PublishedLog {
  var log: CameraLog
  /// Reflectances, 1 for 100 %, their signals, and the rounding of the less exact of the two as a part of the signal.
  var points: [(reflectance: Double, signal: Double, rounding: Double)]
  /// From signal to reflectance.
  var reflectance: @Sendable (Double) -> Double
  /// From components to X, Y, Z in the log's usual gamut, and the rounding of each number; `nil` for a gamut of H.273.
  var toXYZ: (matrix: Matrix3x3, rounding: Double)?

  /// A code of 10 bits, which is what the makers print, as a signal.
  private static func code(_ code: Double, of reflectance: Double) -> (Double, Double, Double) {
    (reflectance, code / 1023, 0.5 / 1023)
  }

  static let all = [sLog3, canonLog3, appleLog, appleLog2, logC4, vLog]

  /// Sony's technical summary: the table of 10-bit codes, and the matrix of S-Gamut3.Cine.
  private static let sLog3 = PublishedLog(
    log: .sLog3, points: [code(95, of: 0), code(420, of: 0.18), code(598, of: 0.9)],
    reflectance: { signal in
      let code = 1023 * signal
      return code < 171.2102946929
        ? 0.01125 * (code - 95) / 76.2102946929 : 0.19 * .exp((code - 420) * .log(10) / 261.5) - 0.01
    },
    toXYZ: (
      Matrix3x3(
        SIMD3(0.5990839208, 0.2489255161, 0.1024464902), SIMD3(0.2150758201, 0.8850685017, -0.1001443219),
        SIMD3(-0.0320658495, -0.0276583907, 1.1487819910)), 1e-10
    ))

  /// Canon's white paper: 18 % gray. OpenColorIO's tests, which are of Canon's input transforms: the reflectances of 0.5, 0.4 and 0.3.
  private static let canonLog3 = PublishedLog(
    log: .canonLog3,
    points: [
      code(351, of: 0.18), (0.580777404788, 0.5, 1e-6), (0.282284436009, 0.4, 1e-6), (0.122823721131, 0.3, 1e-6),
    ],
    reflectance: { signal in
      let linear = 0.9 * (signal - 0.12512219) / 1.9754798
      if abs(linear) <= 0.0126 { return linear }
      let offset = linear < 0 ? 0.12783901 : 0.12240537
      let light = 0.9 / 14.98325 * (.exp(abs(signal - offset) * .log(10) / 0.36726845) - 1)
      return linear < 0 ? -light : light
    },
    toXYZ: (
      Matrix3x3(
        SIMD3(0.71604965, 0.12968348, 0.1047228), SIMD3(0.26126136, 0.86964215, -0.1309035),
        SIMD3(-0.00967635, -0.23648164, 1.33521573)), 1e-8
    ))

  /// 18 % gray as published by colour-science; OpenColorIO's tests, which are of Apple's input transform: 0.5, 0.4 and 0.3.
  private static let appleLog = PublishedLog(
    log: .appleLog,
    points: [
      (0.18, 0.48827245852686763, 1e-15), (0.198913991, 0.5, 1e-6), (0.083076466024, 0.4, 1e-6),
      (0.0315782763, 0.3, 1e-6),
    ],
    reflectance: { signal in
      // 0.20856: 47.28711236 times the square of 0.06641088.
      if signal >= 47.28711236 * 0.06641088 * 0.06641088 {
        return .exp((signal - 0.69336945) * .log(2) / 0.08550479) - 0.00964052
      }
      return .sqrt(max(signal, 0) / 47.28711236) - 0.05641088
    })

  /// The curve of Apple Log; OpenColorIO-Config-ACES, issue 163, from Apple's paper: the matrix to ACES, from which the white of ACES is
  /// taken away again by Bradford's adaptation.
  private static let appleLog2 = PublishedLog(
    log: .appleLog2, points: appleLog.points, reflectance: appleLog.reflectance,
    toXYZ: (
      aces.toXYZ(whiteOf: .d65)
        * Matrix3x3(
          SIMD3(0.694961049318096, 0.241405268785364, 0.06363368189654),
          SIMD3(0.0473627464149325, 1.00429592505428, -0.0516586714692158),
          SIMD3(-0.021989789359883, -0.0289891049714743, 1.05097889433136)), 1e-12
    ))

  /// The primaries of ACES2065-1, from SMPTE ST 2065-1.
  private static let aces = RGBPrimaries(
    red: Chromaticity(0.7347, 0.2653), green: Chromaticity(0, 1), blue: Chromaticity(0.0001, -0.0770),
    white: Chromaticity(0.32168, 0.33767))

  /// ARRI's specification: 18 % gray, the reflectance of the maximum signal and that of signal 0, and the matrix of ARRI Wide Gamut 4.
  private static let logC4 = PublishedLog(
    log: .logC4,
    points: [(0.18, 0.27839583654826527, 1e-15), (469.8, 1, 1e-5), (-0.0180569961199113, 0, 1e-14)],
    reflectance: { signal in
      let a = 262128 / 117.45
      if signal < 0 { return 0.1135972086105891 * signal - 0.01805699611991131 }
      return 64 * (.exp(14 * .log(2) * (1023 * signal - 95) / 928) - 1) / a
    },
    toXYZ: (
      Matrix3x3(
        SIMD3(0.704858320407232064, 0.129760295170463003, 0.115837311473976537),
        SIMD3(0.254524176404027025, 0.781477732712002049, -0.036001909116029039),
        SIMD3(0, 0, 1.089057750759878429)), 1e-15
    ))

  /// Panasonic's reference manual: the table of 10-bit codes, and the matrix of V-Gamut.
  private static let vLog = PublishedLog(
    log: .vLog, points: [code(128, of: 0), code(433, of: 0.18), code(602, of: 0.9)],
    reflectance: { signal in
      signal < 0.181 ? signal / 5.6 - 0.125 / 5.6 : .exp((signal - 0.598206) * .log(10) / 0.241514) - 0.00873
    },
    toXYZ: (
      Matrix3x3(
        SIMD3(0.679644, 0.152211, 0.118600), SIMD3(0.260686, 0.774894, -0.035580),
        SIMD3(-0.009310, -0.004612, 1.102980)), 1e-6
    ))
}

@Suite("cameras' logs and what their makers publish")
struct CameraLogTests {
  static let signals = (-20...1200).map { Double($0) / 1000 }

  @Test("each log is published here", arguments: CameraLog.allCases)
  func isPublished(log: CameraLog) throws {
    let published = try #require(PublishedLog.all.first { $0.log == log })
    #expect(published.points.count >= 2)
    let isNumbered = log.gamuts[0].codePoint != nil
    #expect((published.toXYZ == nil) == isNumbered, "a gamut without a number needs its published matrix")
  }

  @Test("published points, in both directions", arguments: CameraLog.allCases)
  func points(log: CameraLog) throws {
    let published = try #require(PublishedLog.all.first { $0.log == log })
    for point in published.points {
      let signal = log.curve.oetf(SceneLevel(point.reflectance)).value
      #expect(
        abs(signal - point.signal) <= point.rounding, "\(log) of \(point.reflectance): \(signal), not \(point.signal)")
      let ends = [-1, 1].map { log.curve.inverseOETF(SignalLevel(point.signal + $0 * point.rounding)).value }
      let found = log.curve.inverseOETF(SignalLevel(point.signal))
      #expect(
        ends[0] - 1e-14 <= point.reflectance && point.reflectance <= ends[1] + 1e-14,
        "signal \(point.signal) of \(log): \(found), not \(point.reflectance)")
    }
  }

  @Test("the equation, written a second time", arguments: CameraLog.allCases)
  func equation(log: CameraLog) throws {
    let published = try #require(PublishedLog.all.first { $0.log == log })
    for signal in Self.signals {
      let (found, expected) = (log.curve.inverseOETF(SignalLevel(signal)).value, published.reflectance(signal))
      #expect(abs(found - expected) <= 1e-12 * max(abs(expected), 1), "\(log) of \(signal): \(found), not \(expected)")
    }
  }

  @Test("the gamut by its published matrix; its white is D65", arguments: CameraLog.allCases)
  func gamut(log: CameraLog) throws {
    let gamut = log.gamuts[0]
    #expect(log.gamuts.allSatisfy { $0.chromaticities.white == .d65 })
    guard let published = try #require(PublishedLog.all.first { $0.log == log }).toXYZ else { return }
    let found = gamut.chromaticities.toXYZ
    for (row, expected) in zip([found.rows.0, found.rows.1, found.rows.2], [0, 1, 2].map(published.matrix.row)) {
      for i in 0..<3 {
        #expect(abs(row[i] - expected[i]) <= published.rounding, "\(gamut): \(row), not \(expected)")
      }
    }
  }

  @Test("each direction undoes the other, rises, and has no step where two parts join", arguments: CameraLog.allCases)
  func laws(log: CameraLog) {
    let curve = log.curve
    func scene(_ signal: Double) -> Double { curve.inverseOETF(SignalLevel(signal)).value }
    func signal(_ light: Double) -> Double { curve.oetf(SceneLevel(light)).value }
    for (before, level) in zip(Self.signals, Self.signals.dropFirst()) where before >= 0 {
      let light = scene(level)
      #expect(abs(signal(light) - level) <= 1e-6, "\(log) at \(level)")
      #expect(light > scene(before), "\(log) at \(level)")
    }
    // The makers round their constants: the maximum step, that of V-Log, is 8e-7 of the signal.
    for level in curve.breakpoints.signals {
      let (below, above) = (scene(level - 1e-9), scene(level + 1e-9))
      #expect(abs(above - below) <= 2e-6 * 0.2, "\(log) steps from \(below) to \(above) at signal \(level)")
    }
    for light in curve.breakpoints.lights {
      let (below, above) = (signal(light - 1e-9), signal(light + 1e-9))
      #expect(abs(above - below) <= 2e-6, "\(log) steps from \(below) to \(above) at \(light)")
    }
    #expect(signal(.nan).isNaN && scene(.nan).isNaN)
  }

  /// BT.2408-8, Table 1: what a gray of these reflectances is on HLG's reference display, in whole cd/m².
  @Test("reflectances stand for the light of BT.2408", arguments: [(0.18, 26.0), (0.83, 162), (0.9, 179), (1, 203)])
  func levels(reflectance: Double, nits: Double) {
    #expect(abs(CameraLog.hlgDisplayLight(ofReflectance: SceneLevel(reflectance)).nits - nits) <= 0.5)
  }

  @Test("the list: the equation, the matrix, BT.2020's edge and HLG's OOTF", arguments: CameraLog.allCases)
  func list(log: CameraLog) throws {
    let published = try #require(PublishedLog.all.first { $0.log == log })
    let toXYZ = published.toXYZ?.matrix ?? RGBPrimaries.bt2020.toXYZ
    let toBT2020 = RGBPrimaries.bt2020.toXYZ.inverse * toXYZ
    let rounding = 1e-6 + 4 * (published.toXYZ?.rounding ?? 0)
    let levels = [0, 0.02, 0.1, 0.2, 0.42, 0.61, 0.9, 1.05]
    for range in QuantizationRange.allCases {
      let operations = log.curve.displayLightFromLog(
        upTo: 1.09, range: range, gamma: 1.2, toBT2020: log.gamuts[0].chromaticities.matrix(to: .bt2020))
      // These makers print codes, which are the same in both ranges.
      let isCode = [.sLog3, .canonLog3, .vLog].contains(log) && range == .narrow
      for color in levels.flatMap({ r in levels.flatMap { g in levels.map { b in SIMD3(r, g, b) } } }) {
        // BT.2408: HDR reference white, 75 % HLG, is a reflectance of 100 %; the inverse OETF of 0.75 is 0.26496.
        func scene(_ signal: Double) -> Double {
          0.26496256042100724 * max(published.reflectance(isCode ? (64 + 876 * signal) / 1023 : signal), -0.01)
        }
        let light = toBT2020 * SIMD3(scene(color.x), scene(color.y), scene(color.z))
        let inside = SIMD3(max(light.x, 0), max(light.y, 0), max(light.z, 0))
        let luminance = 0.2627 * inside.x + 0.6780 * inside.y + 0.0593 * inside.z
        let expected = luminance > 1e-9 ? 1000 * .pow(luminance, 0.2) * inside : .zero
        let found = operations(color)
        for i in 0..<3 {
          #expect(
            abs(found[i] - expected[i]) <= 1e-4 + rounding * expected.max(),
            "\(log), \(range), \(color): \(found), not \(expected)")
        }
      }
    }
  }

  @Test(
    "names are forgiving",
    arguments: [
      ("slog3", CameraLog.sLog3), ("S-Log3", .sLog3), ("Sony S-Log3", .sLog3), ("Canon Log 3", .canonLog3),
      ("CLOG3", .canonLog3), ("Apple Log", .appleLog), ("apple-log-2", .appleLog2), ("LogC4", .logC4),
      ("ARRI LogC4", .logC4),
    ])
  func names(name: String, log: CameraLog) {
    #expect(CameraLog(name: name) == log)
    #expect(CameraLog(name: "slog2") == nil)
  }

  @Test("a gamut has one name", arguments: Gamut.cameras)
  func gamutNames(gamut: Gamut) {
    #expect(Gamut(camera: gamut.name.uppercased()) == gamut)
    #expect(ColorPrimaries(name: gamut.name) == nil)
    #expect(Gamut.cameras.count { $0.name == gamut.name } == 1)
  }
}

extension Matrix3x3 {
  fileprivate func row(_ index: Int) -> SIMD3<Double> { [rows.0, rows.1, rows.2][index] }
}

extension RGBPrimaries {
  /// From components to X, Y, Z under another white, by Bradford's adaptation.
  fileprivate func toXYZ(whiteOf white: Chromaticity) -> Matrix3x3 {
    self.white.adaptation(to: white) * toXYZ
  }
}
