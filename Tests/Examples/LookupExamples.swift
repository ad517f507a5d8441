import LookupFiles
import Testing

/// The article of LookupFiles, with nothing but that module.
@Suite struct LookupExamples {
  @Test func aLUTIsConverted() throws {
    let cube = try Cube(size: 2) { $0 }
    let bytes = try LookupTable(steps: [.cube(cube)]).encoded(as: .cube)

    func convertLUT(_ bytes: [UInt8]) throws -> [UInt8] {
      let table = try LookupTable(parsing: bytes, as: .cube)
      return try table.encoded(as: .clf, options: LookupFileOptions(decimals: 9))
    }

    #expect(try LookupTable(parsing: convertLUT(bytes), as: .clf).cube == cube)
  }
}
