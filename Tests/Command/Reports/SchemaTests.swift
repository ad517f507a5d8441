import Foundation
import HDRMetadata
import Testing

/// What is written as JSON, against the schemas in `docs/schemas`: every key that is written is described there, and every key that is
/// described is written.
@Suite struct SchemaTests {
  /// What `info --json` prints of a file.
  private func info(_ arguments: [String], code: Int32 = 0) throws -> Data {
    let outcome = try Tool.run(["info", "--json"] + arguments)
    #expect(outcome.code == code, "\(outcome.errors)")
    return outcome.output
  }

  /// Files in which, together, everything is stated that can be reported.
  private static func files(in folder: Folder) throws -> [[String]] {
    let white = HeadroomAdaptiveMetadata(referenceWhiteUnits: 1250)
    let plus = HDR10PlusMetadata(windows: [HDR10PlusMetadata.Window()], targetedDisplayMaximum: 400)
    let volume: [UInt8] =
      [0x7C] + [13250, 34500, 7500, 3000, 34000, 16000].flatMap { big($0, 4) } + big(10, 4) + big(1_000_000, 4)
      + big(20_000, 4)
    var everything = MediaInfoTests.phone
    everything.properties += [
      box("clap", [1900, 1, 1080, 1, 0, 1, 0, 1].flatMap { big($0, 4) }), box("pasp", big(1, 4), big(1, 4)),
      box("clli", lightPayload), box("mdcv", masteringPayload), box("cclv", volume),
      hvcC(
        hevcUnit(
          39,
          messages(
            (4, try RegisteredUserData.headroomAdaptiveMetadata(white).payload()),
            (4, try RegisteredUserData.hdr10Plus(plus).payload())))),
      hvcC(TestHEVCSequence(color: TestColor(codes: [1, 1, 1])).unit),
    ]
    return [
      [try folder.file("everything.mov", Data(everything.bytes))],
      [try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes)), "--check", "hdr10"],
      [try folder.file("alpha.heic", Data(TestPictures(isPremultiplied: true).bytes))],
      [try folder.file("picture.png", Data(TestPNG.hdr.bytes))],
      [folder["everything.mov"], "--transfer", "pq", "--max-cll", "300,400"],
      [try folder.file("picture.ppm", Data("P6\n2 2\n255\n123456789012".utf8))],
      [try folder.file("in.y4m", Clips.y4m(frames: 2))],
      [
        folder["in.y4m"], "--max-cll", "300,400", "--ambient", "314,0.3127,0.329", "--master-display",
        "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
      ],
      [try folder.file("in.yuv", Clips.raw(frames: 2))] + Clips.rawOptions + Clips.tags.dropLast(2),
    ]
  }

  @Test func everyKeyIsDescribed() throws {
    for name in ["color", "info"] { #expect(try JSONSchema(name).undescribed == [], "\(name)") }
  }

  @Test func theReportIsAsItsSchemaSays() throws {
    let folder = try Folder()
    var schema = try JSONSchema("info")
    for arguments in try Self.files(in: folder) {
      let json = try info(arguments, code: arguments.contains("--check") ? 1 : 0)
      #expect(try schema.errors(in: json) == [], "\(arguments)")
    }
    #expect(schema.properties.subtracting(schema.seen).sorted() == [], "described, and never written")
  }

  @Test func theColorJSONIsAsItsSchemaSays() throws {
    let folder = try Folder()
    var schema = try JSONSchema("color")
    for arguments in try Self.files(in: folder).prefix(3) {
      let outcome = try Tool.run(["info", arguments[0], "--color-json", folder["color.json"]])
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try schema.errors(in: folder.bytes("color.json")) == [], "\(arguments)")
    }
    #expect(schema.properties.subtracting(schema.seen).sorted() == [], "described, and never written")
    // And what lies beside converted frames.
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let run = try Tool.run(["convert", input, folder["out.y4m"], "--to", "hdr10", "--progress", "none"] + Clips.tags)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try schema.errors(in: folder.bytes("out.y4m.color.json")) == [])
  }

  /// The checker finds what is wrong.
  @Test(arguments: [
    #"{"version": 2}"#, #"{"extra": 1}"#, #"{"width": 0}"#, #"{"width": "8"}"#, #"{"frame_rate": "25"}"#,
    #"{"color": {"range": "full"}}"#, #"{"color": {"cicp": [9, 16]}}"#, #"{"color": {"cicp": [9, 16, 256]}}"#, "[]",
    #"{"metadata": {"mastering_display": {"red": [0.7, true]}}}"#,
  ]) func whatIsWrongIsFound(text: String) throws {
    var schema = try JSONSchema("color")
    let errors = try schema.errors(in: Data(text.utf8)).filter { !$0.contains(" has no ") }
    #expect(!errors.isEmpty)
  }

  @Test(
    "Keys have one style",
    arguments: [
      ["info"], ["explain", "--transfer", "pq"], ["conform", "--transfer", "pq", "--sample", "64"],
      ["convert", "-", "/dev/null", "--to", "hdr10", "--print-encoder-args", "x265"],
    ]) func keysHaveOneStyle(command: [String]) throws
  {
    let folder = try Folder()
    let file = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    let isConversion = command[0] == "convert"
    let options = (command == ["info"] ? [file] : []) + (isConversion ? ["--progress", "json"] + Clips.tags : [])
    let outcome = try Tool.run(command + options + ["--json"], input: isConversion ? Clips.y4m(frames: 1) : Data())
    #expect(!outcome.output.isEmpty, "\(outcome.errors)")
    var keys: Set<String> = []
    func walk(_ value: Any) {
      if let object = value as? [String: Any] {
        keys.formUnion(object.keys)
        object.values.forEach(walk)
      }
      (value as? [Any])?.forEach(walk)
    }
    walk(try JSONSerialization.jsonObject(with: outcome.output))
    if isConversion { walk(try JSONSerialization.jsonObject(with: Data(try #require(outcome.complaints.last).utf8))) }
    #expect(keys.count > 5)
    let names: Set = ["MaxCLL", "MaxFALL"]
    #expect(isConversion ? keys.isSuperset(of: names) : true)
    for key in keys.subtracting(names) { #expect(key.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, "\(key)") }
  }
}
