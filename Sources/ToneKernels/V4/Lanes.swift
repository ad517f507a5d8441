internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD16<Float>
/// As many integers.
typealias LaneIntegers = SIMD16<Int32>

/// A table of 32 numbers in two registers.
typealias Table32 = (Lanes, Lanes)
/// The coefficients of 32 segments, power by power.
typealias Tables32 = (Table32, Table32, Table32, Table32, Table32, Table32, Table32, Table32)
/// A table of 64 numbers in two halves.
typealias Table64 = (low: Table32, high: Table32)
/// The coefficients of 64 segments, power by power.
typealias Tables64 = (Table64, Table64, Table64, Table64, Table64, Table64, Table64)
/// The coefficients of more segments, each segment's eight side by side in memory.
typealias WideTables = (rows: UnsafePointer<Float>, mask: Int32)

@inline(__always) func table32(_ p: UnsafePointer<Float>) -> Table32 { (lanes_load(p), lanes_load(p + 16)) }
@inline(__always) func tables32(_ curve: lanes_curve, _ degree: Int) -> Tables32 {
  @inline(__always) func at(_ power: Int) -> Table32 { table32(curve.coefficients + 32 * min(power, degree)) }
  return (at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
}
@inline(__always) func tables64(_ curve: lanes_curve, _ degree: Int) -> Tables64 {
  @inline(__always) func at(_ power: Int) -> Table64 {
    let p = curve.coefficients + 64 * min(power, degree)
    return (table32(p), table32(p + 32))
  }
  return (at(0), at(1), at(2), at(3), at(4), at(5), at(6))
}
@inline(__always) func wideTables(_ curve: lanes_curve, _ degree: Int) -> WideTables {
  (curve.rows, curve.segments - 1)
}

/// Number `i mod 32` of a table, in every lane.
@inline(__always) func pick(_ t: Table32, _ i: LaneIntegers) -> Lanes { lanes_pick32(t.0, t.1, i) }
/// Number `i mod 64` of a table, in every lane.
@inline(__always) func pick(_ t: Table64, _ i: LaneIntegers) -> Lanes {
  lanes_pick64(t.low.0, t.low.1, t.high.0, t.high.1, i)
}
/// The coefficients of segment `i`, modulo their number, in every lane. Those beyond the degree are not used.
@inline(__always) func pick(_ t: Tables32, _ i: LaneIntegers) -> Coefficients {
  (pick(t.0, i), pick(t.1, i), pick(t.2, i), pick(t.3, i), pick(t.4, i), pick(t.5, i), pick(t.6, i), pick(t.7, i))
}
@inline(__always) func pick(_ t: Tables64, _ i: LaneIntegers) -> Coefficients {
  (pick(t.0, i), pick(t.1, i), pick(t.2, i), pick(t.3, i), pick(t.4, i), pick(t.5, i), pick(t.6, i), Lanes())
}
@inline(__always) func pick(_ t: WideTables, _ i: LaneIntegers) -> Coefficients {
  let place = (i & LaneIntegers(repeating: t.mask)) &<< LaneIntegers(repeating: 3)
  @inline(__always) func at(_ power: Int) -> (Lanes, Lanes) { neighbors(t.rows + power, place) }
  let (a, b, c, d) = (at(0), at(2), at(4), at(6))
  return (a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1)
}

/// Where a segment is found: its number, in every lane.
typealias Place = LaneIntegers
/// From one segment's place to the next one's.
@inline(__always) var placeStep: Int32 { 1 }

/// The gamut map's cusps, in registers.
typealias Cusps = Table64
@inline(__always) func cuspTable(_ p: UnsafePointer<Float>!) -> Cusps { (table32(p), table32(p + 32)) }
/// Cusp `i` and the next one, in every lane; after the last the first is next.
@inline(__always) func cuspPair(_ cusps: Cusps, _ i: LaneIntegers) -> (Lanes, Lanes) {
  (pick(cusps, i), pick(cusps, i &+ LaneIntegers(repeating: 1)))
}
