import Foundation
import Testing
import Transcoding

/// Movies with other tags.
@Suite struct TaggingTests {
  private static func writeMovie(_ folder: ClipFolder) throws {
    try folder.writeClip()
    var settings = ConversionSettings.pq
    (settings.output.display, settings.encoding) = (.hlg, .prores)
    try MovieConversion(of: folder["in.y4m"], to: folder["in.mov"], settings).write()
  }

  private static let tags = MovieTags(
    color: ColorDescription(primaries: .smpte432, transfer: .pq),
    metadata: StaticMetadata(contentLight: .init(maxCLL: 900, maxFALL: 300)))

  /// The file is the one that the plan of its pieces makes; the container states the tags, and what the stream says is found.
  @Test func theContainerStatesTheTags() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder)
    let edit = try TagEdit(of: folder["in.mov"], tags: Self.tags)
    #expect(edit.findings == [] && edit.tracks == [1])
    let before = try folder.bytes("in.mov")
    let findings = try await edit.write(to: folder["out.mov"])
    let pieces = try MovieRetagging(path: folder.url.appending(path: "in.mov").path, tags: Self.tags).pieces
    let expected = pieces.reduce(into: Data()) { data, piece in
      switch piece {
      case .bytes(let bytes): data += bytes
      case .copy(let range): data += before[range]
      }
    }
    #expect(try folder.bytes("out.mov") == expected && before == folder.bytes("in.mov"))
    let track = try #require(MediaDescription(path: folder.url.appending(path: "out.mov").path).tracks.first)
    #expect(track.sidecar.metadata.contentLight == Self.tags.metadata.contentLight)
    let conversion = try MovieConversion(of: folder["out.mov"])
    #expect(conversion.plan.sourceTags.transfer == .pq && conversion.plan.sourceTags.primaries == .smpte432)
    #expect(findings.map(\.code).contains("conflict-transfer"), "\(findings)")
    // The input may be replaced, by a form that blocks.
    try Self.write(
      TagEdit(of: folder["out.mov"], tags: .init(removed: ["clli", "amve"])), to: folder["out.mov"])
    let bare = try #require(MediaDescription(path: folder.url.appending(path: "out.mov").path).tracks.first)
    #expect(bare.sidecar.metadata.contentLight == nil)
  }

  private static func write(_ edit: TagEdit, to output: MediaLocation) throws {
    // What is not there to remove is said before anything is written, with its setting.
    #expect(edit.findings.map(\.code) == ["absent-box"])
    #expect(edit.findings[0].text { name, _ in "<\(name)>" }.hasPrefix("<remove> amve was given"), "\(edit.findings)")
    #expect(try edit.write(to: output).contains(edit.findings[0]))
  }

  @Test func errorsAreTyped() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder)
    let names = try folder.names
    for (make, part) in [
      ({ try TagEdit(of: folder["in.mov"], tags: .init()) }, "no tag"),
      ({ try TagEdit(of: folder["in.mov"], tags: Self.tags, track: 7) }, "track"),
      ({ try TagEdit(of: folder["in.y4m"], tags: Self.tags) }, "in.y4m"),
    ] as [(() throws -> TagEdit, String)] {
      do {
        _ = try make()
        Issue.record("\(part) was expected")
      } catch {
        #expect(error is TranscodingError && "\(error)".contains(part) && !"\(error)".contains("--"), "\(error)")
      }
    }
    // A task that is cancelled before it begins leaves nothing.
    let edit = try TagEdit(of: folder["in.mov"], tags: Self.tags)
    let output = folder["out.mov"]
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await edit.write(to: output)
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try folder.names == names)
  }
}
