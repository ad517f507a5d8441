import Foundation
import Testing

/// An output gets the format that its name promises, or the name is rejected.
@Suite struct OutputNameTests {
  /// A folder with the same frames as Y4M and as raw video, and the arguments that convert either.
  private static func clips() throws -> (folder: Folder, inputs: [[String]]) {
    let folder = try Folder()
    return (
      folder,
      [
        [try folder.file("in.y4m", Clips.y4m(frames: 1))] + Clips.tags,
        [try folder.file("in.yuv", Clips.raw(frames: 1))] + Clips.rawOptions + Clips.tags,
      ]
    )
  }

  private static let refused = [
    "out.ts", "out.mxf", "out.obu", "out.gif", "out.p010", "out.mp4.1", "out.xyz.tmp", "a.part",
  ]
  private static let facts = [".y4m", ".yuv", ".mp4", "--format "]

  @Test(arguments: refused) func otherKindsOfFileAreRefused(name: String) throws {
    let (folder, inputs) = try Self.clips()
    let before = try folder.names
    for input in inputs {
      let outcome = try Tool.run(["convert", input[0], folder[name]] + input.dropFirst())
      #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
      for fact in [name] + Self.facts {
        #expect(outcome.errors.contains(fact), "\(outcome.errors)")
      }
      #expect(try folder.names == before)
    }
  }

  @Test(arguments: ["out", "mp4", ".mkv", "mov.d/out"]) func namesWithoutAnEndingHoldWhatTheInputDoes(name: String)
    throws
  {
    let (folder, inputs) = try Self.clips()
    try FileManager.default.createDirectory(atPath: folder["mov.d"], withIntermediateDirectories: false)
    for (input, ending) in zip(inputs, ["y4m", "yuv"]) {
      for output in [name, "named.\(ending)"] {
        let outcome = try Tool.run(["convert", input[0], folder[output]] + input.dropFirst())
        #expect(outcome.code == 0, "\(outcome.errors)")
      }
      #expect(try folder.bytes(name) == folder.bytes("named.\(ending)"))
    }
  }

  /// What other programs call a file that is not complete.
  @Test(arguments: ["out.png.part", "out.PNG.tmp", "out.png.tmp.part"])
  func aFileThatIsNotCompleteHasTheEndingBefore(name: String) throws {
    let (folder, inputs) = try Self.clips()
    let outcome = try Tool.run(["convert", inputs[0][0], folder[name]] + Clips.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.bytes(name).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: ["raw", "y4m"])
  func whoeverSaysTheFormatNamesTheFileFreely(format: String) throws {
    let (folder, inputs) = try Self.clips()
    for output in ["out.mp4", "out.\(format)"] {
      let arguments = ["convert", inputs[0][0], folder[output], "--format", format] + Clips.tags
      let outcome = try Tool.run(arguments)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try folder.bytes("out.mp4") == folder.bytes("out.\(format)"))
  }

  /// None of them is what its name says, and an input is treated as raw frames only if a layout is given.
  @Test(arguments: ["in.mp4", "in.png", "in.ts"]) func inputsOfThoseNamesAreNotTakenForFrames(name: String) throws {
    let folder = try Folder()
    let input = try folder.file(name, Clips.raw(frames: 1))
    let outcome = try Tool.run(["convert", input, folder["out.y4m"]] + Clips.tags)
    #expect(outcome.code == 65 && outcome.errors.contains("movie"), "\(outcome.errors)")
    // Here the name is trusted: the promised format is expected.
    let told = try Tool.run(["info", input])
    #expect(told.code == 65 && told.errors.contains("but a movie"), "\(told.errors)")
  }

  @Test(arguments: [
    ("p.jpg", 64), ("p.y4m", 64), ("p.tiff", 64), ("p.json", 64), ("p.png.part", 0), ("p.png", 0), ("p.PNG", 0),
    ("p", 0),
  ])
  func thePreviewIsAPNG(name: String, code: Int32) throws {
    let (folder, inputs) = try Self.clips()
    let outcome = try Tool.run(["convert", inputs[0][0], folder["out.y4m"], "--preview", folder[name]] + Clips.tags)
    #expect(outcome.code == code, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: folder[name]) == (code == 0))
    if code != 0 { #expect(outcome.errors.contains("the preview is a PNG"), "\(outcome.errors)") }
  }
}
