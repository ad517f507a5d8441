import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct SEIContentTests {
  @Test func alternativeTransfer() throws {
    #expect(try AlternativeTransfer(parsing: [18]) == AlternativeTransfer(.hlg))
    #expect(AlternativeTransfer(number: 2).transfer == nil && AlternativeTransfer(number: 255).transfer == nil)
    for number in UInt8.min...UInt8.max {
      #expect(try AlternativeTransfer(parsing: AlternativeTransfer(number: number).payload).number == number)
    }
    for count in [0, 2] {
      #expect(throws: MetadataError.self) { try AlternativeTransfer(parsing: [UInt8](repeating: 18, count: count)) }
    }
  }

  @Test func alphaExamples() throws {
    let (_, example) = try #require(examples("hevc SEI 165").first)
    guard case .alphaChannel(let stated?) = try SEIMessage(type: 165, payload: example).content() else {
      Issue.record("no alpha")
      return
    }
    #expect(stated == (try AlphaChannelInformation(use: .premultiplied, bitDepth: 8, transparent: 0, opaque: 255)))
    #expect(stated.payload == example)
    #expect(stated.alpha(ofSample: 0) == 0 && stated.alpha(ofSample: 255) == 1 && stated.alpha(ofSample: 51) == 0.2)
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func alphaOfTheCorpus() throws {
    for blob in try Blob.ending("_sei165", count: 1) {
      let message = try SEIMessage(type: 165, payload: blob.bytes)
      guard case .alphaChannel(let alpha?) = try message.content() else {
        Issue.record("\(blob)")
        continue
      }
      #expect(try SEIMessage(.alphaChannel(alpha)) == message)
      #expect(alpha.use == .straight && blob.values["alpha_channel_use_idc"] as? Int == 0)
      #expect(Int(alpha.bitDepth) == blob.values["alpha_channel_bit_depth"] as? Int)
      #expect(Int(alpha.transparent.value) == blob.values["alpha_transparent_value"] as? Int)
      #expect(Int(alpha.opaque.value) == blob.values["alpha_opaque_value"] as? Int)
      #expect(!alpha.isIncremented && blob.values["alpha_channel_incr_flag"] as? Int == 0)
      #expect(alpha.clipType == nil && blob.values["alpha_channel_clip_flag"] as? Int == 0)
    }
  }

  @Test func alphaComesBack() throws {
    var numbers = SeededNumbers(seed: 165)
    for _ in 0..<1000 {
      let depth = Int.random(in: 8...15, using: &numbers)
      let samples = 0..<(2 << depth)
      let alpha = try AlphaChannelInformation(
        use: AlphaChannelInformation.Use.allCases.randomElement(using: &numbers) ?? .straight, bitDepth: depth,
        transparent: CodeLevel(Int.random(in: samples, using: &numbers)),
        opaque: CodeLevel(Int.random(in: samples, using: &numbers)),
        isIncremented: .random(using: &numbers), clipType: [nil, true, false].randomElement(using: &numbers) ?? nil)
      let message = try SEIMessage(.alphaChannel(alpha))
      #expect(try message.content() == .alphaChannel(alpha))
      for count in 0..<message.payload.count - 1 {
        #expect(throws: MetadataError.self) {
          try SEIMessage(type: 165, payload: Array(message.payload.prefix(count))).content()
        }
      }
    }
    #expect(throws: MetadataError.self) {
      try AlphaChannelInformation(use: .straight, bitDepth: 7, transparent: 0, opaque: 1)
    }
    #expect(throws: MetadataError.self) {
      try AlphaChannelInformation(use: .straight, bitDepth: 8, transparent: 0, opaque: 512)
    }
    let level = try AlphaChannelInformation(use: .straight, bitDepth: 8, transparent: 9, opaque: 9)
    #expect(level.alpha(ofSample: 9) == nil)
  }

  @Test func cancellations() throws {
    for content in [SEIContent.alphaChannel(nil), .contentColorVolume(nil)] {
      let message = try SEIMessage(content)
      #expect(message.payload == [0xC0])
      #expect(try message.content() == content)
    }
    #expect(throws: MetadataError.self) { try ContentColorVolume(parsing: [0xC0]) }
  }

  @Test func contentColorVolumeExample() throws {
    let volume = try ContentColorVolume(parsing: bytes(hex: "08 00 98 96 80"))
    #expect(volume == ContentColorVolume(maximum: 10_000_000))
    #expect(volume.luminance(volume.maximum, transfer: .pq) == .nits(10_000))
    #expect(volume.luminance(volume.maximum, transfer: .hlg) == .nits(1000))
    #expect(volume.luminance(volume.maximum, transfer: .bt709) == .nits(100))
    #expect(volume.luminance(volume.average, transfer: .pq) == nil)
    #expect(volume.box == bytes(hex: "00 00 00 0d 63 63 6c 76 08 00 98 96 80"))
    let negative = ContentColorVolume(primaries: (.init(x: -50_000, y: 25_000), .init(x: 0, y: 0), .init(x: 1, y: 2)))
    #expect(negative.payload.prefix(9) == bytes(hex: "20 ff ff 3c b0 00 00 61 a8")[...])
    #expect(negative.primaries?[0].chromaticity == Chromaticity(-1, 0.5))
  }

  @Test func contentColorVolumeComesBack() throws {
    var numbers = SeededNumbers(seed: 149)
    for _ in 0..<1000 {
      func number() -> ContentColorVolume.Level? {
        .random(using: &numbers) ? .random(in: 0...UInt32.max, using: &numbers) : nil
      }
      func point() -> ContentColorVolume.Point {
        .init(
          x: .init(units: .init(truncatingIfNeeded: numbers.next())),
          y: .init(units: .init(truncatingIfNeeded: numbers.next())))
      }
      let volume = ContentColorVolume(
        primaries: .random(using: &numbers) ? (point(), point(), point()) : nil, minimum: number(), maximum: number(),
        average: number(), persists: .random(using: &numbers))
      #expect(try ContentColorVolume(parsing: volume.payload) == volume)
      #expect(try ContentColorVolume(parsing: volume.box) == volume)
      #expect(try SEIMessage(.contentColorVolume(volume)).content() == .contentColorVolume(volume))
      for count in 0..<volume.payload.count {
        #expect(throws: MetadataError.self) { try ContentColorVolume(parsing: volume.payload.prefix(count)) }
      }
    }
  }

  /// Every kind of message in the corpus survives the conversion to its content and back, byte for byte.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    let kinds = [("sei137_mdcv", 137), ("sei144_clli", 144), ("sei148", 148), ("t35_hdr10plus", 4)]
    for (suffix, type) in kinds {
      for blob in try Blob.ending("_\(suffix)") {
        let message = try SEIMessage(type: type, payload: blob.bytes)
        let content = try message.content()
        if case .other = content { Issue.record("\(blob)") }
        #expect(try SEIMessage(content) == message, "\(blob)")
      }
    }
  }
}
