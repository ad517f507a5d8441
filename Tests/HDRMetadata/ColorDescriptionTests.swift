import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct ColorDescriptionTests {
  @Test func publishedExamples() throws {
    let expected = [
      "nclc BT.2020 HLG": ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL),
      "nclx BT.2020 HLG narrow": ColorDescription(
        primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow),
      "nclx BT.2020 PQ full": ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .full),
    ]
    let all = try examples("box colr ")
    #expect(all.count == expected.count)
    for (title, bytes) in all {
      let color = try ColorDescription(parsing: bytes)
      #expect(color == expected[String(title.dropFirst(9))], "\(title)")
      #expect(color.box(title.contains("nclx") ? .nclx : .nclc) == bytes, "\(title)")
      #expect(try ColorDescription(parsing: bytes.dropFirst(8)) == color, "\(title)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_colr", "_colr_2", count: 9) {
      let color = try ColorDescription(parsing: blob.bytes)
      #expect(color.primaries?.rawValue == blob.values["primaries"] as? Int, "\(blob)")
      #expect(color.transfer?.rawValue == blob.values["transfer"] as? Int, "\(blob)")
      #expect(color.matrix?.rawValue == blob.values["matrix"] as? Int, "\(blob)")
      #expect(color.range?.rawValue == blob.values["full_range_flag"] as? Int, "\(blob)")
      let form = try #require(ColorDescription.BoxForm(rawValue: blob.values["type"] as? String ?? ""))
      #expect(color.box(form) == blob.bytes, "\(blob)")
      guard !blob.file.hasSuffix("_2.bin") else { continue }  // FFmpeg reads the first color of that file
      #expect(color.primaries?.ffmpegName == blob.readings["color_primaries"], "\(blob)")
      #expect(color.transfer?.ffmpegName == blob.readings["color_transfer"], "\(blob)")
      #expect(color.matrix?.ffmpegName == blob.readings["color_space"], "\(blob)")
    }
  }

  @Test(arguments: ColorDescription.BoxForm.allCases)
  func everyCodePointComesBack(form: ColorDescription.BoxForm) throws {
    for primaries in ColorPrimaries.allCases {
      for transfer in TransferCharacteristics.allCases {
        for matrix in MatrixCoefficients.allCases {
          let color = ColorDescription(
            primaries: primaries, transfer: transfer, matrix: matrix, range: form == .nclx ? .full : nil)
          #expect(try ColorDescription(parsing: color.box(form)) == color)
        }
      }
    }
  }

  @Test func unspecifiedAndReservedAreNil() throws {
    let unspecified = try ColorDescription(parsing: Array("nclc".utf8) + [0, 2, 0, 2, 0, 2])
    #expect(unspecified == ColorDescription())
    #expect(unspecified.payload(.nclc) == Array("nclc".utf8) + [0, 2, 0, 2, 0, 2])
    #expect(try ColorDescription(parsing: Array("nclc".utf8) + [0, 3, 0, 19, 255, 255]) == ColorDescription())
    // The seven bits next to the range are reserved and ignored.
    #expect(try ColorDescription(parsing: Array("nclx".utf8) + [0, 2, 0, 2, 0, 2, 0x7F]).range == .narrow)
  }

  /// There are no published bytes; these are those of `nclc`, with the byte order of each number and of the name reversed.
  @Test func theWrongOrderOfBytes() throws {
    let numbers: [UInt8] = [9, 0, 18, 0, 9, 0]
    let color = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)
    #expect(try ColorDescription(parsing: Array("clcn".utf8) + numbers) == color)
    #expect(color.payload(.clcn) == Array("clcn".utf8) + numbers)
  }

  @Test func otherBytes() {
    for form in ColorDescription.BoxForm.allCases {
      let box = ColorDescription().box(form)
      for count in 0..<box.count {
        #expect(throws: MetadataError.self, "\(form) \(count)") { try ColorDescription(parsing: box.prefix(count)) }
      }
      #expect(throws: MetadataError.self) { try ColorDescription(parsing: box + [0]) }
    }
    #expect(throws: MetadataError.wrongBox(found: "prof", expected: "a color of form nclc, nclx or clcn")) {
      try ColorDescription(parsing: Array("prof".utf8) + [0, 0, 0, 0])
    }
  }

  @Test func completedByAnother() {
    let option = ColorDescription(transfer: .hlg)
    let file = ColorDescription(primaries: .bt2020, transfer: .pq, range: .full, chromaLocation: .topLeft)
    #expect(
      option.completed(by: file)
        == ColorDescription(primaries: .bt2020, transfer: .hlg, range: .full, chromaLocation: .topLeft))
  }
}
