internal import CLaneJobs
internal import Colorimetry
internal import GamutMaps
internal import SystemCalls

/// A perceptual gamut map in the kernels' form, shared by all programs that contain it.
@safe package struct LaneGamut: Sendable {
  /// The tables, and last the numbers that refer to them.
  let blocks: [AlignedMemory]

  /// The map, for rows in which 1 is the display's peak.
  init(_ map: PerceptualGamutMap, peak: Luminance) {
    let memory = LaneMemory()
    _ = unsafe memory.gamut(map, peak: peak)
    blocks = memory.blocks
  }

  /// The numbers, valid as long as this value.
  var numbers: UnsafePointer<lanes_gamut> {
    unsafe UnsafePointer(blocks[blocks.count - 1].bytes.baseAddress!.assumingMemoryBound(to: lanes_gamut.self))
  }
}

extension LaneMemory {
  /// The perceptual gamut map in the kernels' form, for rows in which 1 is the display's peak.
  func gamut(_ map: PerceptualGamutMap, peak: Luminance) -> UnsafeMutablePointer<lanes_gamut> {
    let (glance, table) = (map.glance, map.table)
    precondition(
      table.radii.count == Int((LANES_HUES + 1) * LANES_COLUMNS) && table.cusps.count == LANES_CUSPS
        && PerceptualPaths.levels == LANES_LEVELS && PerceptualPaths.climbs == LANES_CLIMBS,
      "the map's table does not have the size that the kernels read")
    var out = unsafe lanes_gamut()
    unsafe out.sure_floor = (
      Float(glance.floors.rows.0.y), Float(glance.floors.rows.0.z), Float(glance.floors.rows.1.x),
      Float(glance.floors.rows.1.z), Float(glance.floors.rows.2.x), Float(glance.floors.rows.2.y)
    )
    unsafe out.sure_depth = Float(glance.depth)
    unsafe out.sure_ceiling = (Float(glance.ceilings.x), Float(glance.ceilings.y), Float(glance.ceilings.z))
    unsafe out.sure_bend = (Float(glance.bends.x), Float(glance.bends.y), Float(glance.bends.z))
    unsafe out.white_slack = Float(CoreGlance.whiteSlack)
    unsafe out.dimmest = map.makesRoom ? Float(PerceptualGamutMap.dimmest) : 0
    unsafe (out.dim_slope, out.dim_start) =
      map.makesRoom ? (Float(1 / (3 * PerceptualGamutMap.dimmest)), -1 / 3) : (0, 1)
    unsafe out.cones = laneNumbers(map.cones * peak.nits, offset: .zero)
    unsafe out.components = laneNumbers(map.components * (1 / peak.nits), offset: .zero)
    // The rows of X and Y add up to 0.
    let (x, y) = (map.axes.rows.1, map.axes.rows.2)
    unsafe out.axes = (Float(x.x), Float(-x.z), Float(y.x), Float(-y.z))
    unsafe out.white = Float(map.white)
    typealias Paths = PerceptualPaths
    let eased = Double(Paths.climbs) / Paths.easedOne
    unsafe out.last_climb = Float(Double(Paths.levels + Paths.climbs) + eased * Paths.ease)
    unsafe (out.eased_climbs, out.ease_squared) = (Float(eased), Float(Paths.ease * Paths.ease))
    unsafe (out.preservation, out.leveling) = (Float(map.paths.preservation), Float(map.paths.leveling))
    unsafe (out.onset, out.climb) = (Float(map.paths.onset), Float(map.paths.climb))
    unsafe out.room = map.makesRoom ? Float(1 - PerceptualGamutMap.protectedPart) : 0
    unsafe (out.paleness, out.shoulder) = (Float(PerceptualGamutMap.paleness), Float(PerceptualGamutMap.shoulder))
    unsafe out.floor_margin = map.makesRoom ? Float(PerceptualGamutMap.floorMargin) : 0
    unsafe out.cusps = UnsafePointer(floats(table.cusps + table.cusps.prefix(1)))
    unsafe out.radii = UnsafePointer(floats(table.neighboringRadii))
    return unsafe values([out]).baseAddress!
  }
}
