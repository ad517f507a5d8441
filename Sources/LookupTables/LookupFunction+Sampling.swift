extension LookupFunction {
  /// The maximum number of values of a curve that approximates a function.
  private static let mostValues = 1 << 18
  /// The allowed error of the curve, relative to its value, and the minimum value to which it is relative.
  private static let (tolerance, smallest) = (1e-7, 1e-5)

  /// A curve that approximates the function over a range, with values closest where the curvature is highest.
  ///
  /// A later function may be steep where the values are small, so small values must have the same relative accuracy as large ones.
  ///
  /// - Returns: A curve with a maximum error of 10⁻⁷ of its value, or 10⁻¹² if that is more; `nil` if that requires too many values.
  package func sampled(over range: ClosedRange<Double>) -> LookupCurve? {
    let low = Float(max(range.lowerBound, -1e30))
    let high = Float(min(range.upperBound, 1e30))
    guard low < high else {
      return try? LookupCurve(
        at: [low, low + max(1, abs(low))], values: [Float(self(range.lowerBound)), Float(self(range.lowerBound))])
    }
    let inner = breakpoints.map { Float($0) }.flatMap { [$0.nextDown, $0, $0.nextUp] }.filter { low < $0 && $0 < high }
    var (places, values) = ([low], [Float(self(Double(low)))])
    for end in Set(inner + [high]).sorted() {
      // The remaining positions, the next one last.
      var rest = [end]
      while let next = rest.last {
        guard places.count + rest.count <= Self.mostValues else { return nil }
        let start = places[places.count - 1]
        let middle = start + (next - start) / 2
        let value = Float(self(Double(next)))
        if middle > start, middle < next, !isStraight((start, values[values.count - 1]), (next, value)) {
          rest.append(middle)
        } else {
          places.append(next)
          values.append(value)
          rest.removeLast()
        }
      }
    }
    return try? LookupCurve(at: places, values: values)
  }

  /// Whether a chord is close enough to the function.
  private func isStraight(_ start: (place: Float, value: Float), _ end: (place: Float, value: Float)) -> Bool {
    let (place, width) = (Double(start.place), Double(end.place) - Double(start.place))
    let (value, rise) = (Double(start.value), Double(end.value) - Double(start.value))
    // The precision of interpolation in `Float` is that of the larger of two values.
    let (large, small) = (max(abs(value), abs(value + rise)), min(abs(value), abs(value + rise)))
    guard large <= Self.smallest || large <= 4 * small && value * (value + rise) > 0 else { return false }
    return [0.5, 0.25, 0.75].allSatisfy { part in
      let exact = self(place + part * width)
      return abs(value + part * rise - exact) <= Self.tolerance * max(Self.smallest, abs(exact))
    }
  }
}
