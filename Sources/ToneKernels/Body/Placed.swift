internal import CLanes

/// Replaces numbers by a function of the two that `locate` finds, where places are in memory: lane after lane.
///
/// Some vectors' places first, then their values: one after the other, each would wait for its place to come back from memory.
@inline(__always) func eachPlaced(
  _ p: Floats, _ count: Int, _ locate: (Lanes) -> (place: LaneIntegers, t: Lanes),
  _ value: (UnsafePointer<UInt32>, Lanes) -> Lanes
) {
  var places = lanes_places()
  withUnsafeMutableBytes(of: &places) {
    let places = $0.baseAddress!.alignedUp(toMultipleOf: 64).assumingMemoryBound(to: UInt32.self)
    var first = 0
    while first < count {
      let some = min(count - first, Int(LANES_PLACES))
      eachVector(some) { i in
        let (place, t) = locate(lanes_load(p + first + i))
        lanes_store_integers(places + i, place)
        lanes_store(p + first + i, t)
      }
      eachVector(some) { i in lanes_store(p + first + i, value(places + i, lanes_load(p + first + i))) }
      first += some
    }
  }
}
