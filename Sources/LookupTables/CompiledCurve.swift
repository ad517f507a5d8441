/// A function of one number as piecewise polynomials in `Float`, evaluated here exactly as the lanes do.
///
/// The argument is carried to `u = scale · x + offset`, and the *bits* of `u` choose the segment: its exponent and the first
/// `mantissaBits` bits of its mantissa. What is left of the mantissa is the segment's own variable `t`, centered on zero. With
/// `u` in `1..<2` the segments are uniform; with `u` over many octaves they follow the magnitude of `x` down to black, where
/// the offset lets the first octave begin at `x = 0`.
///
/// - Shape: `coefficients` is `[degree + 1][segments]`, lowest power first. The segment of `u` is
///   `(bits of u >> (23 − mantissaBits)) mod segments`.
package struct CompiledCurve: Sendable {
  /// The coefficients, power by power.
  package internal(set) var coefficients: [Float]
  /// The polynomials' degree.
  package let degree: Int
  /// How many segments there are, a power of two, 32 or more.
  package let segments: Int
  /// How many leading bits of the mantissa choose the segment within an octave.
  package let mantissaBits: Int
  /// Whether it is a power function: `coefficients` are then a factor for each of 32 octaves, and the `degree + 1`
  /// coefficients of one polynomial of the mantissa, `1..<2`.
  package let isPower: Bool
  /// From the argument to `u`.
  package let scale, offset: Float
  /// The bounds `u` is clamped to; NaN becomes `low`.
  package let low, high: Float
  /// The greatest argument; larger ones have its value.
  package let limit: Double
  /// The greatest error found by the proof, as a part of what was allowed there, `0...1`.
  package internal(set) var provenError = 0.0
  /// The argument at which it was found.
  package internal(set) var worstArgument = 0.0
  /// How many arguments the proof evaluated.
  package internal(set) var proofPoints = 0

  /// The curve of these coefficients, not proven.
  ///
  /// - Parameters:
  ///   - coefficients: `[degree + 1][segments]`.
  ///   - segments: How many, a power of two.
  ///   - mantissaBits: How many bits of the mantissa choose among the segments of an octave.
  ///   - limit: The greatest argument.
  ///   - isPower: Whether they are factors and one polynomial instead.
  package init(coefficients: [Float], segments: Int, mantissaBits: Int, limit: Double, isPower: Bool = false) {
    self.coefficients = coefficients
    self.segments = segments
    self.mantissaBits = mantissaBits
    self.limit = limit
    self.isPower = isPower
    degree = isPower ? coefficients.count - segments - 1 : coefficients.count / segments - 1
    let layout = CurveLayout(segments: segments, mantissaBits: mantissaBits)
    scale = Float(layout.scale(upTo: limit))
    offset = Float(layout.offset)
    low = offset
    high = Float(2).nextDown
  }

  /// The coefficients segment by segment, for sets that fetch them so: `[segments][8]`, zero beyond the degree.
  package var rows: [Float] {
    isPower
      ? [] : (0..<segments * 8).map { $0 % 8 <= degree ? coefficients[$0 % 8 * segments + $0 / 8] : 0 }
  }

  /// The segment's slot, and the variable within it, of an argument.
  package func locate(_ x: Float) -> (slot: Int, t: Float) {
    var u = offset.addingProduct(x, scale)
    u = u > low ? u : low
    u = u < high ? u : high
    let shift = UInt32(23 - mantissaBits)
    let rest = u.bitPattern & (1 << shift - 1) | Float(1).bitPattern
    let middle = isPower ? 0 : 1 + halfWidth
    return (Int(u.bitPattern >> shift) & (segments - 1), Float(bitPattern: rest) - middle)
  }

  /// Half the width of every segment, in its own variable.
  var halfWidth: Float { Float(sign: .plus, exponent: -mantissaBits - 1, significand: 1) }

  /// The value at an argument, bit for bit as the lanes compute it.
  package func callAsFunction(_ x: Float) -> Float {
    let (slot, t) = locate(x)
    return value(slot: slot, t: t)
  }

  func value(slot: Int, t: Float) -> Float {
    func coefficient(_ power: Int) -> Float { coefficients[isPower ? segments + power : power * segments + slot] }
    var value = coefficient(degree)
    for power in stride(from: degree - 1, through: 0, by: -1) { value = coefficient(power).addingProduct(value, t) }
    return isPower ? coefficients[slot] * value : value
  }
}

extension CompiledCurve: CustomStringConvertible {
  package var description: String {
    let octaves = segments >> mantissaBits
    let split = octaves == 1 ? "uniform" : "\(octaves) octaves of \(1 << mantissaBits)"
    let part = (provenError * 1000).rounded() / 10
    return
      "\(segments) segments (\(split)) of degree \(degree), 0...\(limit); greatest error \(part) % of what is allowed, at \(worstArgument)"
  }
}
