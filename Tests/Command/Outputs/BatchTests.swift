import Foundation
import Testing

/// `convert` with --output-folder.
@Suite struct BatchTests {
  private static let names = ["a b.y4m", "50%.y4m", "-dash.y4m", "it's \"x\".y4m", "n\nl.y4m", "😀.y4m"]
  private static let options = ["--progress", "none"] + Clips.tags

  @Test func namesAreKept() throws {
    let folder = try Folder()
    let inputs = try Self.names.map { try folder.file($0, Clips.y4m(frames: 1)) }
    let outcome = try Tool.run(["convert"] + inputs + ["--output-folder", folder["out"]] + Self.options)
    #expect(
      outcome.code == 0 && outcome.complaints.last == "tonemap: 6 files written to \(folder["out"])",
      "\(outcome.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder["out"]).filter { !$0.hasSuffix(".json") }
    #expect(written.sorted() == Self.names.sorted())
    let alone = try Tool.run(["convert", inputs[0], "-", "--format", "y4m"] + Self.options)
    for name in Self.names { #expect(try folder.bytes("out/\(name)") == alone.output, "\(name)") }
  }

  /// The ending says the kind of file; a percent sign in a name is no number of a frame.
  @Test(arguments: [("png", "50%.png"), ("raw", "50%.yuv"), ("y4m", "50%.y4m")])
  func theFormatSaysTheEnding(format: String, name: String) throws {
    let folder = try Folder()
    let input = try folder.file("50%.y4m", Clips.y4m(frames: 1))
    let outcome = try Tool.run(
      ["convert", input, "--output-folder", folder["out"], "--format", format, "--json"] + Self.options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text.contains(#""output" : "\#(folder["out/\(name)"])""#), "\(outcome.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["out"]).contains(name))
  }

  /// Each line begins with the name of its input, one that fails does not end the others, and the first that fails says the code.
  @Test func failuresAreToldByName() throws {
    let folder = try Folder()
    let good = try folder.file("good.y4m", Clips.y4m(frames: 1))
    let cut = try folder.file("cut.y4m", Clips.y4m(frames: 2).dropLast(10))
    let bad = try folder.file("bad.y4m", Data("YUV4MPEG2 W1\nFRAME\n".utf8))
    let missing = folder["missing.y4m"]
    for (inputs, code) in [([cut, bad, missing, good], Int32(65)), ([missing, cut, good], 66), ([bad, good], 65)] {
      let outcome = try Tool.run(["convert"] + inputs + ["--output-folder", folder["out"]] + Self.options)
      #expect(outcome.code == code, "\(outcome.errors)")
      for line in outcome.complaints.dropLast() {
        #expect(inputs.contains { line.hasPrefix("\($0): ") }, "\(line)")
      }
      #expect(outcome.complaints.last == "tonemap: 1 file written to \(folder["out"]), \(inputs.count - 1) failed")
      for input in inputs.dropLast() { #expect(outcome.complaints.contains { $0.hasPrefix("\(input): ") }) }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder["out"]).sorted() == [
          "good.y4m", "good.y4m.color.json",
        ])
    }
    // Alone, an input that ends within a frame has the same code.
    #expect(try Tool.run(["convert", cut, folder["o.y4m"]] + Self.options).code == 65)
  }

  @Test func whatIsThereIsKept() throws {
    let folder = try Folder()
    let inputs = try ["a.y4m", "b.y4m"].map { try folder.file($0, Clips.y4m(frames: 1)) }
    try FileManager.default.createDirectory(atPath: folder["out"], withIntermediateDirectories: false)
    _ = try folder.file("out/a.y4m", Data("old".utf8))
    let outcome = try Tool.run(
      ["convert"] + inputs + ["--output-folder", folder["out"], "--keep-existing", "--json"] + Self.options)
    #expect(outcome.code == 0 && outcome.errors.contains("\(inputs[0]): skipped: "), "\(outcome.errors)")
    #expect(outcome.complaints.last?.hasSuffix("1 kept as they were") == true, "\(outcome.errors)")
    #expect(
      outcome.text.contains(#""skipped" : "exists""#) && outcome.text.contains(#""frames" : 1"#), "\(outcome.text)")
    #expect(try folder.bytes("out/a.y4m") == Data("old".utf8) && folder.bytes("out/b.y4m").count > 100)
    let one = try Tool.run(["convert", inputs[0], folder["out/a.y4m"], "--keep-existing"] + Self.options)
    #expect(try one.code == 0 && folder.bytes("out/a.y4m") == Data("old".utf8), "\(one.errors)")
    // An input that was changed since, such as one that was still being copied.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: inputs[0])
    let newer = try Tool.run(["convert", inputs[0], folder["out/a.y4m"], "--keep-existing"] + Self.options)
    #expect(try newer.code == 0 && folder.bytes("out/a.y4m").count > 100, "\(newer.errors)")
    // A date of 2300, whose nanoseconds since 1970 have more than 63 bits; some file systems have none so late.
    let late = Date(timeIntervalSince1970: 10_413_792_000)
    guard (try? FileManager.default.setAttributes([.modificationDate: late], ofItemAtPath: folder["out/a.y4m"])) != nil
    else { return }
    let kept = try Tool.run(["convert", inputs[0], folder["out/a.y4m"], "--keep-existing"] + Self.options)
    #expect(kept.code == 0 && kept.errors.contains("skipped: "), "\(kept.errors)")
  }

  /// SDR among HDR is skipped; only SDR has a code of its own.
  @Test func onlyHDR() throws {
    let folder = try Folder()
    // Each states its own transfer: pictures do, by their name of it.
    let hdr = try folder.file("hdr.png", Self.picture(transfer: 16))
    let sdr = try folder.file("sdr.png", Self.picture(transfer: 13))
    let options = ["--only-hdr", "--to", "srgb", "--progress", "none"]
    let both = try Tool.run(["convert", sdr, hdr, "--output-folder", folder["out"]] + options)
    #expect(both.code == 0 && both.errors.contains("\(sdr): skipped: \(sdr) is SDR"), "\(both.errors)")
    #expect(both.complaints.last?.hasSuffix("1 file written to \(folder["out"]), 1 skipped as SDR") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["out"]) == ["hdr.png"])
    #expect(try Tool.run(["convert", sdr, "--output-folder", folder["out"]] + options).code == 3)
    #expect(try Tool.run(["convert", sdr, folder["o.png"]] + options).code == 3)
    #expect(try !folder.names.contains("o.png"))
  }

  /// A PNG that a conversion writes, and whose cICP chunk then states another transfer.
  private static func picture(transfer: UInt8) throws -> Data {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let to = transfer == 16 ? "pq" : "srgb"
    let made = try Tool.run(["convert", clip, folder["o.png"], "--to", to, "--progress", "none"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    return try folder.bytes("o.png")
  }

  @Test func namesAreRefusedFirst() throws {
    let folder = try Folder()
    let a = try folder.file("a.y4m", Clips.y4m(frames: 1))
    try FileManager.default.createDirectory(atPath: folder["other"], withIntermediateDirectories: false)
    let same = try folder.file("other/a.y4m", Clips.y4m(frames: 1))
    let cases: [([String], String)] = [
      ([a, same, "--output-folder", folder["out"]], "would both be written to"),
      ([a, a, "--output-folder", folder["out"]], "would both be written to"),
      ([a, "--output-folder", folder["other"], same], "would overwrite the input"),
      ([same, "--output-folder", folder.path, a, "--format", "y4m"], "would overwrite the input"),
      ([a, "--output-folder", folder.path], "would overwrite the input"),
      ([a, "-", "--output-folder", folder["out"]], "standard input has no name"),
      ([a, "--output-folder", folder["out"], "--preview", folder["p.png"]], "--preview is for one input"),
      ([a], "--output-folder"), ([a, same, a], "--output-folder"),
      ([a, folder["o-%d.png"], "--keep-existing"], "--keep-existing needs a single output file"),
    ]
    for (arguments, fact) in cases {
      let outcome = try Tool.run(["convert"] + arguments + Self.options)
      #expect(outcome.code == 64 && outcome.errors.contains(fact), "\(arguments): \(outcome.errors)")
    }
    let deep = try Tool.run(["convert", a, "--output-folder", folder["no/no"]] + Self.options)
    #expect(deep.code == 73, "\(deep.errors)")
    #expect(try folder.names == ["a.y4m", "other"])
  }

  /// One signal ends all of it. What is whole stays, no half file is left, and the file that it interrupts has not failed.
  @Test func aSignalEndsAll() throws {
    let folder = try Folder()
    for name in ["a.y4m", "begun"] { _ = try folder.file(name, Clips.y4m(frames: 2)) }
    // The second file has no end, because the shell could still write to it.
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo b.y4m; exec 3<> b.y4m; cat begun >&3
      tonemap convert a.y4m b.y4m --output-folder out \(Self.options) & us=$!
      for i in $(seq 2000); do [ -f out/a.y4m ] && break; sleep 0.01; done
      sleep 0.5; kill -TERM $us; wait $us; echo $?; ls -A out
      """)
    #expect(outcome.text == "143\na.y4m\na.y4m.color.json\n", "\(outcome.text)\(outcome.errors)")
    #expect(!outcome.errors.contains("failed") && !outcome.errors.contains("b.y4m"), "\(outcome.errors)")
  }
}

/// Names that begin like options.
@Suite struct DashedNameTests {
  @Test(arguments: ["convert", "info", "explain", "measure", "thumbnail", "tag", "lut"])
  func aNameWithADashIsNoOption(command: String) throws {
    for name in ["-x.hevc", "-dash.mov", "-v.mp4", "-h264.mkv"] {
      let outcome = try Tool.run([command, name, "out.y4m"])
      #expect(outcome.code == 64 && outcome.text.isEmpty && outcome.errors.contains("./\(name)"), "\(outcome.errors)")
    }
  }

  /// The hint leads to the file.
  @Test func theHintWorks() throws {
    let folder = try Folder()
    _ = try folder.file("-x.h.y4m", Clips.y4m(frames: 1))
    _ = try folder.file("--x.y4m", Clips.y4m(frames: 1))
    for name in ["-x.h.y4m", "--x.y4m"] {
      let refused = try Tool.shell("cd \(folder.path); tonemap convert \(name) o.y4m --progress none \(Clips.tags)")
      #expect(refused.code == 64 && refused.errors.contains("give ./\(name)"), "\(refused.errors)")
      let taken = try Tool.shell("cd \(folder.path); tonemap convert ./\(name) o.y4m --progress none \(Clips.tags)")
      #expect(taken.code == 0, "\(taken.errors)")
    }
    // Numbers below zero and options of one letter are what they were.
    #expect(try Tool.run(["explain", "--transfer", "pq", "--exposure", "-0.5"]).errors.contains("./") == false)
    #expect(try Tool.run(["-h"]).code == 0)
  }
}
