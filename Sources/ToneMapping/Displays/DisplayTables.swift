internal import GamutMaps
internal import ColorOperations
internal import Synchronization

/// The data shared by plans for one display: the table of the gamut map, and the curves of fixed transfer functions.
///
/// Creating them takes most of a plan's time, and neither depends on the light of the source. Plans that share them take a fraction of a millisecond
/// each, so that every scene, or every frame, can have its own.
///
///     let tables = DisplayTables()
///     for scene in scenes {
///       let options = PlanOptions(scenePeak: scene.peak, sceneAverage: scene.average, compilesQuickly: true)
///       let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables)
///     }
///
/// Sharing does not change results: the cached data equals the recomputed data. Any number of threads may use it. The capacity is limited to the
/// needs of one display: beyond it, the least recently used entries are dropped. Entries used by every plan therefore stay, and those for one light
/// range are dropped.
public final class DisplayTables: Sendable {
  /// The curves, and the maps in the kernels' form.
  let lanes = LaneTables()
  private let maps = Mutex(RecentlyUsed<PerceptualGamutMap.Key, PerceptualGamutMap>(most: LaneTables.mostMaps))

  /// Creates empty tables; the first plan fills them.
  public init() {}

  /// The numbers of cached curves, maps in the kernels' form, and maps.
  package var counts: [Int] { lanes.counts + [maps.withLock { $0.count }] }

  /// The perceptual map with these parameters.
  func map(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, chromaPreservation: Double)
    -> PerceptualGamutMap
  {
    let key = PerceptualGamutMap.Key(from: source, to: target, peak: peak, chromaPreservation: chromaPreservation)
    if let known = maps.withLock({ $0.value(for: key) }) { return known }
    let made = PerceptualGamutMap(from: source, to: target, peak: peak, chromaPreservation: chromaPreservation)
    maps.withLock { $0.keep(made, for: key) }
    return made
  }
}
