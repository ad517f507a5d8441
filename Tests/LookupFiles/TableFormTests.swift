import Colorimetry
import Testing

import LookupFiles

@Suite struct TableFormTests {
  /// Bends at 0.6 only.
  static let knee: @Sendable (LookupColor) -> LookupColor = { color in
    func bent(_ x: Double) -> Double { 0.2 * x + 2 * max(0, x - 0.6) }
    let c = color.components
    return LookupColor(SIMD3(bent(c.x), bent(c.y), bent(c.z)))
  }

  private func shaper(of table: LookupTable) throws -> LookupCurve {
    let curves = try #require(table.steps.compactMap { if case .curves(let curves) = $0 { curves } else { nil } }.first)
    #expect(curves.green == curves.red && curves.blue == curves.red)
    return curves.red
  }

  @Test(arguments: [256, 1024, 4096, 65_536]) func shapersRiseFromEndToEnd(_ entries: Int) throws {
    let table = try LookupTable(of: Self.knee, as: TableForm(size: 3, shaper: .automatic(entries: entries)))
    let curve = try shaper(of: table)
    #expect(curve.values.count == entries && curve.values.first == 0 && curve.values.last == 1)
    #expect(zip(curve.values, curve.values.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func verticesLieDensestAtAKnee() throws {
    let form = TableForm(size: 9, shaper: .automatic(entries: 1024))
    let curve = try shaper(of: try LookupTable(of: Self.knee, as: form))
    // Even vertices have 0.1 of their number in a tenth of the domain.
    #expect(curve(0.65) - curve(0.55) > 0.3)
    #expect(curve(0.35) - curve(0.25) < 0.1)
    let straight = try shaper(of: try LookupTable(of: { $0 }, as: form))
    #expect((0...10).allSatisfy { abs(straight(Double($0) / 10) - Double($0) / 10) < 1e-6 })
  }

  @Test func tablesAgreeWithTheFunction() throws {
    let gray = LookupColor(0.61, 0.61, 0.61)
    let reference = Self.knee(gray).components.x
    var errors: [Double] = []
    for shaper in [TableForm.Shaper.none, .automatic(entries: 4096)] {
      for vertices in [TableForm.VertexValues.sampled, .fitted(.tetrahedral)] {
        let table = try LookupTable(of: Self.knee, as: TableForm(size: 5, shaper: shaper, vertices: vertices))
        #expect(table.interpolation == (vertices == .sampled ? nil : .tetrahedral))
        errors.append(abs(table(gray).components.x - reference))
      }
    }
    // Without a shaper the knee is cut off by the step from 0.5 to 0.75.
    #expect(errors[0] > 0.05 && errors[2] < 0.2 * errors[0])
  }

  /// The curve that is tried and found best is never worse than even steps where those miss a bend.
  @Test func trialsFindACloserCurve() throws {
    func maximum(_ shaper: TableForm.Shaper) throws -> Double {
      let table = try LookupTable(of: Self.knee, as: TableForm(size: 5, shaper: shaper))
      return (0...1000).reduce(0) { maximum, index in
        let color = LookupColor(SIMD3(Double(index) / 1000, 0.3, 0.9))
        let error = table(color).components - Self.knee(color).components
        return max(maximum, abs(error.x), abs(error.y), abs(error.z))
      }
    }
    let (shaped, even) = (try maximum(.automatic(entries: 4096)), try maximum(.none))
    #expect(shaped < 0.25 * even, "\(shaped), without a shaper \(even)")
  }

  @Test func errors() {
    #expect(throws: LookupTableError.sizeOutOfRange(1, allowed: LookupCurve.sizes)) {
      try LookupTable(of: { $0 }, as: TableForm(shaper: .automatic(entries: 1)))
    }
    #expect(throws: LookupTableError.sizeOutOfRange(1, allowed: Cube.sizes)) {
      try LookupTable(of: { $0 }, as: TableForm(size: 1))
    }
  }
}
