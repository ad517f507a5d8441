internal import ColorOperations
internal import LookupTables
internal import Synchronization

/// What plans for one display have in common: the table of the gamut map, and the curves of fixed transfer functions.
///
/// Making these takes most of a plan's time, and neither depends on the light of the source. Plans that share them cost a fraction of a
/// millisecond each, so that every scene, or every frame, can have its own.
///
///     let tables = DisplayTables()
///     for scene in scenes {
///       let options = PlanOptions(sourcePeak: scene.peak, sceneAverage: scene.average, servesOneScene: true)
///       let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables)
///     }
///
/// Sharing changes no result: what is kept is what would be made again. Any number of threads may use it.
public final class DisplayTables: Sendable {
  /// What distinguishes a compiled curve from all others.
  struct CurveKey: Hashable {
    var name: String
    var parameters: [Double]
    var start, limit, argument, value: Double
    var allowed: ErrorBudget
  }

  private struct Contents {
    var curves: [CurveKey: CompiledCurve] = [:]
    var maps: [PerceptualGamutMap.Key: PerceptualGamutMap] = [:]
    var lanes: [PerceptualGamutMap.Key: LaneGamut] = [:]
  }

  private let contents = Mutex(Contents())

  /// Tables that are still empty; the first plan fills them.
  public init() {}

  /// The most curves that are kept: more than a display has, so that a source's peak that changes cannot fill the memory.
  private static let mostCurves = 64

  /// The kept curve, or else the one that is made now.
  func curve(_ key: CurveKey, _ make: () throws(CurveError) -> CompiledCurve) throws(CurveError) -> CompiledCurve {
    if let known = contents.withLock({ $0.curves[key] }) { return known }
    let made = try make()
    contents.withLock { if $0.curves.count < Self.mostCurves { $0.curves[key] = made } }
    return made
  }

  /// The perceptual map with these parameters.
  func map(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, strength: Double) -> PerceptualGamutMap
  {
    let key = PerceptualGamutMap.Key(from: source, to: target, peak: peak, strength: strength)
    if let known = contents.withLock({ $0.maps[key] }) { return known }
    let made = PerceptualGamutMap(from: source, to: target, peak: peak, strength: strength)
    contents.withLock { $0.maps[key] = made }
    return made
  }

  /// A perceptual map in the kernels' form.
  func lanes(of map: PerceptualGamutMap, peak: Double) -> LaneGamut {
    if let known = contents.withLock({ $0.lanes[map.key] }) { return known }
    let made = LaneGamut(map, peak: peak)
    contents.withLock { $0.lanes[map.key] = made }
    return made
  }
}
