internal import CToneKernels

typealias Floats = UnsafeMutablePointer<Float>

extension Lanes {
  /// The number of lanes.
  @inline(__always) static var count: Int { Int(LANES_N) }
}

/// `n` rounded up to whole vectors of every instruction set, so that all sets process the same numbers.
@inline(__always) func roundedUp(_ n: Int) -> Int { (n + 31) & ~31 }

/// The same number in all lanes.
@inline(__always) func splat(_ x: Float) -> Lanes { Lanes(repeating: x) }

/// 1.5 · 2²³: adding it rounds a number to the nearest integer, which is in the last bits of the sum; halves are rounded to even.
@inline(__always) var wholeNumbers: Float { 12_582_912 }

/// `a · b + c`, rounded once.
@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { lanes_fma(a, b, c) }

/// `x` in `low...high`; NaN becomes `low`.
@inline(__always) func clamped(_ x: Lanes, _ low: Lanes, _ high: Lanes) -> Lanes {
  lanes_min(lanes_max(x, low), high)
}

/// Twelve numbers by rows; the fourth of each row is the offset.
typealias MatrixNumbers = (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float)

/// One row of a matrix, each number in all lanes.
typealias MatrixRow = (x: Lanes, y: Lanes, z: Lanes, offset: Lanes)

@inline(__always) func matrixRows(_ m: MatrixNumbers) -> (MatrixRow, MatrixRow, MatrixRow) {
  (
    (splat(m.0), splat(m.1), splat(m.2), splat(m.3)), (splat(m.4), splat(m.5), splat(m.6), splat(m.7)),
    (splat(m.8), splat(m.9), splat(m.10), splat(m.11))
  )
}

@inline(__always) func product(_ m: MatrixRow, _ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  fma(m.x, a, fma(m.y, b, fma(m.z, c, m.offset)))
}
