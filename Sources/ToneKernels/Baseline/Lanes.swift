internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD4<Float>
/// As many integers.
typealias LaneIntegers = SIMD4<Int32>

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

/// A table of 32 numbers, in memory.
typealias Table32 = UnsafePointer<Float>

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { p }
/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes {
  lanes_gather(t, i & LaneIntegers(repeating: 31))
}

/// The gamut map's cusps, in memory.
typealias Cusps = UnsafePointer<Float>
@inline(__always) func cuspTable(_ p: UnsafePointer<Float>!) -> Cusps { p }
/// Cusp `i` and the next one, in every lane.
@inline(__always) func cuspPair(_ cusps: Cusps, _ i: LaneIntegers) -> (Lanes, Lanes) { neighbors(cusps, i) }
