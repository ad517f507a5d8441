import Foundation
import Movies
import Testing

/// Container × container: every tag, language and disposition that ffprobe finds in a source is in the new movie, or reported.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libvpx-vp9"), "needs ffmpeg with libvpx")) struct KeptWordsTests {
  private typealias Words = [String: String]

  /// The tags and dispositions of a movie, and of each track by its kind and its place among those.
  private func words(_ path: String) throws -> (movie: Words, tracks: [String: (tags: Words, flags: Set<String>)]) {
    let text = try #require(
      output(
        of: "ffprobe",
        [
          "-v", "error", "-show_entries", "format_tags:stream=codec_type:stream_tags:stream_disposition", "-of",
          "json", path,
        ]))
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    func tags(_ part: Any?) -> Words {
      let tags = (part as? [String: Any])?["tags"] as? Words ?? [:]
      return Dictionary(tags.map { ($0.key.lowercased(), $0.value) }) { $1 }
    }
    var (tracks, counts): ([String: (Words, Set<String>)], [String: Int]) = ([:], [:])
    for stream in root["streams"] as? [[String: Any]] ?? [] {
      let kind = stream["codec_type"] as? String ?? ""
      counts[kind, default: 0] += 1
      let flags = (stream["disposition"] as? [String: Int] ?? [:]).filter { $0.value == 1 }.keys
      tracks["\(kind) \(counts[kind]!)"] = (tags(stream), Set(flags))
    }
    return (tags(root["format"]), tracks)
  }

  /// What is of files and codecs.
  private static let technical: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "handler_name", "vendor_id", "duration",
    "creation_time",
  ]
  /// Codes of the same languages: ISO 639-2, and FFmpeg's own names of QuickTime's numbers.
  private static let same = ["deu": "ger", "sve": "swe", "ces": "cze"]

  private static let movieTags = [
    "title": "A title", "artist": "Somebody", "album": "An album", "date": "2021-03-04", "comment": "A comment",
    "genre": "Drama", "copyright": "Nobody", "description": "What it shows", "composer": "Another",
    "keywords": "one two",
    "IMDB": "tt01", "synopsis": "A long text", "show": "A show", "make": "A maker", "model": "A model",
  ]

  private static let lines = "1\n00:00:00,000 --> 00:00:00,200\nWords\n"

  private func source(_ container: String, in folder: Folder, tags: [String: String]) throws -> String {
    try folder.write("lines.srt", Array(Self.lines.utf8))
    // On several threads, the encoder of VP8 can wait for ever for a picture as small as this.
    let codecs = [
      "mkv": "-c:v ffv1 -c:a flac -c:s srt", "mp4": "-c:v mpeg4 -c:a aac -c:s mov_text",
      "mov": "-c:v mpeg4 -c:a pcm_s16le -c:s mov_text", "webm": "-c:v libvpx -threads 1 -c:a libvorbis -c:s webvtt",
    ]
    let inputs =
      "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2,format=yuv420p -f lavfi -i sine=d=0.2 -f lavfi -i sine=d=0.2 -i LINES -i LINES -i LINES"
    let maps = "-map 0 -map 1 -map 2 -map 3 -map 4 -map 5"
    let languages = ["a:0=deu", "a:1=swe", "s:0=eng", "s:1=ces", "s:2=pol"].map { pair in
      let parts = pair.split(separator: "=")
      return "-metadata:s:\(parts[0]) language=\(parts[1])"
    }.joined(separator: " ")
    let flags =
      "-disposition:a:0 default+original -disposition:a:1 comment+visual_impaired -disposition:s:0 0"
      + " -disposition:s:1 forced -disposition:s:2 hearing_impaired"
    let words = "\(inputs) \(maps) \(codecs[container]!) \(languages) \(flags)".split(separator: " ").map {
      $0 == "LINES" ? folder["lines.srt"] : String($0)
    }
    let metadata = tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] } + ["-metadata:s:a:1", "title=A track"]
    let all = ["-v", "error", "-y"] + words + metadata + [folder["in.\(container)"]]
    _ = try #require(output(of: "ffmpeg", all))
    return folder["in.\(container)"]
  }

  @Test(arguments: ["mkv", "mp4", "mov", "webm"], ["matroska", "mp4", "mov", "webm"])
  func everyWordIsKeptOrReported(from: String, to: String) throws {
    let folder = try Folder()
    let movie = try source(from, in: folder, tags: Self.movieTags)
    let writer = try convert(movie, folder["out"], container: to) {
      $0.encoder = to == "webm" ? "libvpx-vp9" : "mpeg4"
    }
    let (before, after) = (try words(movie), try words(folder["out"]))
    let lost = writer.lostWords
    func check(_ old: Words, _ new: Words, _ place: String) {
      for (key, value) in old where !Self.technical.contains(key) && key != "language" {
        let isKept = new[key] == value || new.contains { $0.value == value }
        let isReported = lost.contains { $0.hasPrefix("the tag") && $0.lowercased().contains(key) }
        #expect(isKept != isReported, "\(place) \(key): \(new), \(lost)")
      }
    }
    check(before.movie, after.movie, "movie")
    for (name, old) in before.tracks {
      let new = try #require(after.tracks[name], "\(name)")
      check(old.tags, new.tags, name)
      if let language = old.tags["language"], language != "und" {
        let made = new.tags["language"] ?? "und"
        let isKept = (Self.same[made] ?? made) == (Self.same[language] ?? language)
        #expect(
          isKept != lost.contains { $0.hasPrefix("the language") && $0.contains(language) },
          "\(name) \(language) \(made): \(lost)")
        // The bibliographic code in Matroska, the terminological one in MP4.
        if isKept, made == "deu" { #expect(to == "mp4", "\(to)") }
        if isKept, made == "ger" { #expect(to != "mp4", "\(to)") }
      }
      let words = [
        "forced": "forced", "comment": "commentary", "hearing_impaired": "hearing", "visual_impaired": "visually",
        "original": "original",
      ]
      for (flag, word) in words where old.flags.contains(flag) {
        let isReported = lost.contains { $0.hasPrefix("that track") && $0.contains(word) }
        #expect(new.flags.contains(flag) != isReported, "\(name) \(flag): \(lost)")
      }
      // Nothing is shown that was not to be.
      if name.hasPrefix("subtitle"), !old.flags.contains("default") {
        #expect(!new.flags.contains("default"), "\(name)")
      }
    }
  }

  /// What a phone says is kept in MP4 under Apple's names, where no other tags want another place.
  @Test(arguments: ["mov", "mkv"]) func makeAndModelAreKept(container: String) throws {
    let folder = try Folder()
    let movie = try source(container, in: folder, tags: ["make": "samsung", "model": "SM-S918B"])
    let writer = try convert(movie, folder["out"], container: "mp4") { $0.encoder = "mpeg4" }
    let tags = try words(folder["out"]).movie
    #expect(
      tags["com.apple.quicktime.make"] == "samsung" && tags["com.apple.quicktime.model"] == "SM-S918B", "\(tags)")
    #expect(!writer.lostWords.contains { $0.contains("make") }, "\(writer.lostWords)")
  }
}
