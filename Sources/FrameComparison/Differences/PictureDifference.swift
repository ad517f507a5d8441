package import Colorimetry

package struct PictureDifference: Sendable {
  package var differences = DifferenceHistogram<DeltaEITP>()
  package var maximum: (difference: ColorDifference<DeltaEITP>, x: Int, y: Int) = (0, 0, 0)
  package var cells: CellGrid
  package var samples: [ColorPair] = []
}

package struct ColorPair: Hashable, Sendable {
  package var first, second: ITP

  package init(_ first: ITP, _ second: ITP) { (self.first, self.second) = (first, second) }
}

/// A color in the components of ΔE ITP: intensity and two opponents, the first of them half of Ct.
///
/// - Source: ITU-R BT.2124-0, Annex 1.
package struct ITP: Hashable, Sendable {
  /// I, T and P.
  package var components: SIMD3<Double>

  package init(_ components: SIMD3<Double>) { self.components = components }

  package init(bt2020 light: Light) {
    let color = ICtCp(bt2020: light)
    components = SIMD3(color.i.value, color.ct.value / 2, color.cp.value)
  }

  package var i: Double { components.x }
  /// T and P.
  package var opponents: SIMD2<Double> { SIMD2(components.y, components.z) }

  package var color: ICtCp {
    ICtCp(i: SignalLevel(components.x), ct: SignalLevel(components.y * 2), cp: SignalLevel(components.z))
  }

  package func difference(from other: ITP) -> Double {
    let difference = components - other.components
    return 720 * (difference * difference).sum().squareRoot()
  }
}

/// The means of two pictures in the cells of a grid, row by row.
package struct CellGrid: Sendable {
  package let columns, rows: Int
  package internal(set) var cells: [ColorPair]

  /// Makes the grid for pictures of a size: cells of at least 2 × 2 pixels, at most 160 in a row, about square.
  init(width: Int, height: Int) {
    let side = max(2, (width + 159) / 160)
    (columns, rows) = (max(1, width / side), max(1, height / side))
    cells = Array(repeating: ColorPair(ITP(SIMD3()), ITP(SIMD3())), count: columns * rows)
  }

  package subscript(x: Int, y: Int) -> ColorPair { cells[y * columns + x] }

  /// Returns the pixels of a cell along one side.
  static func pixels(_ cell: Int, of count: Int, size: Int) -> Range<Int> {
    cell * size / count..<(cell + 1) * size / count
  }
}
