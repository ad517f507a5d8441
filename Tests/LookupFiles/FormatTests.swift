import LookupFiles
import Testing

@Suite struct FormatTests {
  @Test func namesOfFiles() {
    #expect(LookupFileFormat(fileName: "a.b/Look.CUBE") == .cube)
    #expect(LookupFileFormat(fileName: "x.3dl") == .threeDL && LookupFileFormat(fileName: "x.png") == .hald)
    #expect(LookupFileFormat(fileName: "cube") == nil && LookupFileFormat(fileName: "x.icc") == nil)
    #expect(LookupFileFormat(fileName: "x.") == nil && LookupFileFormat(fileName: "") == nil)
    for format in LookupFileFormat.allCases {
      #expect(LookupFileFormat(fileName: "x." + format.fileExtension) == format)
      #expect(LookupFileFormat(rawValue: format.rawValue) == format)
    }
  }

  /// Every file of another format, cut anywhere or empty, is refused with a sentence.
  @Test(arguments: LookupFileFormat.allCases) func otherFilesAreRefused(_ format: LookupFileFormat) throws {
    let cube = LookupTable(comments: ["c"], steps: [.cube(try asymmetricCube(size: 4))])
    let curves = LookupTable(comments: ["c"], steps: [.curves(try asymmetricCurves(size: 4))])
    let files = LookupFileFormat.allCases.flatMap { other in
      [cube, curves].compactMap { table in (try? table.encoded(as: other)).map { (other, $0) } }
    }
    #expect(files.count > LookupFileFormat.allCases.count)
    for (other, bytes) in files {
      let isSame = other == format || [.clf, .ctf].contains(other) && [.clf, .ctf].contains(format)
      if isSame {
        #expect((try? LookupTable(parsing: bytes, as: format)) != nil)
        for count in stride(from: 0, to: bytes.count * 2 / 3, by: 7) {
          let sentence = refusal(Array(bytes.prefix(count)), format)
          #expect(sentence != "taken" && sentence.contains("expected"), "\(other) as \(format), \(count) bytes")
        }
      } else {
        #expect(refusal(bytes, format).contains("expected"), "\(other) as \(format)")
      }
    }
  }
}
