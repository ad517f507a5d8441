#if os(Linux)
  import Testing
  import TestSupport

  /// What mixes units does not compile outside the package; what differs from it only in that does.
  @Suite(.enabled(if: BuiltObjects.canCompile(importing: "ToneMapping"), "needs swiftc and the modules of the build"))
  struct MixedUnitsTests {
    static let known = """
      import ToneMapping
      typealias Dimming = Operations<Light, Light>
      let peak = Luminance.nits(203)
      let half = Curve<Luminance, Double>("a half", precision: .factor()) { _ in 0.5 }
      let shown = Operations<Signal, Light>.curve(.pqEOTF())
      let encoded = Operations<Light, Signal>.curve(.pqInverseEOTF())
      """

    /// Expressions that fit, and their twins, which mix units.
    static let twins = """
      Operations<Light, Signal>.curve(.pqInverseEOTF())          | Operations<Signal, Light>.curve(.pqInverseEOTF())
      encoded.then(shown)                                    | encoded.then(encoded)
      encoded(Light.nits(203, 203, 203))                          | encoded(Signal(1, 1, 1))
      encoded(Light.nits(203, 203, 203))                          | encoded(SIMD3(203.0, 203, 203))
      Curve.pqInverseEOTF()(.nits(203))                          | Curve.pqInverseEOTF()(203)
      Curve.pqInverseEOTF(nominal: .nits(203))                   | Curve.pqInverseEOTF(nominal: SignalLevel(1))
      Curve.pqEOTF(precision: .light())                          | Curve.pqEOTF(precision: .shown)
      Dimming.gain(of: .greatest, by: half)                  | Dimming.gain(of: .greatest, by: .pqInverseEOTF())
      Dimming.gain(of: .greatest, by: half)                  | Operations<Signal, Signal>.gain(of: .greatest, by: half)
      Dimming.gain(of: .greatest, by: half)                  | Operations<Light, Signal>.gain(of: .greatest, by: half)
      Dimming.gain(of: .greatest, by: half, after: .none)    | Dimming.gain(of: .greatest, by: half, after: shown)
      Dimming.gain(of: .greatest, by: half, upTo: .nits(1))  | Dimming.gain(of: .greatest, by: half, upTo: SignalLevel(1))
      Dimming.sum(with: .least, limitedTo: peak...peak)      | Dimming.sum(with: .least, limitedTo: 0...1)
      Dimming.limit(.nits(0...203))                          | Dimming.limit(0...1)
      Dimming.over(Light.nits(1, 1, 1))                           | Dimming.over(Signal(1, 1, 1))
      Dimming.none                                           | Dimming(unchecked: [])
      Light.nits(1, 1, 1) * Look(exposure: 1).exposure.ratio      | Light.nits(1, 1, 1) * Look(exposure: 1)[.exposure]
      Light.nits(1, 1, 1) * Look(exposure: 1).exposure.ratio      | Light.nits(1, 1, 1) * Look(exposure: 1).exposure
      """.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }

    @Test(arguments: [0, 1]) func whatMixesUnitsDoesNotCompile(column: Int) throws {
      let expressions = Self.twins.map { $0[column] }
      let lines = Self.known.split(separator: "\n").map(String.init) + expressions.map { "_ = " + $0 }
      let wrong = try BuiltObjects.linesThatDoNotCompile(lines)
      #expect(wrong == (column == 0 ? [] : expressions.map { "_ = " + $0 }))
    }
  }
#endif
