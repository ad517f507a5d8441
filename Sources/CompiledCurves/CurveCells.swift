/// A division of a curve's domain into at most sixteen cells, which are distinguished by bits of a number.
///
/// The curve's variable `s` becomes `u = scale · s + offset`. A cell is an octave of `u` or an equal part of one, and the first cell may
/// be half of that. Neighbors may share a polynomial, so pieces can end roughly where the function requires it with only a few bits.
struct CurveCells {
  /// The binary logarithm of the number of cells in an octave.
  let mantissaBits: Int
  /// From the variable to `u`.
  let scale, offset: Double
  /// The boundaries of the cells in terms of the variable, rising from 0 to its maximum.
  let bounds: [Double]

  /// The number of cells that the last four bits distinguish.
  static let most = 16

  /// The start of cell `index` in `u`, counted from the octave in which the cells begin: the one for which a byte of the bits that
  /// distinguish cells begins with a 0, as required by V3's byte lookup.
  private static func start(_ index: Int, _ mantissaBits: Int) -> Double {
    let (octave, part) = (index >> mantissaBits, index & (1 << mantissaBits - 1))
    let first = mantissaBits == 0 ? 1 - most : 1
    return Double(
      sign: .plus, exponent: first + octave, significand: 1 + Double(part) / Double(1 << mantissaBits))
  }

  /// The cells with these starts in `u`, of which the first contains `u` for the variable 0.
  private init(_ starts: [Double], mantissaBits: Int, scale: Double, offset: Double, upTo greatest: Double) {
    (self.mantissaBits, self.scale, self.offset) = (mantissaBits, scale, offset)
    var bounds: [Double] = []
    bounds.reserveCapacity(Self.most + 1)
    bounds.append(0)
    for index in 1..<Self.most {
      let bound = (starts[index] - offset) / scale
      if bound >= greatest * (1 - 1e-6) { break }
      bounds.append(bound)
    }
    bounds.append(greatest)
    self.bounds = bounds
  }

  /// All divisions of `0...greatest` worth trying: those with cell boundaries at one or two of the breakpoints, if there are any.
  ///
  /// - Parameter atAll: Whether only those with boundaries at all breakpoints are wanted.
  static func all(upTo greatest: Double, breakpoints: [Double], atAll: Bool = false) -> [CurveCells] {
    let breakpoints = breakpoints.filter { $0 > 0 && $0 < greatest * (1 - 1e-6) }.sorted()
    var all: [CurveCells] = []
    for bits in 0...4 {
      for first in stride(from: 0, to: 1 << bits, by: max(1 << bits / 8, 1)) {
        let starts = (0...most).map { start(first + $0, bits) }
        // The last cell ends slightly beyond the domain, so that the end of the domain is not rounded into another cell.
        let end = starts[most] * (1 - 1e-6)
        func add(scale: Double, offset: Double) {
          all.append(CurveCells(starts, mantissaBits: bits, scale: scale, offset: offset, upTo: greatest))
        }
        for offset in [starts[0], (starts[0] + starts[1]) / 2] where !atAll || breakpoints.count < 2 {
          if breakpoints.isEmpty {
            for end in [end, (starts[most - 1] + end) / 2] { add(scale: (end - offset) / greatest, offset: offset) }
          }
          for breakpoint in breakpoints {
            let place = breakpoint * (end - offset) / greatest + offset
            for start in starts[1...].filter({ $0 <= place }).suffix(2) {
              add(scale: (start - offset) / breakpoint, offset: offset)
            }
          }
        }
        if atAll && breakpoints.count > 2 { continue }
        for (index, low) in breakpoints.enumerated() {
          for high in breakpoints[(index + 1)...] {
            for i in 1..<most {
              for j in i + 1..<most {
                let scale = (starts[j] - starts[i]) / (high - low)
                let offset = starts[i] - low * scale
                if (starts[0]..<starts[1]).contains(offset), offset + greatest * scale <= end {
                  add(scale: scale, offset: offset)
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
