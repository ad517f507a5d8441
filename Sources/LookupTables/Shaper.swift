internal import Colorimetry
internal import Threading

/// The search for a curve that spreads the input over a cube, so that vertices lie densest where a function bends most.
///
/// Where a function bends by b, chords of length w are off by b·w²/8: the errors are equal if the vertices are as dense as the square root
/// of the bend. All components share one curve, so neutral colors stay neutral.
///
/// - Source: C. de Boor, *Good approximation by splines with variable knots*, 1973.
struct Shaper {
  /// The number of pieces whose densities are told apart, and of lines along each component at either of the other two.
  static let (pieces, lines) = (256, 13)
  /// How far around a place a bend counts, in pieces: a vertex helps no nearer than the next one lies.
  static let reach = 4
  /// The density where nothing bends, as a part of the mean.
  static let floor = 0.2

  /// The curve's values at the ends of the pieces.
  private let ends: [Double]

  init(domain: CubeDomain, threads: Int, _ function: @escaping @Sendable (Signal) -> Signal) {
    let bends = Self.bends(domain: domain, threads: threads, function)
    let densities = bends.indices.map { piece in
      let near = bends[max(0, piece - Self.reach)...min(bends.count - 1, piece + Self.reach)]
      return (near.reduce(0, +) / Double(near.count)).squareRoot()
    }
    // A function that bends nowhere is spread evenly.
    let least = max(Self.floor * densities.reduce(0, +) / Double(densities.count), 1e-9)
    var ends = [0.0]
    for density in densities { ends.append(ends[ends.count - 1] + density + least) }
    let length = ends[ends.count - 1]
    self.ends = ends.map { $0 / length }
  }

  /// How much the function bends in each piece, between 0 and the domain's ends: the root of the mean square over lines along each
  /// component, and the neutral axis.
  private static func bends(
    domain: CubeDomain, threads: Int, _ function: @escaping @Sendable (Signal) -> Signal
  ) -> [Double] {
    let starts = 3 * lines * lines + 1
    let squares = unsafe [Double](unsafeUninitializedCapacity: starts * pieces) { buffer, count in
      Crew(threads: threads).perform(iterations: starts) { line in
        func value(_ index: Int) -> SIMD3<Double> {
          var part = SIMD3(repeating: Double(index) / Double(pieces))
          if line < starts - 1 {
            part[(line + 1) % 3] = Double(line / 3 % lines) / Double(lines - 1)
            part[(line + 2) % 3] = Double(line / 3 / lines) / Double(lines - 1)
          }
          return function(Signal(domain.low * (1 - part) + domain.high * part)).components
        }
        var (before, here) = (value(0), value(0))
        for piece in 0..<pieces {
          let next = value(piece + 1)
          let bend = piece == 0 ? .zero : next - 2 * here + before
          unsafe buffer.initializeElement(at: line * pieces + piece, to: (bend * bend).max())
          (before, here) = (here, next)
        }
      }
      count = starts * pieces
    }
    return (0..<pieces).map { piece in
      (stride(from: piece, to: squares.count, by: pieces).reduce(0) { $0 + squares[$1] } / Double(starts)).squareRoot()
    }
  }

  /// Where a part of the domain lies in the cube, both from 0 to 1.
  private func callAsFunction(_ part: Double) -> Double {
    let place = part * Double(ends.count - 1)
    let piece = min(Int(place), ends.count - 2)
    return ends[piece] + (place - Double(piece)) * (ends[piece + 1] - ends[piece])
  }

  /// The curves of three components that have this domain.
  func curves(entries: Int, domain: CubeDomain) throws(LookupTableError) -> LookupCurves {
    func curve(_ axis: Int) throws(LookupTableError) -> LookupCurve {
      let (low, high) = (domain.low[axis], domain.high[axis])
      guard LookupCurve.sizes.contains(entries) else { throw .sizeOutOfRange(entries, allowed: LookupCurve.sizes) }
      return try LookupCurve(
        at: .even(low...high), values: (0..<entries).map { Float(self(Double($0) / Double(entries - 1))) })
    }
    return LookupCurves(try curve(0), try curve(1), try curve(2))
  }
}
