internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD16<Float>
/// As many integers.
typealias LaneIntegers = SIMD16<Int32>

/// A table of 32 numbers in two registers.
typealias Table32 = (Lanes, Lanes)
/// A table of 64 numbers in four registers.
typealias Table64 = (Lanes, Lanes, Lanes, Lanes)

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { (lanes_load(p), lanes_load(p + 16)) }
@inline(__always) func table64(_ p: UnsafePointer<Float>) -> Table64 {
  (lanes_load(p), lanes_load(p + 16), lanes_load(p + 32), lanes_load(p + 48))
}
/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes { lanes_pick32(t.0, t.1, i) }
/// Number `i mod 64` of a table, in every lane.
@inline(__always) func pick(_ t: Table64, _ i: LaneIntegers) -> Lanes { lanes_pick64(t.0, t.1, t.2, t.3, i) }
