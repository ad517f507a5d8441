internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD8<Float>
/// As many integers.
typealias LaneIntegers = SIMD8<Int32>

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
  let (none, place) = (Lanes(), i & LaneIntegers(repeating: t.mask))
  var all: Coefficients = (none, none, none, none, none, none, none, none)
  withUnsafeMutableBytes(of: &all) {
    lanes_pick_rows(t.rows, place, $0.baseAddress!.assumingMemoryBound(to: Float.self))
  }
  return all
}

/// A table of 32 numbers in four registers, prepared for `lanes_pick32`.
typealias Table32 = (Lanes, Lanes, Lanes, Lanes)

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 {
  let (a, b, c, d) = (lanes_load(p), lanes_load(p + 8), lanes_load(p + 16), lanes_load(p + 24))
  return (a, lanes_xor(a, b), lanes_xor(a, c), lanes_xor(lanes_xor(a, b), lanes_xor(c, d)))
}
/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes { lanes_pick32(t.0, t.1, t.2, t.3, i) }
