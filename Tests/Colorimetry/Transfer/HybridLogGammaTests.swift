import Colorimetry
import RealModule
import TestSupport
import Testing

struct HybridLogGammaTests {
  let hlg = HybridLogGamma(luminance: .nits(0...1000))

  // ITU-R BT.2408, for a display of 1000 cd/m²: 75 % is HDR reference white, 38 % is an 18 % gray card.
  @Test(arguments: [(0.75, 203.0), (0.38, 26.2), (1.0, 1000.0), (0.5, 50.7)])
  func publishedPoints(signal: Double, nits: Double) {
    let neutral = Signal(neutral: SignalLevel(signal))
    // The report prints whole percentages and whole cd/m².
    expectClose(hlg.eotf(neutral).components, SIMD3(repeating: nits), relative: 0.002)
    expectClose(
      hlg.inverseEOTF(Light(neutral: .nits(nits))).components, SIMD3(repeating: signal), absolute: 0.0005)
  }

  @Test func oetfMeetsVectors() throws {
    for row in try Vectors.rows("hlg_oetf.csv") {
      expectClose(hlg.oetf(try row.level("E_scene")), try row.number("E_prime"), "\(row)")
    }
    for row in try Vectors.rows("hlg_inverse_oetf.csv") {
      expectClose(hlg.inverseOETF(try row.level("E_prime")), try row.number("E_scene"), "\(row)")
    }
  }

  @Test func ootfMeetsVectors() throws {
    for row in try Vectors.rows("hlg_ootf.csv") {
      let peak = Luminance.nits(try row.number("LW"))
      let gamma = row["gamma_model"] == "ext" ? nil : SystemGamma.bt2100(peak: peak)
      let hlg = HybridLogGamma(luminance: .nits(0...peak.nits), gamma: gamma)
      expectClose(hlg.gamma, try row.number("gamma"))
      let scene = try row.numbers("Rs", "Gs", "Bs")
      let light = try row.numbers("Rd_nits", "Gd_nits", "Bd_nits")
      expectClose(hlg.ootf(SceneLight(scene)).components, light, "\(row)")
      expectClose(hlg.inverseOOTF(Light(light)).components, scene, absolute: 1e-15, "\(row)")
    }
  }

  @Test func eotfMeetsVectors() throws {
    for row in try Vectors.rows("hlg_eotf.csv") {
      let range = LuminanceRange.nits(try row.number("LB")...(try row.number("LW")))
      let hlg = HybridLogGamma(luminance: range, gamma: try row.number("gamma"))
      expectClose(hlg.beta, try row.number("beta"))
      let signal = try row.numbers("Rp", "Gp", "Bp")
      let light = try row.numbers("R_nits", "G_nits", "B_nits")
      expectClose(hlg.eotf(Signal(signal)).components, light, "\(row)")
      // If black is lifted and a component is at black, beta is subtracted from beta, which leaves an ulp of it.
      expectClose(hlg.inverseEOTF(Light(light)).components, signal, absolute: 1e-15, "\(row)")
    }
  }

  @Test func systemGammaMeetsVectors() throws {
    for row in try Vectors.rows("hlg_system_gamma.csv") {
      let peak = Luminance.nits(try row.number("LW"))
      expectClose(SystemGamma.bt2100(peak: peak), try row.number("gamma_log10_model"))
      expectClose(SystemGamma.extended(peak: peak), try row.number("gamma_extended_1.111"))
    }
    // BT.2100, Table 5: 1.2 at 1000 cd/m². The value at 2000 cd/m², by note 5f, is as computed by colour-science.
    #expect(SystemGamma.bt2100(peak: .nits(1000)) == 1.2)
    expectClose(SystemGamma.bt2100(peak: .nits(2000)), 1.326432598178872)
  }

  @Test func surroundMeetsVectors() throws {
    for row in try Vectors.rows("hlg_gamma_surround.csv") {
      let surround = Illuminance.lux(try row.number("illuminance_lux")).luminance()
      expectClose(surround.nits, try row.number("L_surround_nits_E_over_pi"))
      expectClose(Illuminance(ofWhiteWallAt: surround).lux, try row.number("illuminance_lux"))
      let factor = SystemGamma.surroundFactor(surround)
      expectClose(factor, try row.number("mu_factor_0.98^log2(Ls/5)"))
      expectClose(1.2 * factor, try row.number("gamma_LW1000_mul"))
      for (peak, column) in [(500.0, "gamma_LW500_ext_mul"), (1600, "gamma_LW1600_ext_mul")] {
        expectClose(SystemGamma.extended(peak: .nits(peak)) * factor, try row.number(column))
      }
    }
  }

  /// A picture seen in the surround it was made for keeps its gamma, and the luminance of dark rooms has a floor.
  @Test func surroundIsRelative() {
    #expect(SystemGamma.surroundFactor(.nits(100), from: .nits(100)) == 1)
    #expect(SystemGamma.surroundFactor(.nits(0)) == SystemGamma.surroundFactor(.nits(0.05)))
  }

  /// The OOTF acts on luminance: one factor for all components preserves hue and saturation.
  @Test func ootfKeepsRatios() {
    let light = hlg.ootf(SceneLight(0.6, 0.3, 0.1)).components
    expectClose(light / light.y, SIMD3(2, 1, 1.0 / 3))
  }

  /// Black stays black at any gamma, and in the dark a signal differs from the printed equation's by less than 1e-5.
  @Test(arguments: [0.8, 0.95, 1, 1.2, 1.6]) func blackStaysBlack(gamma: Double) {
    let hlg = HybridLogGamma(luminance: .nits(0...1000), gamma: gamma)
    #expect(hlg.ootf(SceneLight(0, 0, 0)) == Light.nits(0, 0, 0))
    #expect(hlg.inverseOOTF(Light.nits(0, 0, 0)) == SceneLight(0, 0, 0))
    #expect(hlg.inverseEOTF(Light.nits(0, 0, 0)) == Signal(0, 0, 0))
  }

  @Test func darkSignalsAreClose() {
    for exponent in stride(from: -14.0, through: -8, by: 0.25) {
      let relative = Double.pow(10, exponent)
      let printed = hlg.oetf(SceneLevel(Double.pow(relative, 1 / 1.2))).value
      expectClose(hlg.inverseEOTF(Light(neutral: .nits(1000 * relative))).components.x, printed, absolute: 1e-5)
    }
  }

  @Test func bridgeFromPQMeetsVectors() throws {
    for row in try Vectors.rows("pq_to_hlg_bridge1000.csv") {
      let light = Light(try row.numbers("R_nits", "G_nits", "B_nits"))
      expectClose(
        hlg.inverseOOTF(light).components, try row.numbers("R_scene", "G_scene", "B_scene"), "\(row)")
      expectClose(hlg.inverseEOTF(light).components, try row.numbers("R_HLG", "G_HLG", "B_HLG"), "\(row)")
    }
  }

  @Test func levelsMeetVectors() throws {
    for row in try Vectors.rows("bt2408_levels.csv") {
      let nits = Luminance.nits(try row.number("nits"))
      expectClose(PerceptualQuantizer().inverseEOTF(nits), try row.number("PQ_signal"))
      expectClose(
        hlg.inverseEOTF(Light(neutral: nits)).components.x, try row.number("HLG_signal(LW=1000,g=1.2,grey)"))
    }
  }

  @Test func ends() {
    #expect(hlg.eotf(Signal(0, 0, 0)) == Light.nits(0, 0, 0))
    #expect(hlg.eotf(Signal(-0.1, -0.1, -0.1)) == Light.nits(0, 0, 0))
    #expect(hlg.inverseEOTF(Light.nits(-1, -1, -1)) == Signal(0, 0, 0))
    // Super-white of 10-bit narrow range, code 1019, is (1019 − 64) / 876.
    expectClose(hlg.inverseOETF(SignalLevel(955.0 / 876)), 1.6402, absolute: 1e-4)
    #expect(hlg.oetf(SceneLevel(.nan)).value.isNaN && hlg.inverseOETF(SignalLevel(.nan)).value.isNaN)
    #expect(hlg.eotf(Signal(SIMD3(.nan, 0, 0))).components.x.isNaN)
    #expect(hlg.inverseEOTF(Light.nits(.nan, 0, 0)).components.x.isNaN)
    #expect(hlg.oetf(SceneLevel(.infinity)).value == .infinity)
  }
}
