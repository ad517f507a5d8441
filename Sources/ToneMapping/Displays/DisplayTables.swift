internal import GamutMaps
internal import ColorOperations
internal import Synchronization

/// What plans for one display have in common: the table of the gamut map, and the curves of fixed transfer functions.
///
/// Making these takes most of a plan's time, and neither depends on the light of the source. Plans that share them cost a fraction of a
/// millisecond each, so that every scene, or every frame, can have its own.
///
///     let tables = DisplayTables()
///     for scene in scenes {
///       let options = PlanOptions(scenePeak: scene.peak, sceneAverage: scene.average, compilesQuickly: true)
///       let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables)
///     }
///
/// Sharing changes no result: what is kept is what would be made again. Any number of threads may use it. No more is kept than displays
/// need: beyond that, what was used the longest ago is dropped. What every plan uses stays, and what served one light goes.
public final class DisplayTables: Sendable {
  /// The curves, and the maps in the kernels' form.
  let lanes = LaneTables()
  private let maps = Mutex(RecentlyUsed<PerceptualGamutMap.Key, PerceptualGamutMap>(most: LaneTables.mostMaps))

  /// Tables that are still empty; the first plan fills them.
  public init() {}

  /// The numbers of curves, maps in the kernels' form and maps that are kept.
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
