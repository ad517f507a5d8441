import HDRMetadata
import TestSupport
import Testing

@Suite struct DolbyVisionTests {
  @Test func publishedExamples() throws {
    let all = try examples("box dvvC") + examples("box dvcC")
    #expect(all.count == 3)
    let expected = [
      "Dolby Vision 8.1, level 6, base layer and RPU", "Dolby Vision 8.4, level 5, base layer and RPU",
      "Dolby Vision 5, level 6, base layer and RPU",
    ]
    for ((title, bytes), description) in zip(all, expected) {
      let configuration = try DolbyVisionConfiguration(parsing: bytes)
      #expect("\(configuration)" == description, "\(title)")
      #expect(configuration.box == bytes, "\(title)")
      #expect(configuration.isProfile84 == title.contains("8.4"), "\(title)")
      #expect(try DolbyVisionConfiguration(parsing: bytes.dropFirst(8)) == configuration, "\(title)")
      #expect(
        try DolbyVisionConfiguration(
          profile: Int(configuration.profile), level: Int(configuration.level),
          compatibility: Int(configuration.compatibility)) == configuration)
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_dvvC", count: 2) {
      let configuration = try DolbyVisionConfiguration(parsing: blob.bytes)
      #expect(configuration.box == blob.bytes, "\(blob)")
      for (name, value) in [
        ("dv_profile", configuration.profile), ("dv_level", configuration.level),
        ("rpu_present_flag", configuration.hasRPU ? 1 : 0),
        ("el_present_flag", configuration.hasEnhancementLayer ? 1 : 0),
        ("bl_present_flag", configuration.hasBaseLayer ? 1 : 0),
        ("dv_bl_signal_compatibility_id", configuration.compatibility),
        ("dv_version_major", configuration.majorVersion), ("dv_version_minor", configuration.minorVersion),
      ] {
        #expect(blob.readings[name] == "\(value)", "\(blob) \(name)")
      }
    }
  }

  @Test func anyRecordComesBack() throws {
    var numbers = SeededNumbers(seed: 84)
    for _ in 0..<1000 {
      let bytes = numbers.bytes(24)
      let configuration = try DolbyVisionConfiguration(parsing: bytes)
      #expect(configuration.payload.prefix(4) == bytes.prefix(4) && configuration.payload[4] == bytes[4] & 0xFC)
      #expect(try DolbyVisionConfiguration(parsing: configuration.payload) == configuration)
      #expect(try DolbyVisionConfiguration(parsing: configuration.box) == configuration)
    }
  }

  @Test func boxTypes() throws {
    for (profile, type) in [(4, "dvcC"), (7, "dvcC"), (8, "dvvC"), (10, "dvvC"), (11, "dvwC"), (20, "dvwC")] {
      let configuration = try DolbyVisionConfiguration(profile: profile, level: 1, compatibility: 0)
      #expect(configuration.box[4..<8].elementsEqual(type.utf8))
      #expect(try DolbyVisionConfiguration(parsing: configuration.box) == configuration)
    }
  }

  /// - Source: FFmpeg, `libavcodec/dovi_rpuenc.c`, the maximum number of pixels per second.
  @Test func levelsOfPixelRates() throws {
    for (width, height, rate, level) in [
      (1280, 720, Ratio(24, 1)!, 1), (1280, 720, Ratio(30_001, 1000)!, 2), (1280, 720, Ratio(60, 1)!, 4),
      (1920, 1080, Ratio(24_000, 1001)!, 3), (3840, 2160, Ratio(60_000, 1001)!, 9), (3840, 2160, Ratio(120, 1)!, 10),
      (7680, 4320, Ratio(240, 1)!, 13),
    ] as [(Int, Int, FrameRate, UInt8)] {
      #expect(DolbyVisionConfiguration.level(width: width, height: height, rate: rate) == level, "\(width) \(rate)")
      var configuration = try DolbyVisionConfiguration(profile: 8, level: 5, compatibility: 4)
      configuration.raiseLevel(width: width, height: height, rate: rate)
      #expect(configuration.level == max(5, level), "\(width) \(rate)")
    }
  }

  @Test func others() throws {
    let box = try DolbyVisionConfiguration(profile: 8, level: 5, compatibility: 4).box
    for count in 0..<40 where ![24, 32].contains(count) {
      #expect(throws: MetadataError.self) { try DolbyVisionConfiguration(parsing: (box + box).prefix(count)) }
    }
    #expect(throws: MetadataError.self) { try DolbyVisionConfiguration(parsing: box[..<4] + "dvvE".utf8 + box[8...]) }
    for (profile, level, compatibility) in [(128, 0, 0), (-1, 0, 0), (8, 64, 0), (8, 0, 16)] {
      #expect(throws: MetadataError.self) {
        try DolbyVisionConfiguration(profile: profile, level: level, compatibility: compatibility)
      }
    }
    let all = try DolbyVisionConfiguration(profile: 7, level: 1, compatibility: 6, hasEnhancementLayer: true)
    #expect("\(all)" == "Dolby Vision 7, level 1, base layer and enhancement layer and RPU")
  }
}
