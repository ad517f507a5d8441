internal import ColorOperations
internal import Colorimetry

/// A look: the user's adjustments to the light itself, before it is fitted to a display.
///
///     let options = PlanOptions(look: Look(exposure: 0.5, contrast: 1.1, saturation: 1.2))
///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options)
///
/// It acts on the source's light in BT.2020, cd/m², between the source's curve and the tone curve. Light that becomes brighter or more colorful is
/// therefore tone mapped and gamut mapped like other light, and not clipped. In this order:
///
/// 1. *Saturation* s: each component x becomes Y + s (x − Y), where Y is luminance, which is unchanged. Above 1, colors may leave BT.2020;
///    components below 0 become 0, as in a camera's HLG.
/// 2. *Exposure* E: light is multiplied by 2^E.
/// 3. *Contrast* c: luminance Y becomes G (Y / G)^c, and all three components are multiplied by the same factor, so their ratios stay. G is
///    the light of an 18 % gray card, which contrast does not change: ``contrastPivot`` in HDR, and the same fraction of white in SDR.
///    Below 3e-6 cd/m² before exposure, less than the first step of 12-bit PQ, the factor is constant, so black remains black.
///
/// The source's peak goes through the same steps, and the tone curve ends at the result, at most 10 000 cd/m². So does a display whose luminance
/// range follows from the source's.
///
/// A neutral value adds nothing to a plan: with ``neutral`` it has the same stages and gives the same bits as without a look.
///
/// - Source: Specific to this package, except for gray: ITU-R BT.2408-8, Table 1.
public struct Look: Hashable, Sendable {
  /// The gain in stops: `-6...6`; 0 changes nothing, 1 doubles the light.
  public var exposure: Stops
  /// The exponent of luminance relative to gray: `0.5...2`; 1 changes nothing.
  public var contrast: Double
  /// The factor on the difference between a color and its gray: `0...4`; 1 changes nothing, 0 gives black and white.
  public var saturation: Double

  public init(exposure: Stops = 0, contrast: Double = 1, saturation: Double = 1) {
    (self.exposure, self.contrast, self.saturation) = (exposure, contrast, saturation)
  }

  public static let neutral = Look()

  /// The light of an 18 % gray card, which contrast does not change; in SDR, the corresponding fraction of white, relative to 203 cd/m².
  ///
  /// - Source: ITU-R BT.2408-8, Table 1.
  public static let contrastPivot = Luminance.nits(26)

  /// The parts of a look, by the names of the command-line options.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case exposure, contrast, saturation

    /// The value and the setting that states it, the limits, in stops for exposure, and these with the effect of typical values, for error messages.
    var row: (value: KeyPath<Look, Double>, setting: SettingName, limits: ClosedRange<Double>, expectation: String) {
      switch self {
      case .exposure: (\.exposure.value, .exposure, -6...6, "-6 to 6 stops; 1 doubles light, -1 halves it")
      case .contrast:
        (\.contrast, .contrast, 0.5...2, "0.5 to 2; 1 changes nothing, 1.2 is a strong contrast, 0.8 a weak one")
      case .saturation:
        (\.saturation, .saturation, 0...4, "0 to 4; 1 changes nothing, 0 is black and white, 1.2 is colorful")
      }
    }
  }
}

/// A look on the light of one source.
struct SourceLook: Sendable {
  let chosen: Look
  /// The light that contrast does not change.
  private let gray: Luminance
  /// The source's luminance range before the look.
  private let before: LuminanceRange
  /// Whether a factor of luminance, an OOTF, precedes the light; if exposure is also a factor, the compiler merges the two.
  private let followsFactor: Bool

  /// - Parameter white: The light of the signal 1 in SDR and in linear light.
  init(_ look: Look, transfer: TransferFunction, range: LuminanceRange, white: Luminance) {
    (chosen, before) = (look, range)
    followsFactor = transfer.codePoint == .hlg || transfer.isLog
    gray =
      transfer.isHDR
      ? Look.contrastPivot : .nits(Look.contrastPivot.nits * white.nits / Luminance.referenceWhite.nits)
  }

  var isNeutral: Bool { chosen == .neutral }

  // MARK: Luminance

  /// The factor on light of this luminance, without saturation, which does not change luminance.
  func factor(at light: Luminance) -> Double {
    let scale = chosen.exposure.ratio
    guard chosen.contrast != 1 else { return scale }
    return scale * Elementary.pow(scale * max(light, Self.dimmest).nits / gray.nits, chosen.contrast - 1)
  }

  func callAsFunction(_ light: Luminance) -> Luminance { .nits(light.nits * factor(at: light)) }

  /// The range after the look, rounded to 1e-4 cd/m² as printed, and limited to PQ.
  func range(of range: LuminanceRange) -> LuminanceRange {
    guard !isNeutral else { return range }
    func rounded(_ light: Luminance) -> Luminance { .nits(light.nits.rounded(to: 4)) }
    return LuminanceRange(
      black: rounded(self(range.black)), peak: min(rounded(self(range.peak)), PerceptualQuantizer.peak))
  }

  var after: LuminanceRange { range(of: before) }

  /// The maximum of any component, if none was above the peak before.
  var maximumComponent: Luminance {
    let peak = before.peak
    // With contrast below 1, the factor is maximum for blue, which has the minimum luminance.
    let factor = max(factor(at: peak), factor(at: .nits(peak.nits * LumaCoefficients.bt2020.vector.min())))
    return .nits(peak.nits * factor * max(chosen.saturation, 1))
  }

  /// The luminance below which the factor is constant.
  private static let dimmest = Luminance.nits(3e-6)

  // MARK: Operations

  /// The parts that change something, with their values, and the change of the range.
  var detail: String {
    let stops = chosen.exposure == 1 || chosen.exposure == -1 ? "stop" : "stops"
    let parts = [
      chosen.exposure == 0 ? nil : "exposure \(chosen.exposure > 0 ? "+" : "")\(plain(chosen.exposure.value)) \(stops)",
      chosen.contrast == 1
        ? nil : "contrast \(plain(chosen.contrast)) about \(Luminance.nits((gray.nits * 100).rounded() / 100))",
      chosen.saturation == 1 ? nil : "saturation \(plain(chosen.saturation))",
    ]
    return (parts.compactMap(\.self) + ["\(before) to \(after)"]).joined(separator: ", ")
  }

  /// The operations on BT.2020 light: saturation, then the factor, which the compiler merges with the factor of a tone curve.
  var operations: Operations {
    var operations: Operations = []
    if chosen.saturation != 1 {
      let s = chosen.saturation
      let gray = (1 - s) * LumaCoefficients.bt2020.vector
      let matrix = Matrix3x3(gray + SIMD3(s, 0, 0), gray + SIMD3(0, s, 0), gray + SIMD3(0, 0, s))
      operations = [Affine(matrix)] + (s > 1 ? [Limit.nonnegative] : [])
    }
    if chosen.contrast != 1 || chosen.exposure != 0 && followsFactor {
      let gain = Curve(
        "2^E (2^E x / gray) to the power c − 1", breakpoints: chosen.contrast == 1 ? [] : [Self.dimmest],
        tolerance: .factor()
      ) { (light: Luminance) in factor(at: light) }
      operations.append(Gain(of: .bt2020Luminance, by: gain))
    } else if chosen.exposure != 0 {
      operations.append(Affine(Matrix3x3(diagonal: SIMD3(repeating: factor(at: .nits(0))))))
    }
    return operations
  }

  /// The operations from signal to light, with the tolerance of the curve that comes first reduced by the factor of the look, which amplifies errors
  /// up to the display's peak.
  func sharpened(_ linearization: Operations, for peak: Luminance) -> Operations {
    guard chosen.exposure > 0 || chosen.contrast != 1, var curve = linearization.first as? Curve
    else { return linearization }
    let usual = curve.tolerance
    let numbers = [chosen.exposure.value, chosen.contrast, gray.nits, peak.nits]
    curve.tolerance = Tolerance(numbers: usual.numbers.map { $0 + numbers }) { allowed, argument, light in
      let growth = growth(ofComponent: .nits(abs(light) * allowed.unit.nits), upTo: peak)
      return usual.error(allowed, argument, light * growth) / growth
    }
    return [curve] + linearization.dropFirst()
  }

  /// The maximum factor on a component of this light, 1 or more, up to the display's peak.
  private func growth(ofComponent light: Luminance, upTo peak: Luminance) -> Double {
    // Its color has the minimum luminance if the component is blue and the only one, and a higher one if others are brighter.
    let minimum = Luminance.nits(light.nits * LumaCoefficients.bt2020.vector.min())
    let share = Elementary.pow(peak.nits / gray.nits, 1 / chosen.contrast)
    let shown = Luminance.nits(gray.nits * share / chosen.exposure.ratio)
    func factor(_ luminance: Luminance) -> Double {
      min(self.factor(at: luminance), peak.nits / max(luminance, Self.dimmest).nits)
    }
    // With 4, PQ to PQ meets its bound at contrast 2, which it misses with 1 at 3 colors of 16384; with 16, no PQ curve is precise enough at
    // contrast 0.5.
    return min(max(1, factor(minimum), factor(max(shown, minimum))), 4)
  }

  var finding: Finding? {
    let peak = self(before.peak)
    guard peak > PerceptualQuantizer.peak else { return nil }
    return Finding(
      code: "look-above-pq",
      found: "the look takes the source's peak from \(before.peak) to \(Luminance.nits(peak.nits.rounded()))",
      expected: "at most \(PerceptualQuantizer.peak), the maximum of PQ",
      consequence: "limiting brighter light to that",
      fix: "lower \(.exposure) or \(.contrast), or state a lower \(.sourcePeak)")
  }
}
