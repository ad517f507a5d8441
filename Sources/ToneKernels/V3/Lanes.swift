internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD8<Float>
/// As many integers.
typealias LaneIntegers = SIMD8<Int32>

/// Tables of 32 and 64 numbers are left in memory: this set has too few registers to hold them.
typealias Table32 = (numbers: UnsafePointer<Float>, mask: Int32)
typealias Table64 = Table32

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { (p, 31) }
@inline(__always) func table64(_ p: UnsafePointer<Float>) -> Table64 { (p, 63) }
/// Number `i`, modulo the table's size, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes {
  lanes_gather(t.numbers, i & LaneIntegers(repeating: t.mask))
}
