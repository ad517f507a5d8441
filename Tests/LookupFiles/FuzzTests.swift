import Colorimetry
import LookupFiles
import TestSupport
import Testing

@Suite struct FuzzTests {
  /// `LUT_FUZZ_SECONDS`, `_ONLY` and `_SEED` as `FuzzRun` reads them.
  @Test(arguments: LookupFileFormat.allCases) func mangledFilesAreReadOrRefusedWithinLimits(
    _ format: LookupFileFormat
  ) throws {
    var run = FuzzRun("LUT_FUZZ", seconds: 0.25)
    guard run.wants(format.rawValue) else { return }
    let files = try Self.files(format)
    var random = SeededNumbers(seed: run.seed)
    while run.shouldContinue {
      let start = InputCost.threadSeconds
      let bytes = Self.mangled(
        files.randomElement(using: &random)!, with: files.randomElement(using: &random)!, &random)
      var table: LookupTable?
      let cost = InputCost.of { table = try? LookupTable(parsing: bytes, as: format) }
      run.add(cost, since: start, wasTaken: table != nil)
      if let table {
        // What is read can be evaluated, and what is written of it can be read again.
        for color in [LookupColor(SIMD3(0.3, -1e30, .infinity)), LookupColor(SIMD3(.nan, 0, 1))] { _ = table(color) }
        if let again = try? table.encoded(as: format), table.title == nil {
          #expect(throws: Never.self) { try LookupTable(parsing: again, as: format) }
        }
      }
      // A picture of 20 KB may unfold to 20 MB.
      guard cost.bytes < 128 << 20 else {
        Issue.record("\(format), \(cost), seed \(run.seed): \(bytes.prefix(4096))")
        return
      }
    }
    print(run.report(format.rawValue))
  }

  private static func files(_ format: LookupFileFormat) throws -> [[UInt8]] {
    let wide = try CubeDomain(low: SIMD3(-1, 0, 0.1), high: SIMD3(1, 2, 0.7))
    let curves = LookupTable.Step.curves(try asymmetricCurves(size: 9))
    let uneven = LookupTable.Step.curves(LookupCurves(try LookupCurve(at: [0, 0.1, 1], values: [0, 0.5, 1])))
    let matrix = LookupTable.Step.matrix(.identity, adding: SIMD3(0.1, 0, 0))
    let lists: [[LookupTable.Step]] = [
      [.cube(try asymmetricCube(size: 4))], [.cube(try asymmetricCube(size: 17))],
      [.cube(try asymmetricCube(size: 3, domain: wide))],
      [curves], [uneven], [curves, .cube(try asymmetricCube(size: 4))], [matrix, .limit(0...1), curves],
    ]
    let options = CubeDialect.allCases.map { LookupFileOptions(dialect: $0) } + [LookupFileOptions(bitDepth: 8)]
    return lists.flatMap { steps in
      options.compactMap {
        try? LookupTable(title: "T", comments: ["c"], steps: steps).encoded(as: format, options: $0)
      }
    }
  }

  /// Words that mean something in one format or another.
  private static let words = [
    "0", "1", "-1", "2", "3", "17", "256", "257", "4096", "65536", "1000000000", "99999999999999999999", "nan", "inf",
    "1e39", "1e-400",
    "0.5", "1e5", "#", "{", "}", "\n", "\r", "\t", " ", "\"", "LUT_1D_SIZE 2\n", "LUT_3D_SIZE 2\n",
    "DOMAIN_MIN 0 0 0\n", "DOMAIN_MAX 0 0 0\n",
    "LUT_3D_INPUT_RANGE 0 1\n", "LUT_1D_INPUT_RANGE 1 0\n", "Mesh 4 12\n", "3DMESH\n", "From 1 0\n", "Components 3\n",
    "3D", "1D",
    "BEGIN METADATA\n", "END METADATA\n", "<Array dim=\"2 1\">", "</Array>",
    "<LUT1D inBitDepth=\"8i\" outBitDepth=\"32f\">", "</LUT1D>",
    "<IndexMap dim=\"2\">1@0 2@1</IndexMap>", "<minInValue>1</minInValue>", "<Info>", "</Info>", "<!--", "-->",
    "<![CDATA[", "]]>", "&lt;",
    "&#0;", "halfDomain=\"true\"", "rawHalfs=\"true\"", "compCLFversion=\"2.0\"", "style=\"noClamp\"", "<!DOCTYPE a>",
  ].map { Array($0.utf8) }

  /// A file with a few changes: bits, words, parts cut out, doubled or taken from another file, and in pictures corrected checksums.
  private static func mangled(_ file: [UInt8], with other: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = file
    for _ in 0..<Int.random(in: 1...5, using: &random) where !bytes.isEmpty {
      // Headers decide most.
      let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 200)
      let place = Int.random(in: 0..<reach, using: &random)
      let length = min(Int.random(in: 1...64, using: &random), bytes.count - place)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2, 3: bytes.insert(contentsOf: words.randomElement(using: &random)!, at: place)
      case 4: bytes.replaceSubrange(place..<place + min(length, 8), with: words.randomElement(using: &random)!)
      case 5: bytes.removeSubrange(place..<place + length)
      case 6:
        bytes.insert(contentsOf: bytes[place..<place + length], at: Int.random(in: 0...bytes.count, using: &random))
      default:
        let from = Int.random(in: 0..<other.count, using: &random)
        bytes.replaceSubrange(place..<bytes.count, with: other[from...])
      }
    }
    if bytes.starts(with: [0x89]), Bool.random(using: &random) { fixChecksums(&bytes) }
    return bytes
  }

  /// Makes the checksums of a PNG's chunks right, so that what is in them is read.
  private static func fixChecksums(_ bytes: inout [UInt8]) {
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - place - 12 else { return }
      var rest: UInt32 = ~0
      for byte in bytes[place + 4..<place + 8 + length] {
        rest ^= UInt32(byte)
        for _ in 0..<8 { rest = rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
      }
      for i in 0..<4 { bytes[place + 8 + length + i] = UInt8(truncatingIfNeeded: ~rest >> UInt32(24 - 8 * i)) }
      place += 12 + length
    }
  }
}
