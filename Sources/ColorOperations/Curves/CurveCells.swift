/// A division of a curve's domain into at most sixteen cells, selected by bits of a number.
///
/// The curve's variable `s` becomes `u = scale · s + offset`. A cell is an octave of `u` or an equal part of one, and the first cell may be half of
/// that. Adjacent cells may share a polynomial, so pieces can end roughly where the function requires it with only a few bits.
struct CurveCells {
  /// The binary logarithm of the number of cells in an octave.
  let mantissaBits: Int
  /// The first cell, relative to the octave in which cells start.
  let first: Int
  /// The map from the variable to `u`.
  let scale, offset: Double
  /// The cells that start at breakpoints; 0 means no breakpoint.
  let breaks: (Int, Int)

  /// The number of cells selected by the last four bits.
  static let most = 16

  /// The start of a cell after the first, in terms of the variable; the start after the last cell is the end of the domain.
  func bound(_ cell: Int, upTo maximum: Double) -> Double {
    guard cell < Self.most else { return maximum }
    let bound = (Self.starts[mantissaBits][first + cell] - offset) / scale
    return bound < maximum * (1 - 1e-6) ? bound : maximum
  }

  /// The boundaries of the cells in terms of the variable, increasing from 0 to its maximum.
  func bounds(upTo maximum: Double) -> [Double] {
    var bounds = [0.0]
    bounds.reserveCapacity(Self.most + 1)
    while bounds[bounds.count - 1] < maximum { bounds.append(bound(bounds.count, upTo: maximum)) }
    return bounds
  }

  /// The starts of cells in `u`, for each number of bits, relative to the octave in which the cells start: the one in which a byte of the bits that
  /// select cells begins with a 0, as V3's byte lookup requires.
  private static let starts: [[Double]] = (0...4).map { bits in
    (0..<most + 1 << bits).map { index in
      let (octave, part) = (index >> bits, index & (1 << bits - 1))
      let first = bits == 0 ? 1 - most : 1
      return Double(sign: .plus, exponent: first + octave, significand: 1 + Double(part) / Double(1 << bits))
    }
  }

  /// All divisions of `0...maximum` worth trying: those with cell boundaries at one or two of the breakpoints, which increase, if there are any.
  ///
  /// - Parameter atAll: Whether to return only those with boundaries at all breakpoints.
  static func all(upTo maximum: Double, breakpoints: [Double], atAll: Bool = false) -> [CurveCells] {
    var all: [CurveCells] = []
    all.reserveCapacity(128)
    for bits in 0...4 {
      for first in stride(from: 0, to: 1 << bits, by: max(1 << bits / 8, 1)) {
        let starts = starts[bits]
        func start(_ cell: Int) -> Double { starts[first + cell] }
        // The last cell ends slightly beyond the domain, so that the end of the domain is not rounded into another cell.
        let end = start(most) * (1 - 1e-6)
        func add(scale: Double, offset: Double, _ breaks: (Int, Int) = (0, 0)) {
          all.append(CurveCells(mantissaBits: bits, first: first, scale: scale, offset: offset, breaks: breaks))
        }
        for offset in [start(0), (start(0) + start(1)) / 2] where !atAll || breakpoints.count < 2 {
          if breakpoints.isEmpty {
            for end in [end, (start(most - 1) + end) / 2] { add(scale: (end - offset) / maximum, offset: offset) }
          }
          for breakpoint in breakpoints {
            let place = breakpoint * (end - offset) / maximum + offset
            var above = 1
            while above <= most, start(above) <= place { above += 1 }
            for cell in max(above - 2, 1)..<above {
              add(scale: (start(cell) - offset) / breakpoint, offset: offset, (cell, cell))
            }
          }
        }
        if atAll && breakpoints.count > 2 { continue }
        for (index, low) in breakpoints.enumerated() {
          for high in breakpoints[(index + 1)...] {
            for i in 1..<most {
              for j in i + 1..<most {
                let scale = (start(j) - start(i)) / (high - low)
                let offset = start(i) - low * scale
                if (start(0)..<start(1)).contains(offset), offset + maximum * scale <= end {
                  add(scale: scale, offset: offset, (i, j))
                }
              }
            }
          }
        }
      }
    }
    return all
  }
}

extension CurveDivision {
  /// Joins cells with these bounds to pieces; `starts` has the first cell of each piece, then the end of all cells.
  init(_ cells: CurveCells, _ bounds: [Double], starts: [Int]) {
    (scale, offset, ends) = (cells.scale, cells.offset, starts.map { bounds[$0] })
    var ofCell = [UInt8](repeating: UInt8(starts.count - 2), count: CurveCells.most)
    let first = Int(Float(offset).bitPattern >> UInt32(23 - cells.mantissaBits))
    for cell in 0..<starts.last! { ofCell[(first + cell) % CurveCells.most] = UInt8(starts.lastIndex { $0 <= cell }!) }
    pieces = (cells.mantissaBits, ofCell)
  }
}
