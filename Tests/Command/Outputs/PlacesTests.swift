import Foundation
import Testing

/// A run never writes to a file that it reads, whatever its name, and never writes a file twice.
@Suite struct PlacesTests {
  /// Names for the input `in.y4m`, which lies in a folder with links to it.
  private static func linked() throws -> Folder {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 2))
    try FileManager.default.createSymbolicLink(atPath: folder["symbolic.y4m"], withDestinationPath: clip)
    try FileManager.default.linkItem(atPath: clip, toPath: folder["hard.y4m"])
    try FileManager.default.createDirectory(atPath: folder["sub"], withIntermediateDirectories: false)
    return folder
  }

  @Test(arguments: ["in.y4m", "symbolic.y4m", "hard.y4m", "sub/../in.y4m"])
  func aClipIsNotConvertedOntoItself(name: String) throws {
    let folder = try Self.linked()
    let (before, clip) = (try folder.names, try folder.bytes("in.y4m"))
    for arguments in [
      [folder["in.y4m"], folder[name]], [folder[name], folder["in.y4m"]],
      [folder["in.y4m"], folder["out.y4m"], "--preview", folder[name]],
    ] {
      let outcome = try Tool.run(["convert"] + arguments + Clips.tags)
      #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
      for fact in ["same file as the input", "name another"] { #expect(outcome.errors.contains(fact)) }
      #expect(try folder.names == before && folder.bytes("in.y4m") == clip)
    }
  }

  @Test func standardInputAndOutputMayBeTheFile() throws {
    let folder = try Self.linked()
    let clip = try folder.bytes("in.y4m")
    for line: Script in ["convert - in.y4m < in.y4m", "convert in.y4m - >> in.y4m", "convert - - < in.y4m >> hard.y4m"]
    {
      let outcome = try Tool.shell("cd \(folder.path); tonemap \(line) \(Clips.tags)")
      #expect(outcome.code == 64 && outcome.errors.contains("same file as the input"), "\(line): \(outcome.errors)")
      #expect(try folder.bytes("in.y4m") == clip)
    }
    // Devices and pipes can be read and written at the same time without harm.
    let devices = try Tool.shell("tonemap convert - - --format raw < /dev/null > /dev/null")
    #expect(!devices.errors.contains("same file"), "\(devices.errors)")
  }

  @Test func theColorJSONsAreKeptApart() throws {
    let folder = try Self.linked()
    let json = Data(#"{"width": 16, "height": 8}"#.utf8)
    let told = try folder.file("out.y4m.color.json", json)
    let read = try Tool.run(["convert", folder["in.y4m"], folder["out.y4m"], "--color-json", told] + Clips.tags)
    #expect(read.code == 64 && read.errors.contains("same file as the color JSON"), "\(read.errors)")
    #expect(try folder.bytes("out.y4m.color.json") == json)
    // A clip that has the name of the output's JSON.
    let clip = try folder.file("a.y4m.color.json", Clips.y4m(frames: 1))
    let written = try Tool.run(["convert", clip, folder["a.y4m"]] + Clips.tags)
    #expect(written.code == 64 && written.errors.contains("same file as the input"), "\(written.errors)")
    let movie = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    let info = try Tool.run(["info", movie, "--color-json", folder["sub/../in.mov"]])
    #expect(info.code == 64 && info.errors.contains("same file as the input"), "\(info.errors)")
    #expect(try folder.bytes("in.mov") == Data(MediaInfoTests.phone.bytes))
  }

  /// Whatever a subcommand reads beside its input, none of its outputs replaces it.
  @Test(arguments: [
    "compare in.y4m in.y4m --transfer pq --color-json side.json --csv side.json",
    "compare in.y4m in.y4m --transfer pq --second-color-json side.json --csv side.json",
    "compare in.y4m in.y4m --transfer pq --second-color-json side.json --heatmap side.png",
    "measure in.y4m --transfer pq --color-json side.json --stats side.json",
    "measure in.y4m --transfer pq --color-json side.json --hdr10plus side.json",
    "convert in.y4m out.y4m TAGS --color-json side.json --preview side.png",
    "lut side.json --format cube --cube-size 5 --transfer pq --color-json side.json",
  ])
  func whatIsReadBesideIsNotReplaced(line: String) throws {
    let folder = try Self.linked()
    let json = Data(#"{"width": 16, "height": 8}"#.utf8)
    _ = try folder.file("side.json", json)
    try FileManager.default.createSymbolicLink(atPath: folder["side.png"], withDestinationPath: "side.json")
    let words = line.split(separator: " ").flatMap { $0 == "TAGS" ? Clips.tags : [String($0)] }
    let outcome = try Tool.run(words, in: folder)
    #expect(outcome.code == 64 && outcome.errors.contains("same file as the"), "\(outcome.errors)")
    #expect(try folder.bytes("side.json") == json)
  }

  @Test func nothingIsWrittenTwice() throws {
    let folder = try Self.linked()
    try FileManager.default.createSymbolicLink(
      atPath: folder["json.png"], withDestinationPath: "out.y4m.color.json")
    try FileManager.default.createSymbolicLink(atPath: folder["y4m.png"], withDestinationPath: "out.y4m")
    let before = try folder.names
    for preview in ["out.y4m", "sub/../out.y4m", "json.png", "y4m.png"] {
      let outcome = try Tool.run(
        ["convert", folder["in.y4m"], folder["out.y4m"], "--preview", folder[preview]] + Clips.tags)
      #expect(outcome.code == 64 && outcome.errors.contains("same file as the"), "\(outcome.errors)")
      #expect(try folder.names == before)
    }
    // A missing file is reported as missing, even if both names are the same.
    let missing = try Tool.run(["convert", folder["no.y4m"], folder["no.y4m"]])
    #expect(missing.code == 66, "\(missing.errors)")
  }
}
