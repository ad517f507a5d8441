import Foundation
import TestSupport
import Testing

/// What only messages or further layers of a stream state, or boxes beside the color, is printed and reported.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265")) struct StreamFactTests {
  /// A display orientation, whose angle counts counterclockwise after the flips.
  ///
  /// - Source: Rec. ITU-T H.265, clauses D.2.17 and D.3.17.
  @Test(arguments: [
    ([0x08, 0, 0x10], "turned 270° clockwise", "16x32"), ([0x40, 0, 0x10], "mirrored left to right", nil),
    ([0x20, 0, 0x10], "mirrored top to bottom", nil), ([0x60, 0, 0x10], "turned 180° clockwise", nil),
    ([0x88, 0, 0x10], nil, nil),
  ])
  func orientationOfAMessage(payload: [UInt8], orientation: String?, shown: String?) throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 1, in: folder)
    let movie = try folder.file("in.hevc", HEVCMessages.adding([(47, payload)], to: plain))
    let lines = try Tool.run(["info", movie]).text.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1)
    }
    func value(_ name: String) -> String? {
      lines.first { $0.first == name[...] }?.last?.trimmingCharacters(in: .whitespaces)
    }
    #expect(value("orientation") == orientation && value("shown") == shown, "\(lines)")
    // The decoder's own reading of the message.
    let made = try Tool.run(["convert", movie, folder["out.mkv"], "--source-peak", "1000", "--video-codec", "ffv1"])
    #expect(made.code == 0 && made.errors.contains(orientation ?? "turned") == (orientation != nil), "\(made.errors)")
  }

  /// Dynamic metadata of other makers is named, and said to be unused, as that of HDR10+ is; captions are no metadata.
  @Test(arguments: [
    ([0x26, 0, 4, 0, 5, 1, 2, 3], "HDR Vivid"), ([0xB5, 0, 0x3A, 0, 0x10, 3], "SL-HDR"),
    ([0x26, 0, 4, 0, 6, 1], nil),
    ([0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0x40, 0xFF], nil),
  ])
  func otherDynamicMetadata(payload: [UInt8], name: String?) throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 2, in: folder)
    let movie = try folder.file("in.hevc", HEVCMessages.adding([(4, payload), (4, payload)], to: plain))
    let info = try Tool.run(["info", movie]).text
    #expect(info.contains("dynamic") == (name != nil) && info.contains(name ?? "track 1"), "\(info)")
    let frames = try Tool.run(["info", movie, "--frames"]).text.split(separator: "\n")
    #expect(frames.allSatisfy { $0.hasSuffix(name ?? "no dynamic metadata") }, "\(frames)")
    let made = try Tool.run([
      "convert", movie, folder["out.mkv"], "--source-peak", "1000", "--fps", "25", "--to", "hdr10", "--video-codec",
      "ffv1",
    ])
    #expect(made.code == 0 && made.errors.contains("which is not used") == (name != nil), "\(made.errors)")
  }

  /// The base layer of a bare stream is converted, also where the sets of another come first, and the other is named.
  @Test(arguments: [true, false]) func furtherLayers(comeFirst: Bool) throws {
    let folder = try Folder()
    let plain = [UInt8](try HEVCMessages.stream(frames: 2, in: folder))
    // The same units as those of layer 1: its number is in the low bit of the first byte and the high bits of the second.
    var layer = plain
    let starts = plain.indices.dropLast(4).filter { plain[$0..<$0 + 3].elementsEqual([0, 0, 1]) }
    for start in starts { layer[start + 4] |= 8 }
    let set = try #require(starts.firstIndex { plain[$0 + 3] >> 1 & 63 == 33 })
    let unit = Array(layer[(starts[set] + 3)..<starts[set + 1]])
    let stream =
      comeFirst ? Data(layer + plain) : try HEVCMessages.adding(before: [unit, unit], to: Data(plain))
    let movie = try folder.file("in.hevc", stream)
    let info = try Tool.run(["info", movie]).text
    #expect(info.contains("bare H.265") && info.contains("a second layer"), "\(info)")
    let made = try Tool.run(["convert", movie, folder["out.mkv"], "--source-peak", "1000", "--video-codec", "ffv1"])
    #expect(made.code == 0 && made.errors.contains("a second layer"), "\(made.errors)")
    let probed = try Tool.shell(
      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 \(folder["out.mkv"])")
    #expect(probed.text == "2\n", "\(probed.text)")
  }

  /// An edition of chapters with an order of its own, made of FFmpeg's by another number: that of EditionFlagOrdered for EditionFlagDefault.
  ///
  /// - Source: RFC 9559, clause 5.1.7.1.
  @Test func orderedChapters() throws {
    let folder = try Folder()
    let chapter = "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=100\ntitle=One\n"
    _ = try folder.file("words", Data((";FFMETADATA1\n" + chapter).utf8))
    let made = try Tool.shell(
      "cd \(folder[""]) && ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:d=0.1 -i words -map 0 -map_chapters 1 -c:v ffv1 in.mkv"
    )
    try #require(made.code == 0, "\(made.errors)")
    var bytes = try folder.bytes("in.mkv")
    #expect(try !Tool.run(["info", folder["in.mkv"]]).text.contains("ordered"))
    let flag = try #require(bytes.firstRange(of: Data([0x45, 0xDB, 0x81, 1])))
    bytes[flag.lowerBound + 1] = 0xDD
    let movie = try folder.file("ordered.mkv", bytes)
    #expect(try Tool.run(["info", movie]).text.contains("ordered edition"))
    let outcome = try Tool.run(["convert", movie, folder["out.mkv"], "--video-codec", "ffv1"])
    #expect(outcome.code == 0 && outcome.errors.contains("it is ignored: pictures"), "\(outcome.errors)")
  }

  /// The title of a segment counts before those of its targets, of which FFmpeg reads the last; a language of BCP 47 is reported where less is written.
  @Test func titlesAndLanguages() throws {
    let folder = try Folder()
    let made = try Tool.shell(
      "cd \(folder[""]) && ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:d=0.1 -f lavfi -i sine=d=0.1 -c:v ffv1 -c:a flac"
        + " -metadata title=Segment -metadata XITLE=Collection -metadata:s:a language=pt-BR in.mkv")
    try #require(made.code == 0, "\(made.errors)")
    var bytes = try folder.bytes("in.mkv")
    // A tag that FFmpeg does not write, and LanguageBCP47 in place of Language.
    let name = try #require(bytes.firstRange(of: Data("XITLE".utf8)))
    bytes[name.lowerBound] = UInt8(ascii: "T")
    let language = try #require(bytes.firstRange(of: Data([0x22, 0xB5, 0x9C, 0x85]) + Data("pt-BR".utf8)))
    bytes[language.lowerBound + 2] = 0x9D
    let movie = try folder.file("both.mkv", bytes)
    let outcome = try Tool.run(["convert", movie, folder["out.mkv"], "--video-codec", "ffv1"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("“Segment” and “Collection”") && outcome.errors.contains("flac, eng) is pt-BR"),
      "\(outcome.errors)")
    let probed = try Tool.shell("ffprobe -v error -show_entries format_tags=title -of csv=p=0 \(folder["out.mkv"])")
    #expect(probed.text == "Segment\n", "\(probed.text)")
  }

  /// What Sony's cameras write beside a movie whose tags say BT.709.
  @Test(arguments: [
    ("s-log3-cine", "s-gamut3-cine", "--transfer slog3 and --primaries s-gamut3-cine"),
    ("s-log3", "s-gamut3", "--transfer slog3 and --primaries s-gamut3"),
    ("rec709", "rec709", nil),
  ])
  func cameraLog(gamma: String, primaries: String, advice: String?) throws {
    let folder = try Folder()
    let made = try Tool.shell(
      "cd \(folder[""]) && ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:d=0.1 -c:v libx264 -pix_fmt yuv420p"
        + " -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv -chroma_sample_location left in.mp4"
    )
    try #require(made.code == 0, "\(made.errors)")
    func box(_ type: String, _ content: Data) -> Data {
      Data([0, 0, UInt8((content.count + 8) >> 8), UInt8((content.count + 8) & 255)]) + Data(type.utf8) + content
    }
    func item(_ name: String, _ value: String) -> String { "<Item name=\"\(name)\" value=\"\(value)\"/>" }
    let text = item("CaptureGammaEquation", gamma) + item("CaptureColorPrimaries", primaries)
    let handler = box("hdlr", Data(count: 8) + Data("nrtm".utf8) + Data(count: 13))
    let meta = box("meta", Data(count: 4) + handler + box("xml ", Data(count: 4) + Data(text.utf8)))
    let movie = try folder.file("sony.mp4", folder.bytes("in.mp4") + meta)
    let info = try Tool.run(["info", movie]).text
    #expect(info.contains("camera's metadata") == (advice != nil) && info.contains(advice ?? "track"), "\(info)")
    let strict = try Tool.run(["explain", movie, "--strict"])
    #expect(strict.code == (advice == nil ? 0 : 65), "\(strict.errors)")
    let read = try Tool.run([
      "explain", movie, "--strict", "--transfer", "slog3", "--primaries", "s-gamut3-cine", "--source-peak", "1000",
    ])
    #expect(read.code == 0 && !read.errors.contains("camera's metadata"), "\(read.errors)")
  }

  /// Views and spheres that Matroska's own writer states.
  @Test(arguments: [("left_right", "side by side"), ("top_bottom", "top and bottom"), ("mono", nil)])
  func stereo(mode: String, name: String?) throws {
    let folder = try Folder()
    let made = try Tool.shell(
      "cd \(folder[""]) && ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:d=0.1 -c:v ffv1 -metadata:s:v stereo_mode=\(mode) in.mkv"
        + " && ffmpeg -v error -nostdin -i in.mkv -c:v mpeg4 -strict unofficial in.mp4")
    try #require(made.code == 0, "\(made.errors)")
    for movie in ["in.mkv", "in.mp4"] {
      let info = try Tool.run(["info", folder[movie]]).text
      #expect(info.contains("stereo") == (name != nil) && info.contains(name ?? "track"), "\(movie): \(info)")
      let json = try Tool.run(["info", folder[movie], "--json"]).text
      #expect(json.contains(#""stereo" : \#(name.map { "\"\($0)\"" } ?? "null")"#), "\(json)")
    }
  }
}
