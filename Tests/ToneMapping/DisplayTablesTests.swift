import TestSupport
import Testing

import ToneMapping

/// What plans share has a bound, and no result depends on it.
@Suite struct DisplayTablesTests {
  /// From PQ to PQ, the target's peak follows the source's, so each light has a map of its own.
  @Test func moreLightsThanAreKept() throws {
    let display = Display(.smpte432, transfer: .pq, bitDepth: 10)
    let tables = DisplayTables()
    func plan(_ peak: Double, sharing tables: DisplayTables) throws -> ConversionPlan {
      try ConversionPlan(
        from: .hdr10(), to: display, options: PlanOptions(sourcePeak: .nits(peak), compilesQuickly: true),
        sharing: tables)
    }
    func picture(_ plan: ConversionPlan) throws -> [UInt8] {
      var input = try Frame(.yuv420p10, width: 16, height: 8)
      for y in 0..<8 { for x in 0..<16 { try input.setCode(64 + 53 * x, component: 0, x: x, y: y) } }
      for y in 0..<4 { for x in 0..<8 { try input.setSample(UInt32(200 + 80 * x), plane: 1 + y % 2, x: x, y: y) } }
      var output = try plan.makeFrame(width: 16, height: 8)
      try plan.convert(input, into: &output)
      return output.packedBytes
    }
    let peaks = (0...tables.maps.capacity).map { 300 + 450.0 * Double($0) }
    var all: Set<[UInt8]> = []
    // The first light was dropped, and is asked for again.
    for peak in peaks + [peaks[0]] {
      let (shared, alone) = (try plan(peak, sharing: tables), try plan(peak, sharing: DisplayTables()))
      let color = Signal(0.7, 0.2, 0.1)
      #expect(shared(color) == alone(color))
      let bytes = try picture(shared)
      #expect(try bytes == picture(alone))
      all.insert(bytes)
    }
    // The test can fail: each light gives another picture.
    #expect(all.count == peaks.count)
    #expect(tables.maps.count == tables.maps.capacity)
    #expect(tables.curves.count <= tables.curves.capacity)
  }

  /// The factor of HLG's OOTF serves all scenes of a source, but no other peak, and no search of another length.
  @Test func keptFactorsAreThoseThatWouldBeMade() throws {
    let tables = DisplayTables()
    var texts: Set<String> = []
    for peak in [1000.0, 600, 1000] {
      for scene in [400.0, 500] {
        for isQuick in [true, false] {
          let options = PlanOptions(sourcePeak: .nits(peak), scenePeak: .nits(scene), compilesQuickly: isQuick)
          func text(_ tables: DisplayTables) throws -> String {
            "\(ColorProgram(try ConversionPlan(from: .hlg(), to: .sdr, options: options, sharing: tables)))"
          }
          let shared = try text(tables)
          #expect(try shared == text(DisplayTables()))
          texts.insert(shared)
        }
      }
    }
    #expect(texts.count == 8)
  }
}
