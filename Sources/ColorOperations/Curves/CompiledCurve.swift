/// A function of one number, approximated by polynomials in `Float` and evaluated exactly as in the lanes.
///
/// The argument is clamped to the domain. The variable `s` is the argument or a root of it, and `u = scale · s + offset`. The *bits* of `u`, its
/// exponent and the first `mantissaBits` bits of its mantissa, select one of sixteen cells. If `u` stays within one octave, the cells are uniform;
/// over many octaves they follow the magnitude of `s` down to black. Adjacent cells are joined to at most eight pieces, each with a polynomial of `s
/// − center`, so that looking up a coefficient is one permutation of eight lanes. The piece at 0 has its center there, which makes it exact there.
///
/// Eight cells of equal width are cheaper: `u` is rounded to the number of its cell, and its distance from that is the polynomial's argument.
///
/// The value of either may be the square of the polynomial, minus a constant, which suits light.
///
/// A power function is cheaper still: two factors for the argument's octave, and one polynomial of its mantissa.
package struct CompiledCurve: Sendable {
  package enum Form: Sendable {
    case polynomials(Polynomials)
    /// Factors for the last three bits of the argument's exponent, and for the three bits before them, `[8]` each; and the polynomial of the
    /// mantissa, `1..<2`, lowest power first. The value of the minimum argument is 0.
    case power(octaves: [Float], groups: [Float], coefficients: [Float])
  }

  /// One polynomial for each of at most eight pieces or cells of the domain.
  package struct Polynomials: Sendable {
    /// The number of square roots from the argument to the variable, 0 to 2.
    package let roots: Int
    /// The map from the variable to `u`.
    package let scale, offset: Float
    /// The number of leading bits of the mantissa that select cells, the piece of each of the sixteen cells, indexed by the last four of the bits
    /// that select them, and the centers of the pieces, `[8]`; `nil` for cells of equal width.
    package let pieces: (mantissaBits: Int, ofCell: [UInt8], centers: [Float])?
    /// `[degree + 1][8]`, lowest power first, of the variable minus the center of its piece, or of `u` minus the number of its cell.
    package let coefficients: [Float]
    /// The constant subtracted from the square of the polynomial; `nil` if the value is the polynomial.
    package let lift: Float?
    /// The number of pieces or cells.
    package let count: Int

    package init(
      roots: Int, scale: Float, offset: Float, pieces: (mantissaBits: Int, ofCell: [UInt8], centers: [Float])? = nil,
      coefficients: [Float], lift: Float? = nil, count: Int = 8
    ) {
      (self.roots, self.scale, self.offset, self.pieces) = (roots, scale, offset, pieces)
      (self.coefficients, self.lift, self.count) = (coefficients, lift, count)
    }

    /// The piece or cell of an argument, and the argument of its polynomial.
    package func place(_ x: Float) -> (index: Int, rest: Float) {
      let s = (0..<roots).reduce(x) { root, _ in root.squareRoot() }
      let u = offset.addingProduct(s, scale)
      if let pieces {
        let piece = Int(pieces.ofCell[Int(u.bitPattern >> UInt32(23 - pieces.mantissaBits)) & 15])
        return (piece, s - pieces.centers[piece])
      }
      // Adding 1.5 · 2²³ rounds to a whole number, in the last bits of the sum.
      let sum = u + 12_582_912
      return (Int(sum.bitPattern & 7), u - (sum - 12_582_912))
    }
  }

  /// The maximum number of pieces or cells of a curve.
  package static let mostPieces = 8

  package private(set) var form: Form
  package let degree: Int
  /// The minimum and the maximum argument; smaller and larger ones are clamped to them.
  package private(set) var low, limit: Float
  /// The maximum argument as printed, even if the arguments are numbers of cells.
  package let domainEnd: Float
  /// The maximum error found by the check, as a fraction of the error allowed there, `0...1`.
  package internal(set) var measuredError = 0.0

  /// Creates the curve of a form, without a check.
  package init(_ form: Form, degree: Int, low: Float = 0, limit: Float) {
    (self.form, self.degree, self.low, self.limit, domainEnd) = (form, degree, low, limit, limit)
  }

  /// The value at an argument, identical in every bit to that of the lanes.
  package func callAsFunction(_ x: Float) -> Float {
    let minimum = x > low ? x : low
    let limited = minimum < limit ? minimum : limit
    switch form {
    case .polynomials(let form):
      let (index, rest) = form.place(limited)
      let value = form.coefficients.polynomial(degree, at: rest, from: index, step: Self.mostPieces)
      return form.lift.map { (-$0).addingProduct(value, value) } ?? value
    case .power(let octaves, let groups, let coefficients):
      let exponent = Int(limited.bitPattern >> 23)
      let mantissa = Float(bitPattern: limited.bitPattern & 0x7f_ffff | Float(1).bitPattern)
      return octaves[exponent & 7] * groups[exponent >> 3 & 7] * coefficients.polynomial(degree, at: mantissa)
    }
  }

  /// This curve as a function of `u`, and the map from the argument to that; `nil` unless it is a curve of cells of the argument itself.
  var ofCells: (curve: CompiledCurve, scale: Double, offset: Double)? {
    guard case .polynomials(let form) = form, form.pieces == nil, form.roots == 0 else { return nil }
    func place(_ x: Float) -> Float { form.offset.addingProduct(x, form.scale) }
    var curve = self
    curve.form = .polynomials(
      Polynomials(
        roots: 0, scale: 1, offset: 0, coefficients: form.coefficients, lift: form.lift, count: form.count))
    (curve.low, curve.limit) = (place(low), place(limit))
    return (curve, Double(form.scale), Double(form.offset))
  }

  /// The tables for the lanes' lookups; see `lanes_curve`.
  package var tables: [Float] {
    switch form {
    case .power(let octaves, let groups, let coefficients): return octaves + groups + coefficients
    case .polynomials(let form):
      if let pieces = form.pieces { return pieces.centers + form.coefficients }
      let ofCells = (0..<64).map { $0 % 8 <= degree ? form.coefficients[8 * ($0 % 8) + $0 / 8] : 0 }
      return form.coefficients + ofCells
    }
  }

  /// The number of pieces or cells and their degree, or "power" and its degree.
  package var shape: String {
    switch form {
    case .polynomials(let form):
      "\(form.count)×\(degree)\(form.lift == nil ? "" : " squared")\(["", " of √", " of ⁴√"][form.roots])"
    case .power: "power×\(degree)"
    }
  }
}

extension [Float] {
  /// The value of the polynomial whose coefficients are every `step`-th number from `first` on, lowest power first.
  func polynomial(_ degree: Int, at x: Float, from first: Int = 0, step: Int = 1) -> Float {
    var value = self[first + degree * step]
    for power in (0..<degree).reversed() { value = self[first + power * step].addingProduct(value, x) }
    return value
  }
}
