import Foundation
import HDRMetadata
import MediaFiles
import Testing

@Suite struct ErrorTests {
  @Test func whatIsNoFileIsToldByName() {
    let missing = #expect(throws: MediaFileError.self) { try MediaDescription(path: "/nowhere/at/all.mov") }
    #expect(missing == .cannotOpen(path: "/nowhere/at/all.mov", reason: "No such file or directory"))
    let folder = #expect(throws: MediaFileError.self) { try MediaDescription(path: "/") }
    #expect(folder == .notAFile(path: "/"))
  }

  @Test(
    arguments: [
      [], [0], Array("Hello, world".utf8), [0, 0, 1], [0, 0, 0, 1], [0, 0, 1, 0xB3, 0x16, 0, 0xF0],
      [0x89, 0x50, 0x4E, 0x47],
      Array("YUV4MPEG2 W16 H16".utf8),
    ] as [[UInt8]]) func otherFilesAreToldByTheirStart(start: [UInt8])
  {
    let error = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: start) }
    #expect(error == .unknownContainer(start: Array(start.prefix(16))))
  }

  @Test func aContainerWithoutItsHeaderIsTold() {
    let movie = #expect(throws: MediaFileError.self) {
      try MediaDescription(bytes: box("ftyp", Array("qt  ".utf8), zeros(8)) + box("mdat", zeros(100)))
    }
    #expect(movie == .missing(part: "movie header (moov)", container: .movie))
    let matroska = #expect(throws: MediaFileError.self) {
      try MediaDescription(bytes: TestMatroska.header + element(0x1853_8067, element(0xEC, [0])))
    }
    #expect(matroska == .missing(part: "list of tracks", container: .matroska))
  }

  @Test func aCompressedHeaderIsTold() throws {
    let file = try MediaDescription(bytes: box("ftyp", Array("qt  ".utf8)) + box("moov", box("cmov", zeros(20))))
    #expect(file.tracks == [])
    #expect(file.problems == [.unsupported(part: "/moov/cmov", byte: 20, found: "a compressed movie header")])
  }

  @Test func anOpenFileIsReadAndLeftOpenWhereItWas() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "open-\(UUID()).mov").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(TestMovie(properties: [colr([9, 18, 9])]).bytes).write(to: URL(filePath: path))
    let handle = try #require(FileHandle(forReadingAtPath: path))
    try handle.seek(toOffset: 5)
    #expect(try MediaDescription(descriptor: handle.fileDescriptor).track.colors == [[9, 18, 9]])
    #expect(try handle.offset() == 5)
    try handle.close()
  }

  @Test(arguments: [
    MediaFileError.cannotOpen(path: "a.mov", reason: "Permission denied"), .cannotRead(byte: 7, reason: "I/O error"),
    .notAFile(path: "/dev/stdin"), .unknownContainer(start: [0x48, 0x65]), .unknownContainer(start: []),
    .truncated(part: "/moov", byte: 20, needed: 100, found: 4),
    .malformed(part: "/free", byte: 8, found: "a size of 2 bytes", expected: "at least 8"),
    .missing(part: "movie header (moov)", container: .movie), .noVideoTrack, .onlyPictures,
    .unsupported(part: "/moov/cmov", byte: 20, found: "compressed"),
    .pictureNotTagged(part: "/meta/iprp", byte: 20), .notTaggable(.matroska, edits: ["--set", "colour-range=1"]),
    .notTaggable(.matroska, edits: []), .notTaggable(.ivf, edits: []), .notTaggable(.picture, edits: []),
    .notTaggable(.hevcStream, edits: []), .notTaggable(.avcStream, edits: ["transfer_characteristics=18"]),
    .noSuchTrack(number: 3, found: [1, 2]),
    .unreadable(part: "SEI", byte: 20, .truncated(of: "an SEI unit", afterBytes: 3)),
    .overLimit(part: "/moov", byte: 20, limit: 100, of: "parts"),
  ]) func everyErrorIsOneSentenceThatSaysWhatToDo(error: MediaFileError) {
    let text = "\(error)"
    #expect(["expected", " but "].contains { text.contains($0) })
    #expect(text.contains(where: { ";:".contains($0) }))
    #expect(!text.hasSuffix("."))
    #expect(!text.contains("\n"))
  }
}
