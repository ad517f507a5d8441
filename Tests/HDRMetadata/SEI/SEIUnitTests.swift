import Colorimetry
import Foundation
import HDRMetadata
import TestSupport
import Testing

@Suite struct SEIUnitTests {
  @Test func publishedExamples() throws {
    let all = try examples("hevc prefix SEI") + examples("avc SEI")
    #expect(all.count == 5)
    for (title, bytes) in all {
      let codec: SEIUnit.Codec = title.hasPrefix("avc") ? .avc : .hevc
      let unit = try SEIUnit(parsing: bytes, of: codec)
      #expect(unit.bytes == bytes, "\(title)")
      #expect(unit == SEIUnit(unit.messages, of: codec), "\(title)")
      let message = try #require(unit.messages.first)
      #expect(unit.messages.count == 1 && title.contains("SEI \(message.type) "), "\(title)")
      let content = try message.content()
      #expect(try SEIMessage(content) == message, "\(title)")
      switch content {
      case .masteringDisplay(let display):
        #expect(display.primaries == .p3D65 && display.luminance == .nits(0.0001...1000), "\(title)")
      case .contentLight(let light): #expect(light == ContentLightLevel(maxCLL: 1000, maxFALL: 400))
      case .ambient(let room): #expect(room.illuminance.lux == 314)
      case .alternativeTransfer(let transfer): #expect(transfer.transfer == .hlg)
      default: Issue.record("\(title): \(content)")
      }
    }
  }

  /// Each message of a real stream's SEI units, and the units themselves, survive a round trip byte for byte.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
  func corpusStream() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let stream = Array(try Data(contentsOf: folder.appending(path: "single-frame.hevc")))
    let units = nalUnits(stream).filter { [39, 40].contains($0[0] >> 1 & 0x3F) }
    var kinds: [SEIMessage.Kind] = []
    for nal in units {
      let unit = try SEIUnit(parsing: nal, of: .hevc)
      #expect(unit.bytes == nal)
      for message in unit.messages {
        #expect(try SEIMessage(message.content()) == message)
        if let kind = message.kind { kinds.append(kind) }
      }
    }
    #expect(Set(kinds) == [.masteringDisplay, .contentLight, .registeredUserData])
  }

  @Test func longTypesAndSizes() throws {
    let messages = try [
      SEIMessage(type: 255, payload: []), SEIMessage(type: 254, payload: [UInt8](repeating: 0, count: 255)),
      SEIMessage(type: 1020, payload: [UInt8](repeating: 7, count: 511)), SEIMessage(type: 0, payload: [0, 0, 0]),
    ]
    for codec in SEIUnit.Codec.allCases {
      let unit = SEIUnit(messages, of: codec)
      #expect(try SEIUnit(parsing: unit.bytes, of: codec) == unit)
      #expect(try SEIUnit(parsing: unit.bytes + [0, 0], of: codec) == unit)
    }
    #expect(SEIUnit([messages[0]], of: .avc).bytes == [6, 255, 0, 0, 128])
    #expect(try SEIMessage(messages[2].content()) == messages[2])
  }

  @Test(arguments: [-1, 1 << 32]) func typesBeyondTheirDomainAreRefused(type: Int) {
    let error = MetadataError.outOfRange(
      field: "the type of an SEI message", found: Double(type), expected: 0...4_294_967_295, unit: "")
    #expect(throws: error) { try SEIMessage(type: type, payload: []) }
  }

  @Test func anyMessagesComeBack() throws {
    var numbers = SeededNumbers(seed: 39)
    for _ in 0..<200 {
      let messages = try (0..<Int(numbers.next() % 4)).map { _ in
        try SEIMessage(type: Int(numbers.next() % 600), payload: numbers.bytes(Int(numbers.next() % 300)))
      }
      for codec in SEIUnit.Codec.allCases {
        let unit = SEIUnit(messages, of: codec)
        #expect(try SEIUnit(parsing: unit.bytes, of: codec) == unit)
      }
    }
  }

  @Test func otherUnits() {
    for bytes in [[], [0x06], [0x4E, 0x01], [0x42, 0x01, 0x80], [0xCE, 0x01, 0x80]] as [[UInt8]] {
      #expect(throws: MetadataError.self, "\(bytes)") { try SEIUnit(parsing: bytes, of: .hevc) }
    }
    for bytes in [[], [0x67, 0x80], [0x86, 0x80]] as [[UInt8]] {
      #expect(throws: MetadataError.self, "\(bytes)") { try SEIUnit(parsing: bytes, of: .avc) }
    }
    // A suffix unit in an upper layer keeps its header.
    #expect(throws: Never.self) {
      let unit = try SEIUnit(parsing: [0x51, 0x0A, 0x93, 0x01, 0x12, 0x80], of: .hevc)
      #expect(unit.bytes == [0x51, 0x0A, 0x93, 0x01, 0x12, 0x80])
    }
  }

  /// Sizes and types that run past the end, and units without trailing bits.
  @Test(
    arguments: [
      [6, 137, 24, 128], [6, 255, 255, 255, 128], [6, 4, 255, 255, 255, 255, 128], [6, 147, 1, 18], [6, 0, 0],
      [6, 147, 2, 128],
    ] as [[UInt8]])
  func truncated(bytes: [UInt8]) {
    #expect(throws: MetadataError.self) { try SEIUnit(parsing: bytes, of: .avc) }
  }
}

/// The NAL units between the start codes of an Annex B stream.
private func nalUnits(_ stream: [UInt8]) -> [[UInt8]] {
  var starts: [Int] = []
  for index in stream.indices.dropLast(2) where stream[index..<index + 3].elementsEqual([0, 0, 1]) {
    starts.append(index + 3)
  }
  return zip(starts, starts.dropFirst().map { $0 - 3 } + [stream.count]).map { start, end in
    Array(stream[start..<(stream[end - 1] == 0 && end < stream.count ? end - 1 : end)])
  }
}
