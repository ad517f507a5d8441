import Colorimetry
import Foundation
import HDRMetadata
import TestSupport
import Testing

@Suite struct MatroskaColorTests {
  /// The elements of a real file; they are found by their IDs, which match no other byte pair in the head.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
  func corpusFile() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let file = Array(try Data(contentsOf: folder.appending(path: "hdr10tags-both.mkv")).prefix(2000))
    let start = try #require(file.indices.first { file[$0...].starts(with: [0x55, 0xB0]) }) + 2
    var elements: [(UInt32, [UInt8])] = []
    var position = start + (file[start] == 0x01 ? 8 : 1)
    while position + 3 < file.count, file[position] == 0x55 {
      let id = UInt32(file[position]) << 8 | UInt32(file[position + 1])
      let isLong = file[position + 2] == 0x01
      let size = isLong ? Int(file[position + 9]) : Int(file[position + 2] & 0x7F)
      position += isLong ? 10 : 3
      guard id != MatroskaColor.masteringMetadata else { continue }
      elements.append((id, Array(file[position..<position + size])))
      position += size
    }
    var color = MatroskaColor()
    for (id, payload) in elements { try color.set(id, payload: payload) }
    #expect(color.color.primaries == .bt2020 && color.color.transfer == .pq && color.color.matrix == .bt2020NCL)
    #expect(color.color.range == .narrow)
    let metadata = try color.metadata()
    #expect(metadata.contentLight == ContentLightLevel(maxCLL: 1000, maxFALL: 300))
    #expect(metadata.mastering?.luminance == .nits(0.01...1000))
    #expect(metadata.mastering?.primaries != nil)
  }

  @Test func anyMetadataComesBack() throws {
    var numbers = SeededNumbers(seed: 0x55B0)
    for _ in 0..<500 {
      let color = ColorDescription(
        primaries: ColorPrimaries.allCases.randomElement(using: &numbers),
        transfer: TransferCharacteristics.allCases.randomElement(using: &numbers),
        matrix: .random(using: &numbers) ? MatrixCoefficients.allCases.randomElement(using: &numbers) : nil,
        range: .random(using: &numbers) ? .narrow : .full,
        chromaLocation: [nil, .left, .center, .topLeft, .top].randomElement(using: &numbers) ?? nil)
      let metadata = StaticMetadata(
        mastering: try MasteringDisplayColorVolume(parsing: numbers.bytes(24)),
        contentLight: try ContentLightLevel(parsing: numbers.bytes(4)))
      let written = MatroskaColor(color, metadata)
      var read = MatroskaColor()
      for element in written.elements { try read.set(element.id, payload: element.payload) }
      #expect(read == written)
      #expect(try read.color == color && read.metadata() == metadata)
    }
    #expect(MatroskaColor(ColorDescription()).elements.isEmpty)
    #expect(MatroskaColor().color == ColorDescription())
    #expect(try MatroskaColor().metadata() == StaticMetadata())
  }

  @Test func payloads() throws {
    var color = MatroskaColor()
    try color.set(0x55BB, payload: [])
    try color.set(0x55BA, payload: [0, 0, 0, 0, 0, 0, 0, 18])
    try color.set(0x55D1, payload: [])
    try color.set(0x55D9, payload: [0x44, 0x7A, 0x00, 0x00])
    try color.set(0x55B2, payload: [10])
    try color.set(0x1A45_DFA3, payload: [1, 2, 3])
    #expect(color.color == ColorDescription(transfer: .hlg) && color.numbers[.colourBitsPerChannel] == 10)
    #expect(color.floats == [.chromaticityCoordinatesRedX: 0, .maxLuminance: 1000])
    #expect(try color.metadata().mastering?.maximum == .nits(1000))
    #expect(throws: MetadataError.self) { try color.set(0x55BB, payload: [UInt8](repeating: 0, count: 9)) }
    for count in [1, 2, 3, 5, 7, 9] {
      #expect(throws: MetadataError.self) { try color.set(0x55D1, payload: [UInt8](repeating: 0, count: count)) }
    }
  }

  /// Reserved numbers count as unknown; numbers that no message can carry are rejected.
  @Test func oddNumbers() throws {
    var color = MatroskaColor()
    (color.numbers[.colourMatrixCoefficients], color.numbers[.colourPrimaries]) = (.max, 3)
    color.numbers[.colourRange] = 3
    (color.numbers[.chromaSitingHorizontal], color.numbers[.chromaSitingVertical]) = (2, 0)
    #expect(color.color == ColorDescription())
    color.numbers[.colourMatrixCoefficients] = 0
    #expect(color.color.matrix == .identity)
    for level in [65_536, UInt64.max] {
      color.numbers[.maxContentLight] = level
      #expect(throws: MetadataError.self) { try color.metadata() }
    }
    color.numbers[.maxContentLight] = nil
    for (float, value) in [
      (MatroskaColor.Float.chromaticityCoordinatesRedX, Double.nan), (.chromaticityCoordinatesBlueY, -0.1),
      (.whiteCoordinatesX, 1.4), (.maxLuminance, .infinity), (.minLuminance, -.infinity),
    ] {
      var odd = color
      odd.floats[float] = value
      #expect(throws: MetadataError.self, "\(float)") { try odd.metadata() }
    }
  }
}
