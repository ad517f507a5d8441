internal import Colorimetry
internal import LookupTables

extension ColorOperation: CustomStringConvertible {
  /// One line, with every number rounded to four digits.
  package var description: String {
    switch self {
    case .matrix(let matrix, let offset):
      let sum = offset == .zero ? "" : ", plus \(text(offset))"
      return matrix == .identity ? "sum with \(text(offset))" : "matrix \(text(matrix))\(sum)"
    case .curve(let curve): return "each component by \(curve)"
    case .gain(let gain):
      let adding = gain.adding.map { ", plus \($0)" } ?? ""
      let own = gain.ownWeight == 0 ? "" : " plus each component times \(text(gain.ownWeight))"
      return "\(text(after: gain.body))factor \(gain.factor) of \(gain.norm)\(own)\(adding)"
    case .addition(let addition):
      let term =
        switch addition.term {
        case .limited(let range): "limited to \(text(range))"
        case .curve(let curve): "by \(curve)"
        }
      return "\(text(after: addition.body))sum with \(addition.norm) \(term)"
    case .limit(let range): return "limit to \(text(range))"
    case .intensity(let curve, let norm): return "intensity, \(norm), by \(curve)"
    case .decodeConstantLuminance: return "constant luminance to R′, G′, B′"
    case .encodeConstantLuminance: return "R′, G′, B′ to constant luminance"
    case .lookup(let curves): return "each component by \(curves)"
    case .functions(let functions): return "each component by \(functions)"
    case .cube(let cube, let interpolation): return "\(cube), \(interpolation.rawValue)"
    case .coverage(let operation): return "\(operation)"
    case .over(let operations):
      let after = operations.isEmpty ? "" : " (\(operations.map(\.description).joined(separator: "; ")))"
      return "over the background\(after), by alpha"
    case .gamut(let fit): return "gamut by \(fit)"
    }
  }
}

extension Norm: CustomStringConvertible {
  public var description: String {
    switch self {
    case .weighted(let weights): "the sum \(text(weights))"
    case .maximum: "the maximum"
    case .brightness: "the brightness"
    case .minimum: "the minimum"
    case .mixed(let weights, let maximum, let minimum):
      "the sum \(text(weights)) plus the maximum times \(text(maximum)) plus the minimum times \(text(minimum))"
    }
  }
}

extension Operations: CustomStringConvertible {
  /// A line for each operation, with every number rounded to four digits.
  public var description: String { operations.map(\.description).joined(separator: "\n") }
}

extension Curve: CustomStringConvertible {
  public var description: String { "\(erased)" }
}

extension ColorCurve: CustomStringConvertible {
  /// The name and, where the curve has one, the domain.
  public var description: String { domain.map { "\(name) over \(text($0))" } ?? name }
}

private func text(after body: [ColorOperation]) -> String {
  body.isEmpty ? "" : "(\(body.map(\.description).joined(separator: "; "))), then "
}

private func text(_ matrix: Matrix3x3) -> String {
  [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { text($0) }.joined(separator: " ")
}

private func text(_ numbers: SIMD3<Double>) -> String {
  numbers.x == numbers.y && numbers.y == numbers.z
    ? text(numbers.x) : "(\(text(numbers.x)), \(text(numbers.y)), \(text(numbers.z)))"
}

private func text(_ range: ClosedRange<Double>) -> String { "\(text(range.lowerBound))…\(text(range.upperBound))" }

private func text(_ number: Double) -> String {
  if number == .infinity { return "∞" }
  // Four digits after the first that is not 0.
  var scale = 1e4
  while number != 0 && abs(number) * scale < 1e3 && scale < 1e12 { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
