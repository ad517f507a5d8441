import Foundation
import MediaFiles
import Testing

/// The articles of MediaFiles and of the modules on it, which bring HDRMetadata and Colorimetry.
@Suite struct MediaFileExamples {
  @Test func aFileIsInspected() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ivf").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // IVF with the header of one VP9 key frame: profile 0, color space 2 (BT.709), 64 × 36. VP9 itself has no transfer.
    let frame: [UInt8] = [0x82, 0x49, 0x83, 0x42, 0x40, 0x03, 0xF0, 0x02, 0x30, 0, 0, 0]
    let header =
      Data("DKIF".utf8) + [0, 0, 32, 0] + "VP90".utf8 + [64, 0, 36, 0, 25, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    let frameHeader = [UInt8(frame.count)] + [UInt8](repeating: 0, count: 11)
    try (header + frameHeader + frame).write(to: URL(filePath: path))

    let printed = try inspect(path)

    #expect(printed.first == "VP90 unknown transfer")
    #expect(printed.contains { $0.hasPrefix("failed transfer ") }, "\(printed)")
  }

  @Test func aMovieIsTagged() throws {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content
    }
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    let entries = box("stsd", zeros(7) + [1] + box("apch", zeros(78)))
    let media = box("hdlr", zeros(8) + Array("vide".utf8) + zeros(12)) + box("minf", box("stbl", entries))
    let movie = box("ftyp", Array("qt  ".utf8) + zeros(4)) + box("moov", box("trak", box("mdia", media)))

    let light = ContentLightLevel(maxCLL: 993, maxFALL: 119)
    let tags = MovieTags(
      color: ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL),
      metadata: StaticMetadata(contentLight: light))
    let retagging = try MovieRetagging(bytes: movie, tags: tags)
    var tagged: [UInt8] = []
    for piece in retagging.pieces {
      switch piece {
      case .copy(let range): tagged += movie[range]
      case .bytes(let bytes): tagged += bytes
      }
    }

    let track = try #require(try MediaDescription(bytes: tagged).tracks.first)
    #expect(track.resolved.color.transfer == .pq && track.resolved.metadata.contentLight == light)
  }
}

/// What the article prints.
private func inspect(_ path: String) throws -> [String] {
  var printed: [String] = []
  func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

  let media = try MediaDescription(path: path)
  for track in media.tracks {
    let resolved = track.resolved
    print(track.codecTag, resolved.color.transfer?.description ?? "unknown transfer")
    for decision in resolved.decisions where decision.isDisputed {
      print("the places disagree:", decision)
    }
  }

  for result in media.ruleResults(for: .hdr10) {
    print(result.outcome, result.rule, result.found)
  }

  for track in media.tracks {
    for finding in track.findings {
      print(finding.code, finding)
    }
  }
  return printed
}
