/// A function of one number, approximated by polynomials in `Float` and evaluated exactly as in the lanes.
///
/// The argument is clamped to the domain. The variable `s` is the argument or a root of it, and `u = scale · s + offset`. The *bits* of `u`, its
/// exponent and the first `mantissaBits` bits of its mantissa, select one of sixteen cells. If `u` stays within one octave, the cells are uniform;
/// over many octaves they follow the magnitude of `s` down to black. Adjacent cells are joined to at most eight pieces, each with a polynomial of `s
/// − center`, so that looking up a coefficient is one permutation of eight lanes. The piece at 0 has its center there, which makes it exact there.
///
/// Eight cells of equal width are cheaper: `u` is rounded to the number of its cell, and its distance from that is the argument of the cell's polynomial.
///
/// The value of either may be the square of the polynomial, minus a constant, which suits light.
///
/// A power function is cheaper still: two factors for the argument's octave, and one polynomial of its mantissa.
package struct CompiledCurve: Sendable {
  /// The forms of a curve.
  package enum Form: Sendable {
    case pieces(Pieces)
    case cells(Cells)
    case power(Power)
  }

  /// One polynomial for each piece of the domain.
  package struct Pieces: Sendable {
    /// The number of square roots from the argument to the variable, 0 to 2.
    package let roots: Int
    /// The map from the variable to `u`.
    package let scale, offset: Float
    /// The number of leading bits of the mantissa that select cells.
    package let mantissaBits: Int
    /// The pieces of the sixteen cells, indexed by the last four of the bits of `u` that select cells.
    package let pieceOfCell: [UInt8]
    /// The center of each piece, `[pieces]`, at most eight.
    package let centers: [Float]
    /// `[degree + 1][pieces]`, lowest power first.
    package let coefficients: [Float]
    /// The constant subtracted from the square of the polynomial; `nil` if the value is the polynomial.
    package let lift: Float?

    package init(
      roots: Int, scale: Float, offset: Float, mantissaBits: Int, pieceOfCell: [UInt8], centers: [Float],
      coefficients: [Float], lift: Float? = nil
    ) {
      (self.roots, self.scale, self.offset, self.mantissaBits) = (roots, scale, offset, mantissaBits)
      (self.pieceOfCell, self.centers, self.coefficients, self.lift) = (pieceOfCell, centers, coefficients, lift)
    }
  }

  /// One polynomial for each of at most eight cells.
  package struct Cells: Sendable {
    /// The number of square roots from the argument to the variable, 0 to 2.
    package let roots: Int
    /// The map from the variable to `u`.
    package let scale, offset: Float
    /// `[degree + 1][8]`, lowest power first: the polynomials of `u` minus the number of its cell.
    package let coefficients: [Float]
    /// The constant subtracted from the square of the polynomial; `nil` if the value is the polynomial.
    package let lift: Float?
    /// The minimum argument; smaller ones are clamped to it.
    package let low: Float
    /// The number of cells.
    package let count: Int

    package init(
      roots: Int, scale: Float, offset: Float, coefficients: [Float], lift: Float? = nil, low: Float = 0, count: Int = 8
    ) {
      (self.roots, self.scale, self.offset, self.coefficients) = (roots, scale, offset, coefficients)
      (self.lift, self.low, self.count) = (lift, low, count)
    }
  }

  /// A power function.
  package struct Power: Sendable {
    /// The minimum argument; its value, and that of smaller ones, is 0.
    package let low: Float
    /// Factors for the last three bits of the argument's exponent, and for the three bits before them, `[8]` each.
    package let octaves, groups: [Float]
    /// The polynomial of the mantissa, `1..<2`, lowest power first.
    package let coefficients: [Float]

    package init(low: Float, octaves: [Float], groups: [Float], coefficients: [Float]) {
      (self.low, self.octaves, self.groups, self.coefficients) = (low, octaves, groups, coefficients)
    }
  }

  /// The maximum number of pieces or cells of a curve.
  package static let mostPieces = 8

  /// The form of the curve.
  package let form: Form
  /// The degree of the polynomials.
  package let degree: Int
  /// The maximum argument; larger ones are clamped to it.
  package let limit: Float
  /// The maximum argument as printed, even if the arguments are numbers of cells.
  package private(set) var domainEnd: Float
  /// The maximum error found by the check, as a fraction of the error allowed there, `0...1`.
  package internal(set) var measuredError = 0.0
  /// The argument with the maximum error.
  package internal(set) var worstArgument = 0.0
  /// The number of arguments that the check evaluated.
  package internal(set) var checkPoints = 0

  /// Creates the curve of a form, without a check.
  package init(_ form: Form, degree: Int, limit: Float) {
    (self.form, self.degree, self.limit, domainEnd) = (form, degree, limit, limit)
  }

  /// The minimum argument: 0, or that of a power or of cells.
  package var low: Float {
    switch form {
    case .pieces: 0
    case .cells(let cells): cells.low
    case .power(let power): power.low
    }
  }

  /// The value at an argument, identical in every bit to that of the lanes.
  package func callAsFunction(_ x: Float) -> Float {
    let minimum = x > low ? x : low
    let limited = minimum < limit ? minimum : limit
    switch form {
    case .pieces(let pieces): return pieces.value(limited, degree)
    case .cells(let cells): return cells.value(limited, degree)
    case .power(let power): return power.value(limited, degree)
    }
  }
}

extension CompiledCurve {
  /// This curve as a function of `u`, and the map from the argument to that; `nil` unless it is a curve of cells of the argument itself.
  var ofCells: (curve: CompiledCurve, scale: Double, offset: Double)? {
    guard case .cells(let cells) = form, cells.roots == 0 else { return nil }
    func place(_ x: Float) -> Float { cells.offset.addingProduct(x, cells.scale) }
    let direct = Cells(
      roots: 0, scale: 1, offset: 0, coefficients: cells.coefficients, lift: cells.lift, low: place(cells.low),
      count: cells.count)
    var curve = CompiledCurve(.cells(direct), degree: degree, limit: place(limit))
    (curve.measuredError, curve.worstArgument, curve.checkPoints) = (measuredError, worstArgument, checkPoints)
    curve.domainEnd = domainEnd
    return (curve, Double(cells.scale), Double(cells.offset))
  }
}

extension CompiledCurve.Pieces {
  fileprivate func value(_ x: Float, _ degree: Int) -> Float {
    var s = x
    for _ in 0..<roots { s = s.squareRoot() }
    let u = offset.addingProduct(s, scale)
    let piece = Int(pieceOfCell[Int(u.bitPattern >> UInt32(23 - mantissaBits)) & 15])
    let t = s - centers[piece]
    var value = coefficients[degree * centers.count + piece]
    for power in stride(from: degree - 1, through: 0, by: -1) {
      value = coefficients[power * centers.count + piece].addingProduct(value, t)
    }
    return lift.map { (-$0).addingProduct(value, value) } ?? value
  }
}

extension CompiledCurve.Cells {
  /// The cell of an argument, and the distance of `u` from its number.
  package func place(_ x: Float) -> (cell: Int, rest: Float) {
    var s = x
    for _ in 0..<roots { s = s.squareRoot() }
    let u = offset.addingProduct(s, scale)
    // Adding 1.5 · 2²³ rounds to a whole number, in the last bits of the sum.
    let sum = u + 12_582_912
    return (Int(sum.bitPattern & 7), u - (sum - 12_582_912))
  }

  fileprivate func value(_ x: Float, _ degree: Int) -> Float {
    let (cell, rest) = place(x)
    var value = coefficients[8 * degree + cell]
    for power in stride(from: degree - 1, through: 0, by: -1) {
      value = coefficients[8 * power + cell].addingProduct(value, rest)
    }
    return lift.map { (-$0).addingProduct(value, value) } ?? value
  }
}

extension CompiledCurve.Power {
  fileprivate func value(_ x: Float, _ degree: Int) -> Float {
    let exponent = Int(x.bitPattern >> 23)
    let mantissa = Float(bitPattern: x.bitPattern & 0x7f_ffff | Float(1).bitPattern)
    var value = coefficients[degree]
    for power in stride(from: degree - 1, through: 0, by: -1) {
      value = coefficients[power].addingProduct(value, mantissa)
    }
    return octaves[exponent & 7] * groups[exponent >> 3 & 7] * value
  }
}

extension CompiledCurve {
  /// The tables for the lanes' lookups; see `lanes_curve`.
  package var tables: [Float] {
    switch form {
    case .power(let power): return power.octaves + power.groups + power.coefficients
    case .pieces(let pieces):
      let (all, count) = (pieces.centers + pieces.coefficients, pieces.centers.count)
      return (0..<8 * (degree + 2)).map { $0 % 8 < count ? all[$0 / 8 * count + $0 % 8] : 0 }
    case .cells(let cells):
      func coefficient(_ power: Int, _ cell: Int) -> Float {
        power <= degree ? cells.coefficients[8 * power + cell] : 0
      }
      return cells.coefficients + (0..<64).map { coefficient($0 % 8, $0 / 8) }
    }
  }
}

extension CompiledCurve: CustomStringConvertible {
  /// The number of pieces or cells and their degree, or "power" and its degree.
  package var shape: String {
    switch form {
    case .pieces(let pieces):
      "\(pieces.centers.count)×\(degree)\(pieces.lift == nil ? "" : " squared")\(Self.ofRoot[pieces.roots])"
    case .cells(let cells):
      "\(cells.count)×\(degree)\(cells.lift == nil ? "" : " squared")\(Self.ofRoot[cells.roots])"
    case .power: "power×\(degree)"
    }
  }

  private static let ofRoot = ["", " of √", " of ⁴√"]

  package var description: String {
    let part = (measuredError * 1000).rounded() / 10
    return "\(shape), 0...\(limit); largest error \(part) % of the allowed, at \(worstArgument)"
  }
}
