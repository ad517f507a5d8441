import Colorimetry
import Foundation
import LookupTables
import TestSupport
import Testing

/// Both interpolations meet numbers that colour-science computed.
@Suite struct CubeVectorTests {
  private struct File: Decodable {
    struct Query: Decodable {
      let rgb, trilinear, tetrahedral: [Double]
    }
    let size: Int
    let table: [[Double]]
    let queries: [Query]
  }

  @Test func publishedNumbers() throws {
    let file = try JSONDecoder().decode(File.self, from: Vectors.data("lut3d_interp.json"))
    let cube = try Cube(size: file.size, values: file.table.map { SIMD3(Float($0[0]), Float($0[1]), Float($0[2])) })
    #expect(file.queries.count == 11)
    for query in file.queries {
      let color = LookupColor(SIMD3(query.rgb[0], query.rgb[1], query.rgb[2]))
      for (interpolation, expected) in [
        (CubeInterpolation.trilinear, query.trilinear), (.tetrahedral, query.tetrahedral),
      ] {
        let found = cube(color, interpolation: interpolation).components
        // The values are rounded to `Float`, by 3e-8 at most.
        for i in 0..<3 { #expect(abs(found[i] - expected[i]) < 4e-8, "\(interpolation) at \(query.rgb)") }
      }
    }
  }
}
