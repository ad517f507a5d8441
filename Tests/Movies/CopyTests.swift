import Foundation
import Movies
import Testing

/// What is copied beside the pictures is what the source has, as FFmpeg's programs see it.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct CopyTests {
  private static let words = """
    ;FFMETADATA1
    title=A title
    artist=Somebody
    creation_time=2021-03-04T05:06:07.000000Z
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=700
    title=The first
    [CHAPTER]
    TIMEBASE=1/1000
    START=700
    END=2000
    title=The second
    """

  private static let lines = """
    1
    00:00:00,100 --> 00:00:00,900
    One line

    2
    00:00:01,000 --> 00:00:01,500
    Another line
    """

  /// A movie with two languages of sound, subtitles, chapters and an attachment.
  private static func source(_ name: String, in folder: Folder, _ arguments: [String]) throws -> String? {
    try folder.write("words", Array(words.utf8))
    try folder.write("lines.srt", Array(lines.utf8))
    try folder.write("font.ttf", Array("not a font".utf8))
    let sources = [
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i", "sine=440:d=2", "-f", "lavfi", "-i",
      "sine=880:d=2", "-i", folder["lines.srt"], "-i", folder["words"], "-map", "0:v", "-map", "1:a", "-map", "2:a",
      "-map",
      "3:s", "-map_metadata", "4", "-map_chapters", "4", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1",
      "language=spa", "-metadata:s:s:0", "language=ita", "-disposition:a:1", "default", "-disposition:a:0", "0",
      "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "2", "-color_primaries", "bt709",
      "-color_trc",
      "bt709", "-colorspace", "bt709", "-color_range", "tv", "-c:a", "aac",
    ]
    let all = ["-v", "error", "-y"] + sources + arguments + [folder[name]]
    return output(of: "ffmpeg", all) == nil ? nil : folder[name]
  }

  /// What ffprobe says, in the order of the tracks.
  private func probe(_ path: String, _ entries: String) throws -> String {
    try #require(output(of: "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact", path]))
  }

  /// A hash of the packets of a track.
  private func hash(_ path: String, _ track: String) throws -> String {
    try #require(
      output(of: "ffmpeg", ["-v", "error", "-i", path, "-map", "0:\(track)", "-c", "copy", "-f", "md5", "-"]))
  }

  /// When the packets of a track are shown, in seconds.
  private func seconds(_ path: String, _ track: String) throws -> [Double] {
    let text = try #require(
      output(
        of: "ffprobe",
        ["-v", "error", "-select_streams", track, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]))
    return text.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }
  }

  @Test func matroskaKeepsEverything() throws {
    let folder = try Folder()
    let arguments = [
      "-c:s", "srt", "-attach", folder["font.ttf"], "-metadata:s:t", "mimetype=application/x-truetype-font",
    ]
    let from = try #require(try Self.source("in.mkv", in: folder, arguments))
    let to = folder["out.mkv"]
    let writer = try convert(from, to, container: "matroska")
    #expect(writer.leftOut.isEmpty)
    for track in ["a:0", "a:1", "s:0"] {
      #expect(try hash(from, track) == hash(to, track), "\(track)")
      #expect(try seconds(from, track) == seconds(to, track), "\(track)")
    }
    for entries in [
      "chapter=start_time,end_time:chapter_tags=title",
      "stream=codec_name,codec_type:stream_tags=language,filename,mimetype",
      "stream_disposition=default,forced", "format_tags=title,ARTIST,artist",
    ] {
      #expect(try probe(from, entries) == probe(to, entries), "\(entries)")
    }
    #expect(try probe(to, "chapter_tags=title").contains("The second"))
    #expect(try readClip(from).times.map(\.time) == readClip(to).times.map(\.time))
  }

  @Test(arguments: ["mp4", "mov"]) func moviesKeepEverything(container: String) throws {
    let folder = try Folder()
    let from = try #require(try Self.source("in.\(container)", in: folder, ["-c:s", "mov_text"]))
    let to = folder["out.\(container)"]
    let writer = try convert(from, to, container: container)
    #expect(writer.leftOut.isEmpty)
    for track in ["a:0", "a:1", "s:0"] {
      #expect(try hash(from, track) == hash(to, track), "\(track)")
      #expect(try seconds(from, track) == seconds(to, track), "\(track)")
    }
    for entries in [
      "chapter=start_time,end_time:chapter_tags=title", "stream=codec_name,codec_type:stream_tags=language",
      "stream_disposition=default", "format_tags=title,artist,creation_time",
      "stream=color_range,color_space,color_transfer,color_primaries,sample_aspect_ratio",
    ] {
      #expect(try probe(from, entries) == probe(to, entries), "\(entries)")
    }
    #expect(try probe(to, "format_tags=creation_time").contains("2021-03-04T05:06:07"))
    #expect(try readClip(from).times.map(\.time) == readClip(to).times.map(\.time))
  }

  @Test func subtitlesOfMatroskaAreNotInMP4() throws {
    let folder = try Folder()
    let from = try #require(try Self.source("in.mkv", in: folder, ["-c:s", "srt"]))
    let writer = try convert(from, folder["out.mp4"], container: "mp4", TrackChoices(subtitles: .copy))
    #expect(writer.leftOut.map(\.track.codec) == ["subrip"])
    #expect(writer.leftOut[0].reason.hasSuffix("matroska does"), "\(writer.leftOut[0].reason)")
    #expect(try hash(from, "a:1") == hash(folder["out.mp4"], "a:1"))
  }

  /// FFmpeg's own program crashes with a second track in AVIF.
  @Test(.enabled(if: hasEncoder("libaom-av1"))) func aPictureHasNoSound() throws {
    let folder = try Folder()
    let from = try #require(try Self.source("in.mkv", in: folder, ["-c:s", "srt"]))
    let writer = try convert(from, folder["out.avif"], container: "avif") { encoding in
      (encoding.encoder, encoding.options) = ("libaom-av1", [("cpu-used", "8")])
    }
    #expect(writer.leftOut.map(\.track.codec) == ["aac", "aac", "subrip"])
    #expect(writer.unstated == ["the 2 chapters"])
  }

  @Test func turnedMoviesStayTurned() throws {
    let folder = try Folder()
    let plain = try #require(try Self.source("plain.mp4", in: folder, ["-c:s", "mov_text"]))
    let turn = ["-v", "error", "-y", "-display_rotation", "90", "-i", plain, "-c", "copy", folder["in.mov"]]
    let old = ["-v", "error", "-y", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90", folder["in.mov"]]
    try #require(output(of: "ffmpeg", turn) != nil || output(of: "ffmpeg", old) != nil)
    try convert(folder["in.mov"], folder["out.mov"], container: "mov")
    let rotation = try readClip(folder["in.mov"]).video.rotation
    #expect(rotation == 90 || rotation == 270)
    #expect(try readClip(folder["out.mov"]).video.rotation == rotation)
    // Matroska states it, or the writer tells that it does not.
    let writer = try convert(folder["in.mov"], folder["out.mkv"], container: "matroska")
    let inMatroska = try readClip(folder["out.mkv"]).video.rotation
    #expect(
      writer.unstated == (inMatroska == rotation ? [] : ["that pictures are shown turned \(rotation)° clockwise"]))
  }

  /// The track of chapters of MP4 and MOV has the times of the source, and is no longer than the movie; readers find its samples and the list.
  @Test(arguments: [
    ("mp4", [(500, 800, "One"), (800, 90_000, "Two")], ["0,500,", "500,800,One", "800,2000,Two"]),
    ("mov", [(500, 800, "One"), (100_000, 200_000, "Two")], ["0,500,", "500,800,One"]),
    ("mp4", [(0, 800, "One"), (800, 2000, nil)], ["0,800,One", "800,2000,"]),
    ("matroska", [(500, 800, "One"), (800, 90_000, "Two")], ["500,800,One", "800,90000,Two"]),
    ("mp4", [(100_000, 200_000, "One")], []),
  ])
  func chaptersHaveTheTimesOfTheSource(
    container: String, chapters: [(Int, Int, String?)], expected: [String]
  ) throws {
    let folder = try Folder()
    let words = chapters.map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($1)\n" + ($2.map { "title=\($0)\n" } ?? "")
    }
    try folder.write("chapters", Array((";FFMETADATA1\n" + words.joined()).utf8))
    let picture = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-i", folder["chapters"]]
    _ = try #require(
      output(of: "ffmpeg", picture + ["-map", "0", "-map_chapters", "1", "-c:v", "ffv1", folder["in.mkv"]]))
    let writer = try convert(folder["in.mkv"], folder["out"], container: container)
    let late = chapters.contains { $0.1 > 3000 } && container != "matroska"
    #expect(writer.unstated == (late ? ["the parts of a chapter after the end of the movie"] : []))
    func listed(_ path: String) throws -> [String] {
      let text = try probe(path, "chapter=start_time,end_time:chapter_tags=title")
      return text.split(separator: "\n").map { line in
        let values = Dictionary(
          line.split(separator: "|").dropFirst().map { $0.split(separator: "=", omittingEmptySubsequences: false) }
            .map { (String($0[0]), String($0[1])) }
        ) { $1 }
        let times = ["start_time", "end_time"].map { "\(Int(((Double(values[$0] ?? "") ?? -1) * 1000).rounded()))" }
        return (times + [values["tag:title"] ?? ""]).joined(separator: ",")
      }
    }
    #expect(try listed(folder["out"]) == expected)
    let length = try probe(folder["out"], "format=duration")
    #expect(length.contains("duration=2.0"), "\(length)")
    // The list that Nero's players read has no time before the first chapter.
    if let list = try folder.bytes("out").firstRange(of: Array("chpl".utf8)) {
      #expect(try Int(folder.bytes("out")[list.upperBound + 8]) == expected.filter { !$0.hasPrefix("0,500") }.count)
    }
    // What is between is no chapter of a copy.
    try convert(folder["out"], folder["again"], container: container)
    #expect(try listed(folder["again"]) == expected)
    try convert(folder["out"], folder["back"], container: "matroska")
    #expect(try listed(folder["back"]) == expected.filter { !$0.hasPrefix("0,500") })
  }

  /// An MP4 with its tables at the end, whose pictures become equirectangular.
  ///
  /// - Source: Google's *Spherical Video V2 RFC*: sv3d, svhd, proj, prhd and equi.
  private static func spherical(_ movie: [UInt8]) throws -> [UInt8] {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content
    }
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let projection = box("prhd", zeros(16)) + box("equi", zeros(20))
    let sphere = box("sv3d", box("svhd", zeros(5)) + box("proj", projection))
    var (movie, place, end) = (movie, 0, 0)
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "mp4v"] {
      let found = try #require(movie[place...].firstRange(of: Array(type.utf8)))
      let size = movie[(found.lowerBound - 4)..<found.lowerBound].reduce(0) { $0 << 8 | Int($1) }
      end = found.lowerBound - 4 + size
      for byte in 0..<4 { movie[found.lowerBound - 1 - byte] = UInt8((size + sphere.count) >> (8 * byte) & 255) }
      place = found.upperBound
    }
    movie.insert(contentsOf: sphere, at: end)
    return movie
  }

  /// Two views in one picture and spheres are stated where the container does, as ffprobe reads it, and reported elsewhere.
  @Test(
    arguments: [
      ("stereo_mode=left_right", "side by side"), ("stereo_mode=bottom_top", "top and bottom"),
      ("", "equirectangular"),
    ],
    ["matroska", "mp4", "mov"])
  func stereoAndSpheresAreKept(made: (tag: String, name: String), container: String) throws {
    let folder = try Folder()
    let picture = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=128x64:r=25:d=0.2"]
    let isFlat = !made.tag.isEmpty
    let coded =
      isFlat ? ["-c:v", "ffv1", "-metadata:s:v", made.tag, folder["in.mkv"]] : ["-c:v", "mpeg4", folder["in.mp4"]]
    _ = try #require(output(of: "ffmpeg", picture + coded))
    if !isFlat { try folder.write("in.mp4", Self.spherical(folder.bytes("in.mp4"))) }
    let writer = try convert(folder[isFlat ? "in.mkv" : "in.mp4"], folder["out"], container: container)
    let isKept = container == "matroska" || container == "mp4" && made.tag != "stereo_mode=bottom_top"
    let found = try probe(folder["out"], "stream_side_data")
    #expect(found.contains(made.name) == isKept, "\(found)")
    #expect(writer.unstated.contains { $0.contains(made.name) } == !isKept, "\(writer.unstated)")
    // The mode that writes it also writes records of Dolby Vision, which the new pictures are not.
    let bytes = try folder.bytes("out")
    #expect(!["dvcC", "dvvC"].contains { bytes.firstRange(of: Array($0.utf8)) != nil })
  }

  /// Sound that begins before or after the pictures does so afterwards.
  @Test(arguments: ["0.5", "-0.3"]) func offsetsAreKept(offset: String) throws {
    let folder = try Folder()
    let plain = try #require(try Self.source("plain.mp4", in: folder, ["-c:s", "mov_text"]))
    let shift = [
      "-v", "error", "-y", "-i", plain, "-itsoffset", offset, "-i", plain, "-map", "0:v", "-map", "1:a:0", "-c",
      "copy",
      folder["in.mp4"],
    ]
    _ = try #require(output(of: "ffmpeg", shift))
    try convert(folder["in.mp4"], folder["out.mp4"], container: "mp4")
    #expect(try seconds(folder["in.mp4"], "a:0") == seconds(folder["out.mp4"], "a:0"))
    #expect(try seconds(folder["in.mp4"], "v:0").sorted() == seconds(folder["out.mp4"], "v:0").sorted())
    #expect(try hash(folder["in.mp4"], "a:0") == hash(folder["out.mp4"], "a:0"))
  }
}
