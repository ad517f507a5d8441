internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD4<Float>
/// As many integers.
typealias LaneIntegers = SIMD4<Int32>

/// Coefficients of all segments, each segment's eight side by side in memory.
typealias Tables32 = (rows: UnsafePointer<Float>, mask: Int32)
typealias Tables64 = Tables32
typealias WideTables = Tables32

@inline(__always) func tables32(_ curve: lanes_curve, _ degree: Int) -> Tables32 { wideTables(curve, degree) }
@inline(__always) func tables64(_ curve: lanes_curve, _ degree: Int) -> Tables64 { wideTables(curve, degree) }
@inline(__always) func wideTables(_ curve: lanes_curve, _ degree: Int) -> WideTables {
  (curve.rows, curve.segments - 1)
}
/// The coefficients of segment `i`, modulo their number, in every lane.
@inline(__always) func pick(_ t: Tables32, _ i: LaneIntegers) -> Coefficients {
  let place = (i & LaneIntegers(repeating: t.mask)) &<< LaneIntegers(repeating: 3)
  @inline(__always) func at(_ power: Int) -> Lanes { lanes_gather(t.rows + power, place) }
  return (at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
}

/// A table of 32 numbers, in memory.
typealias Table32 = (numbers: UnsafePointer<Float>, Void)

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { (p, ()) }
/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes {
  lanes_gather(t.numbers, i & LaneIntegers(repeating: 31))
}

/// Where a segment is found: its number, in every lane.
typealias Place = LaneIntegers
/// From one segment's place to the next one's.
@inline(__always) var placeStep: Int32 { 1 }
