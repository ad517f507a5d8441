internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD8<Float>
/// As many integers.
typealias LaneIntegers = SIMD8<Int32>

/// Coefficients of all segments, each segment's eight side by side in memory.
typealias Tables32 = (rows: UnsafePointer<Float>, Void)
typealias Tables64 = Tables32
typealias WideTables = Tables32

@inline(__always) func tables32(_ curve: lanes_curve, _ degree: Int) -> Tables32 { wideTables(curve, degree) }
@inline(__always) func tables64(_ curve: lanes_curve, _ degree: Int) -> Tables64 { wideTables(curve, degree) }
@inline(__always) func wideTables(_ curve: lanes_curve, _ degree: Int) -> WideTables { (curve.rows, ()) }

/// Where segments are found: the bytes from the first row to theirs, lane after lane.
typealias Place = UnsafePointer<UInt32>
/// From one segment's place to the next one's: a row of eight floats.
@inline(__always) var placeStep: Int32 { 32 }

/// The coefficients of the segments at `place`.
@inline(__always) func pick(_ t: Tables32, _ place: Place) -> Coefficients {
  let none = Lanes()
  var all: Coefficients = (none, none, none, none, none, none, none, none)
  withUnsafeMutableBytes(of: &all) {
    lanes_pick_rows(t.rows, place, $0.baseAddress!.assumingMemoryBound(to: Float.self))
  }
  return all
}

/// Replaces numbers by a function of the two that `locate` finds.
///
/// Some vectors' places first, then their values: one after the other, each would wait for its place to come back from memory.
@inline(__always) func eachPlaced(
  _ p: Floats, _ count: Int, _ locate: (Lanes) -> (place: LaneIntegers, t: Lanes), _ value: (Place, Lanes) -> Lanes
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

/// A table of 32 numbers, in memory.
typealias Table32 = UnsafePointer<Float>

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { p }
/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes {
  lanes_gather(t, i & LaneIntegers(repeating: 31))
}
