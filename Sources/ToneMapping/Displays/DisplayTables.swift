internal import ColorOperations

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
  let simd = SIMDTables()

  /// Creates empty tables; the first plan fills them.
  public init() {}

  /// The numbers of cached curves and maps.
  package var counts: [Int] { simd.counts }
}
