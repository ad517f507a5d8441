internal import Colorimetry

/// A function of one number, sampled and interpolated linearly: a 1D LUT for one component.
///
///     let root = try LookupCurve(size: 1024) { $0.squareRoot() }
///     root(0.25)  // 0.5
///
/// - Domain: An argument outside the positions has the value at the nearest end; NaN counts as the lower end.
public struct LookupCurve: Hashable, Sendable, CustomStringConvertible {
  /// The supported numbers of values.
  public static let sizes = 2...1_048_576

  /// The range of the arguments.
  public let domain: ClosedRange<Double>
  /// The arguments of the values, in increasing order; `nil` for equal steps over the domain.
  public let positions: [Float]?
  /// The values, nominally `0...1`; all are finite.
  public let values: [Float]

  /// Creates a curve from values at equal steps.
  ///
  /// - Throws: ``LookupTableError``: for fewer than 2 or more than 1 048 576 values, a value that is not finite, or an empty range.
  public init(over domain: ClosedRange<Double> = 0...1, values: [Float]) throws(LookupTableError) {
    try Self.check(values)
    guard domain.lowerBound < domain.upperBound, (domain.upperBound - domain.lowerBound).isFinite else {
      throw .emptyDomain(low: domain.lowerBound, high: domain.upperBound)
    }
    (self.domain, positions, self.values) = (domain, nil, values)
  }

  /// Creates a curve from values at these arguments.
  ///
  /// - Throws: ``LookupTableError``: for fewer than 2 or more than 1 048 576 values, a value that is not finite, or positions that do not increase or
  ///   whose count differs.
  public init(at positions: [Float], values: [Float]) throws(LookupTableError) {
    try Self.check(values)
    guard positions.count == values.count else { throw .valueCount(found: values.count, expected: positions.count) }
    if let index = positions.firstIndex(where: { !$0.isFinite }) { throw .notFinite(vertex: index) }
    for index in positions.indices.dropFirst() where positions[index] <= positions[index - 1] {
      throw .positionsDoNotRise(index: index)
    }
    domain = Double(positions[0])...Double(positions[positions.count - 1])
    (self.positions, self.values) = (positions, values)
  }

  private static func check(_ values: [Float]) throws(LookupTableError) {
    guard sizes.contains(values.count) else { throw .sizeOutOfRange(values.count, allowed: sizes) }
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(vertex: index) }
  }

  /// Samples a function at equal steps.
  ///
  /// - Throws: ``LookupTableError``: for fewer than 2 or more than 1 048 576 values, an empty range, or a value that is not finite.
  public init(
    size: Int, over range: ClosedRange<Double> = 0...1, _ function: (Double) -> Double
  ) throws(LookupTableError) {
    guard Self.sizes.contains(size) else { throw .sizeOutOfRange(size, allowed: Self.sizes) }
    let values = (0..<size).map { index in
      let part = Double(index) / Double(size - 1)
      return Float(function(range.lowerBound * (1 - part) + range.upperBound * part))
    }
    try self.init(over: range, values: values)
  }

  public func argument(_ index: Int) -> Double {
    if let positions { return Double(positions[index]) }
    let part = Double(index) / Double(values.count - 1)
    return domain.lowerBound * (1 - part) + domain.upperBound * part
  }

  public func callAsFunction(_ argument: Double) -> Double {
    guard argument > domain.lowerBound else { return Double(values[0]) }
    guard argument < domain.upperBound else { return Double(values[values.count - 1]) }
    var index = 0
    let part: Double
    if let positions {
      // The last position that is not above the argument.
      var end = positions.count - 1
      while end - index > 1 {
        let middle = (index + end) / 2
        if Double(positions[middle]) <= argument { index = middle } else { end = middle }
      }
      part = (argument - Double(positions[index])) / (Double(positions[index + 1]) - Double(positions[index]))
    } else {
      let place = (argument - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * Double(values.count - 1)
      index = min(Int(place), values.count - 2)
      part = place - Double(index)
    }
    let (low, high) = (Double(values[index]), Double(values[index + 1]))
    return low.addingProduct(part, high - low)
  }

  /// The number of values and the domain, as in `curve of 1024 values over 0…1`.
  public var description: String {
    "curve of \(values.count) values over \(plain(domain.lowerBound))…\(plain(domain.upperBound))"
  }
}

/// A function of each component of a color: a 1D LUT.
public struct LookupCurves: Hashable, Sendable, CustomStringConvertible {
  public let red, green, blue: LookupCurve

  public init(_ red: LookupCurve, _ green: LookupCurve, _ blue: LookupCurve) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  public init(_ curve: LookupCurve) { self.init(curve, curve, curve) }

  public var all: [LookupCurve] { [red, green, blue] }

  public func callAsFunction(_ color: LookupColor) -> LookupColor {
    let c = color.components
    return LookupColor(SIMD3(red(c.x), green(c.y), blue(c.z)))
  }

  public var description: String { describe(all) }
}

/// The descriptions of three functions, once if they are equal.
func describe(_ functions: [some CustomStringConvertible]) -> String {
  let each = functions.map(\.description)
  return each[0] == each[1] && each[1] == each[2] ? "a \(each[0])" : "a \(each[0]), a \(each[1]) and a \(each[2])"
}
