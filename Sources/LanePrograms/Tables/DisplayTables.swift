internal import ColorOperations
package import Colorimetry
internal import CompiledCurves
package import GamutMaps
internal import Synchronization

/// What plans for one display have in common: the table of the gamut map, and the curves of fixed transfer functions.
///
/// Making these takes most of a plan's time, and neither depends on the light of the source. Plans that share them cost a fraction of a
/// millisecond each, so that every scene, or every frame, can have its own.
///
///     let tables = DisplayTables()
///     for scene in scenes {
///       let options = PlanOptions(scenePeak: scene.peak, luminanceOfMeanPQ: scene.average, compilesQuickly: true)
///       let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables)
///     }
///
/// Sharing changes no result: what is kept is what would be made again. Any number of threads may use it. No more is kept than displays
/// need: beyond that, what was used the longest ago is dropped. What every plan uses stays, and what served one light goes.
public final class DisplayTables: Sendable {
  /// What distinguishes a compiled curve from all others.
  struct CurveKey: Hashable {
    var name: String
    var parameters: [Double]
    var start, limit, argument, value: Double
    var allowed: ErrorBudget
  }

  private struct Contents {
    var curves = RecentlyUsed<CurveKey, CompiledCurve>(most: 64)
    var maps = RecentlyUsed<PerceptualGamutMap.Key, PerceptualGamutMap>(most: DisplayTables.mostMaps)
    var lanes = RecentlyUsed<PerceptualGamutMap.Key, LaneGamut>(most: DisplayTables.mostMaps)
  }

  private let contents = Mutex(Contents())

  /// Tables that are still empty; the first plan fills them.
  public init() {}

  /// The most maps that are kept: more than a display has. Each takes 0.2 MB.
  static let mostMaps = 8

  /// The numbers of curves, maps and maps in the kernels' form that are kept.
  var counts: [Int] { contents.withLock { [$0.curves.count, $0.maps.count, $0.lanes.count] } }

  /// The kept curve, or else the one that is made now.
  func curve(_ key: CurveKey, _ make: () throws(CurveError) -> CompiledCurve) throws(CurveError) -> CompiledCurve {
    if let known = contents.withLock({ $0.curves.value(for: key) }) { return known }
    let made = try make()
    contents.withLock { $0.curves.keep(made, for: key) }
    return made
  }

  /// The perceptual map with these parameters.
  package func map(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, chromaPreservation: Double)
    -> PerceptualGamutMap
  {
    let key = PerceptualGamutMap.Key(from: source, to: target, peak: peak, chromaPreservation: chromaPreservation)
    if let known = contents.withLock({ $0.maps.value(for: key) }) { return known }
    let made = PerceptualGamutMap(from: source, to: target, peak: peak, chromaPreservation: chromaPreservation)
    contents.withLock { $0.maps.keep(made, for: key) }
    return made
  }

  /// A perceptual map in the kernels' form.
  func lanes(of map: PerceptualGamutMap, peak: Luminance) -> LaneGamut {
    if let known = contents.withLock({ $0.lanes.value(for: map.key) }) { return known }
    let made = LaneGamut(map, peak: peak)
    contents.withLock { $0.lanes.keep(made, for: map.key) }
    return made
  }
}
