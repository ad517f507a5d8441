/// The reason why a lookup table is invalid.
public enum LookupTableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A cube or a curve of this size is not supported.
  case sizeOutOfRange(Int, allowed: ClosedRange<Int>)
  /// The number of values does not match the size.
  case valueCount(found: Int, expected: Int)
  /// The value at this index, counted from 0, is infinite or NaN.
  case notFinite(vertex: Int)
  /// The function to fit is infinite or NaN at this color.
  case functionIsNotFinite(at: SIMD3<Double>)
  /// The steps up to this one, counted from 0, together give numbers that are not finite as `Float`.
  case stepsAreNotFinite(last: Int)
  /// The domain does not increase from its low end to its high end, or one of them is not finite.
  case emptyDomain(low: Double, high: Double)
  /// The positions of a curve's values do not increase at this index, counted from 0.
  case positionsDoNotRise(index: Int)
  /// A curve that is not monotone has no inverse; the index of the first value at which its direction changes, counted from 0.
  case notMonotone(index: Int)
  /// A singular matrix has no inverse.
  case flatMatrix
  /// A cube has no inverse in general.
  case cubeHasNoInverse(size: Int)

  public var description: String {
    switch self {
    case .sizeOutOfRange(let size, let allowed):
      "the size \(size) is not supported; expected \(allowed.lowerBound) to \(allowed.upperBound)"
    case .valueCount(let found, let expected): "there are \(found) values; expected \(expected)"
    case .notFinite(let vertex): "value \(vertex + 1) is not finite; expected finite numbers"
    case .functionIsNotFinite(let color):
      "the function is not finite at \(color.x), \(color.y), \(color.z); expected finite numbers"
    case .stepsAreNotFinite(let last):
      "step \(last + 1) gives numbers that are not finite, alone or after the steps before it; expected numbers up to \(Float.greatestFiniteMagnitude)"
    case .emptyDomain(let low, let high): "the domain \(low)…\(high) is empty; its second end must be above its first"
    case .positionsDoNotRise(let index):
      "position \(index + 1) is not above the one before it; the positions of a curve must increase"
    case .notMonotone(let index):
      "value \(index + 1) changes direction; only a curve that always rises or always falls has an inverse"
    case .flatMatrix: "a matrix is singular, so it has no inverse; expected an invertible one"
    case .cubeHasNoInverse(let size):
      "a cube of \(size) samples has no inverse in general; expected curves and matrices"
    }
  }
}
