import Foundation
import Testing

/// One picture or one for each frame: the name says it, and no frame is dropped silently.
@Suite struct PictureNameTests {
  private static func clip(_ frames: Int) throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: frames))
    return folder
  }

  private static func convert(_ folder: Folder, _ name: String, _ options: [String] = []) throws -> Tool.Outcome {
    try Tool.run(["convert", folder["in.y4m"], folder[name], "--progress", "none"] + options + Clips.tags)
  }

  private static func piped(_ folder: Folder, _ name: String, _ bytes: Data) throws -> Tool.Outcome {
    try Tool.shell(
      "cat \(try folder.file("in.y4m", bytes)) | tonemap convert - \(folder[name]) --progress none \(Clips.tags)")
  }

  @Test(arguments: [
    ("%d.png", ["1.png", "2.png"]), ("a-%03d-%%.PNG", ["a-001-%.PNG", "a-002-%.PNG"]),
    ("%01d", ["1", "2"]), ("%018d.png", ["000000000000000001.png", "000000000000000002.png"]),
  ])
  func numbersAreThoseOfTheFrames(pattern: String, names: [String]) throws {
    let folder = try Self.clip(3)
    let outcome = try Self.convert(folder, pattern, ["--start", "1", "--format", "png"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.names.filter { $0 != "in.y4m" } == names)
    // A piece has the frames that the whole has.
    #expect(try Self.convert(folder, "whole-%d.png").code == 0)
    #expect(try folder.bytes("whole-1.png") == folder.bytes(names[0]))
    #expect(try folder.bytes("whole-0.png") != folder.bytes(names[0]))
  }

  @Test(arguments: [
    "%.png", "%5d.png", "%x.png", "a%d-%d.png", "100%.png", "%0d.png", "%0100d.png", "%-3d.png", "%i.png",
  ])
  func otherPatternsAreRefused(name: String) throws {
    let folder = try Self.clip(2)
    let outcome = try Self.convert(folder, name)
    #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
    for fact in [name, "%05d", "%%"] { #expect(outcome.errors.contains(fact), "\(outcome.errors)") }
    #expect(try folder.names == ["in.y4m"])
  }

  /// Root may read everything, so that another user must try.
  @Test(.enabled(if: getuid() != 0 || Condition.hasFreshUser, "root cannot run a command as another user"))
  func picturesThatCannotBeSeenAreNoSurprise() throws {
    let folder = try Self.clip(3)
    let outcome = try Tool.shell(
      """
      cd \(folder.path); chmod 755 .; mkdir drop; chmod \(getuid() == 0 ? 333 : 300) drop
      \(getuid() == 0 ? Condition.freshUser : "") tonemap convert in.y4m drop/%d.png \(Clips.tags); code=$?
      chmod 755 drop; ls drop; exit $code
      """)
    #expect(outcome.code == 73 && outcome.text.isEmpty, "\(outcome.code): \(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("the directory drop cannot be read (Permission denied)"), "\(outcome.errors)")
  }

  /// Percent signs of directories and of other kinds of file mean nothing.
  @Test func onlyNamesOfPicturesArePatterns() throws {
    let folder = try Self.clip(2)
    try FileManager.default.createDirectory(atPath: folder["100%d"], withIntermediateDirectories: false)
    #expect(try Self.convert(folder, "100%d/%d.png").code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["100%d"]).sorted() == ["0.png", "1.png"])
    #expect(try Self.convert(folder, "out-%d.y4m").code == 0)
    #expect(try folder.names.contains("out-%d.y4m"))
  }

  @Test func onePictureTakesOneFrame() throws {
    let folder = try Self.clip(3)
    for options in [[], ["--frames", "2"], ["--start", "1"]] {
      let outcome = try Self.convert(folder, "a.png", options)
      #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
      for fact in [options.isEmpty ? "3 frames" : "2 frames", "--frames 1", "a-%05d.png"] {
        #expect(outcome.errors.contains(fact), "\(outcome.errors)")
      }
    }
    // The extension of an incomplete name is the one before `.part`; a name that ends with a slash has none.
    for (name, pattern) in [("a.png.part", "a-%05d.png.part"), ("a.tmp//", "a.tmp//-%05d"), ("a.png.part//", "-%05d")] {
      let outcome = try Self.convert(folder, name, ["--format", "png"])
      #expect(outcome.code == 64 && outcome.errors.contains(pattern), "\(name): \(outcome.errors)")
    }
    for options in [["--frames", "1"], ["--start", "2"]] {
      let outcome = try Self.convert(folder, "100%%.png", options)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try folder.names == ["100%.png", "in.y4m"])
    // Nobody knows how many there are in a pipe, until the second comes.
    let piped = try Self.piped(folder, "b.png", Clips.y4m(frames: 3))
    #expect(piped.code == 64 && piped.errors.contains("b-%05d.png"), "\(piped.errors)")
    #expect(try folder.names == ["100%.png", "in.y4m"])
  }

  /// The last of three names is taken: the run ends before the first frame if it is known how many there are.
  @Test func existingFilesAreTreatedAsEver() throws {
    let folder = try Self.clip(3)
    let old = try folder.file("a-2.png", Data("old".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: old)
    let refused = try Self.convert(folder, "a-%d.png")
    #expect(refused.code == 73 && refused.errors.contains("write-protected"), "\(refused.errors)")
    #expect(try folder.names == ["a-2.png", "in.y4m"])
    let forced = try Self.convert(folder, "a-%d.png", ["--force"])
    #expect(forced.code == 0, "\(forced.errors)")
    #expect(try ReadPNG(try folder.bytes("a-2.png")).width == 16)
    // And without any question where it is not protected.
    _ = try folder.file("b-1.png", Data("old".utf8))
    #expect(try Self.convert(folder, "b-%d.png").code == 0)
    #expect(try ReadPNG(try folder.bytes("b-1.png")).width == 16)
    // Nobody gave the names, so no link is followed.
    try FileManager.default.createSymbolicLink(atPath: folder["c-1.png"], withDestinationPath: folder["c-0.png"])
    let linked = try Self.convert(folder, "c-%d.png")
    #expect(linked.code == 73 && linked.errors.contains("symbolic link"), "\(linked.errors)")
    #expect(try !folder.names.contains("c-0.png"))
    let missing = try Self.convert(folder, "no/%d.png")
    #expect(missing.code == 73 && missing.errors.contains("does not exist"), "\(missing.errors)")
    let preview = try Self.convert(folder, "d-%d.png", ["--preview", folder["d-1.png"]])
    #expect(preview.code == 64 && preview.errors.contains("same file"), "\(preview.errors)")
    #expect(try !folder.names.contains { $0.hasPrefix("d-") || $0.hasPrefix(".") })
  }

  /// However many frames are asked for, and whatever else lies there, names are looked at once.
  @Test func manyFramesAreNoWork() throws {
    let folder = try Self.clip(3)
    for name in ["a-01.png", "a-x.png", "a-.png", "b-9223372036854775807.png", "a-99999999999999999999.png"] {
      let file = try folder.file(name, Data("old".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    }
    for start in ["0", "2"] {
      let outcome = try Tool.shell(
        "cat \(folder["in.y4m"]) | tonemap convert - \(folder["a-%d.png"]) --progress none --start \(start)"
          + " --frames 9223372036854775807 \(Clips.tags)")
      #expect(outcome.code == 0, "\(outcome.code) \(outcome.errors)")
    }
    #expect(try folder.names.filter { $0.hasPrefix("a-") }.count == 7)
    let taken = try Tool.shell(
      "cat \(folder["in.y4m"]) | tonemap convert - \(folder["b-%d.png"]) --progress none --start 2"
        + " --frames 9223372036854775807 \(Clips.tags)")
    #expect(taken.code == 73 && taken.errors.contains("write-protected"), "\(taken.errors)")
    #expect(try folder.names.filter { $0.hasPrefix("b-") }.count == 1)
  }

  /// In a pipe the third name is seen to be a directory only when its turn comes, and frames may end in the middle.
  @Test func whatIsWholeStays() throws {
    let folder = try Self.clip(1)
    try FileManager.default.createDirectory(atPath: folder["a-2.png"], withIntermediateDirectories: false)
    let taken = try Self.piped(folder, "a-%d.png", Clips.y4m(frames: 5))
    #expect(taken.code == 73 && taken.errors.contains("2 pictures are whole and stay"), "\(taken.errors)")
    let cut = try Self.piped(folder, "b-%d.png", Clips.y4m(frames: 2).dropLast(10))
    #expect(cut.code == 75 && cut.errors.contains("1 picture is whole and stays"), "\(cut.errors)")
    #expect(try folder.names == ["a-0.png", "a-1.png", "a-2.png", "b-0.png", "in.y4m"])
    for name in ["a-0.png", "a-1.png", "b-0.png"] { #expect(try ReadPNG(try folder.bytes(name)).codes.count == 384) }
  }
}
