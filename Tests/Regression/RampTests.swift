import RealModule
import TestSupport
import Testing
import ToneMapping

/// Gray ramps through whole plans, compared with the published numbers of each operator, before rounding.
@Suite struct RampTests {
  struct Row: Sendable {
    var source: ClosedRange<Double>
    var target: ClosedRange<Double>
    var nitsIn: Double
    var nitsOut: Double
  }

  /// The rows of a vector file whose ranges start at black, as light in and light out.
  static func rows(_ tone: ToneOperator) throws -> [Row] {
    let pq = PerceptualQuantizer()
    func number(_ row: [String: String], _ title: String) throws -> Double {
      try #require(row[title].flatMap(Double.init))
    }
    switch tone {
    case .bt2390:
      return try Vectors.rows("bt2390_eetf.csv").filter { $0["src_black"] == "0.0" && $0["dst_black"] == "0.0" }.map {
        Row(
          source: 0...(try number($0, "src_white")), target: 0...(try number($0, "dst_white")),
          nitsIn: pq.eotf(SignalLevel(try number($0, "E_prime_in"))).nits, nitsOut: try number($0, "nits_out"))
      }
    case .spline:
      return try Vectors.rows("libplacebo_spline.csv").filter {
        $0["src_black"] == "0.0" && $0["dst_black"] == "0.0" && $0["src_avg_nits(0=none)"] == "0.0"
      }.map {
        Row(
          source: 0...(try number($0, "src_white")), target: 0...(try number($0, "dst_white")),
          nitsIn: pq.eotf(SignalLevel(try number($0, "PQ_in"))).nits, nitsOut: try number($0, "nits_out"))
      }
    case .bt2446a:
      return try Vectors.rows("bt2446a_curve.csv").filter { $0["L_SDR"] == "100.0" }.map {
        let peak = try number($0, "L_HDR")
        let luma = TransferFunction.power(2.4, luminance: .nits(0...peak))
        let shown = TransferFunction.power(2.4, luminance: .nits(0...203))
        return Row(
          source: 0...peak, target: 0...203,
          nitsIn: luma.eotf(SignalLevel(try number($0, "Yprime_HDR(gamma2.4,norm)"))).nits,
          nitsOut: shown.eotf(SignalLevel(try number($0, "Yprime_SDR"))).nits)
      }
    case .reinhard, .mobius, .hable:
      let column = [
        ToneOperator.reinhard: "reinhard_libplacebo_contrast0.5", .mobius: "mobius_j0.3", .hable: "hable/hable(peak)",
      ][tone]!
      return try Vectors.rows("classic_operators.csv").map {
        Row(
          source: 0...(203 * (try number($0, "peak"))), target: 0...203, nitsIn: 203 * (try number($0, "x")),
          nitsOut: 203 * (try number($0, column)))
      }
    case .bt2446c:
      // The report's 100 cd/m² is the display's white; light above it has no code after the gamut map.
      return try Vectors.rows("bt2446c_curve.csv").map {
        Row(
          source: 0...1000, target: 0...203, nitsIn: try number($0, "Y_HDR_nits"),
          nitsOut: 2.03 * (try number($0, "Y_SDR_nits(100-nit system)")))
      }.filter { $0.nitsOut <= 203 }
    case .referenceWhite, .st2094_50:
      return try Vectors.rows("st2094_50_rwtmo_apply.csv").filter { $0["H_target"] == "0.0" }.map {
        Row(
          source: 0...(203 * Double.exp2(try number($0, "H_baseline"))), target: 0...203,
          nitsIn: 203 * (try number($0, "x(max RGB, 1=ref white)")), nitsOut: 203 * (try number($0, "x_out")))
      }
    case .pbrNeutral:
      return try Vectors.rows("khronos_pbr_neutral.csv").filter { $0["R"] == $0["G"] && $0["G"] == $0["B"] }.map {
        Row(
          source: 0...10_000, target: 0...203, nitsIn: 203 * (try number($0, "R")),
          nitsOut: 203 * (try number($0, "R_out")))
      }
    case .aces2ToneScale:
      // Scene light 1 is the target's peak, up to 203 cd/m².
      return try Vectors.rows("aces2_tonescale.csv").filter { $0["peak_nits"] == "100.0" }.map {
        Row(
          source: 0...10_000, target: 0...100, nitsIn: 100 * (try number($0, "Y_scene_linear(0.18=grey)")),
          nitsOut: try number($0, "nits"))
      }
    case .st2094_40:
      return try Vectors.rows("st2094_40_bezier.csv").filter { $0["knee_x"] == "80/819" }.map {
        Row(
          source: 0...4000, target: 0...203, nitsIn: 4000 * (try number($0, "x")), nitsOut: 203 * (try number($0, "y")))
      }
    default: return []
    }
  }

  /// All operators that have published numbers; `clip` and `none` have none.
  static let covered = ToneOperator.all.filter { $0 != .clip && $0 != .identity }

  /// The curve of the vectors with the knee that their file states.
  static let bezier = try? BezierCurve(
    knee: (RelativeLevel(80.0 / 819), RelativeLevel(40.0 / 273)),
    anchors: [100.0 / 341, 200.0 / 341])

  @Test(arguments: covered)
  func aPQRampFollowsThePublishedNumbers(tone: ToneOperator) throws {
    try check(tone, source: .hdr10()) { PerceptualQuantizer().inverseEOTF(.nits($0)).value }
  }

  @Test(arguments: covered)
  func anHLGRampFollowsThePublishedNumbers(tone: ToneOperator) throws {
    // The same light as HLG, for a display with the same peak.
    try check(tone, source: .hlg()) { nits, peak in
      HybridLogGamma(luminance: .nits(0...peak)).inverseEOTF(Light(neutral: .nits(nits))).components.x
    }
  }

  private func check(_ tone: ToneOperator, source: Source, signal: (Double) -> Double) throws {
    try check(tone, source: source) { nits, _ in signal(nits) }
  }

  private func check(_ tone: ToneOperator, source: Source, signal: (Double, Double) -> Double) throws {
    let rows = try Self.rows(tone).filter {
      $0.source.upperBound > $0.target.upperBound && $0.nitsIn <= $0.source.upperBound
    }
    #expect(rows.count >= 4)
    var worst = (error: 0.0, row: try #require(rows.first))
    var plans: [[Double]: ConversionPlan] = [:]
    for row in rows {
      // The published numbers of the spline are libplacebo's.
      let stated: ToneOperator =
        switch tone {
        case .spline: .spline(kneeAdaptation: 0.4)
        case .st2094_40: .st2094_40(HDR10PlusCurve(bezier: try #require(Self.bezier)))
        case .st2094_50:
          .st2094_50(try HeadroomAdaptiveToneMap(baselineHeadroom: Stops(Double.log2(row.source.upperBound / 203))))
        default: tone
        }
      let key = [row.source.upperBound, row.target.upperBound]
      if plans[key] == nil {
        plans[key] = try ConversionPlan(
          from: source, to: .sdr, tone: stated,
          options: PlanOptions(
            sourcePeak: .nits(row.source.upperBound), referenceWhite: .nits(row.target.upperBound)))
      }
      let value = signal(row.nitsIn, row.source.upperBound)
      let out = plans[key]!(Signal(neutral: SignalLevel(value))).components.x
      let expected = TransferFunction.bt1886(luminance: .nits(0...row.target.upperBound)).inverseEOTF(
        .nits(row.nitsOut)
      ).value
      let error = abs(out - expected) * 219
      if error > worst.error { worst = (error, row) }
    }
    // The required bound; 219 narrow-range codes from black to white.
    #expect(worst.error <= 0.05, "\(worst)")
    print("\(tone): \(rows.count) grays, at most \(worst.error) of an 8-bit code from the published numbers")
  }
}

/// Color before bit depth: a smooth ramp stays smooth.
@Suite struct BandingTests {
  @Test func aDitheredRampHasNoPlateauAndOneQuantizedFirstHas() throws {
    let width = 4096
    let pq = PerceptualQuantizer()
    let white = pq.inverseEOTF(.nits(203)).value
    func ramp(_ format: PixelFormat) throws -> Frame {
      var frame = try Frame(format, width: width, height: 16)
      let steps = Double(format.bitDepth == 8 ? 219 : 876)
      let black = format.bitDepth == 8 ? 16 : 64
      for y in 0..<16 {
        for x in 0..<width {
          // Rounded to ten bits first in both, as the camera did.
          let tenBits = (Double(x) / Double(width - 1) * white * 876).rounded()
          try frame.setCode(black + Int((tenBits * steps / 876).rounded()), component: 0, x: x, y: y)
          for c in 1...2 { try frame.setCode(1 << (format.bitDepth - 1), component: c, x: x, y: y) }
        }
      }
      return frame
    }
    func convert(_ frame: Frame, dither: Dither) throws -> Frame {
      let plan = try ConversionPlan(
        from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), dither: dither), reading: frame.format)
      var output = try plan.makeFrame(width: width, height: 16)
      try plan.convert(frame, into: &output)
      return output
    }
    let ours = try measure(convert(ramp(.yuv444p10), dither: .blueNoise))
    let theirs = try measure(convert(ramp(.yuv444p), dither: .none))
    print(
      "ramp of \(width): ours, longest run \(ours.run), \(ours.codes) codes; 8 bits first, \(theirs.run), \(theirs.codes)"
    )
    // 127 codes of 8-bit PQ reach 203 cd/m², 32 pixels each: steps that no later stage can remove. Ten bits have 8 pixels per code, and
    // the dither breaks up those between two output codes; if the reference is close to a code, it stays one code for a while.
    #expect(theirs.run >= 32 && theirs.codes <= 128)
    #expect(ours.run < theirs.run && ours.codes > theirs.codes)
  }

  /// The longest run with one local mean code, and the number of codes.
  private func measure(_ frame: Frame) throws -> (run: Int, codes: Int) {
    var longest = 0
    var codes: Set<Int> = []
    for y in 0..<frame.height {
      var run = 0
      var previous = -1
      for x in 0..<frame.width {
        let code = try frame.code(component: 0, x: x, y: y)
        codes.insert(code)
        run = code == previous ? run + 1 : 1
        previous = code
        longest = max(longest, run)
      }
    }
    return (longest, codes.count)
  }
}
