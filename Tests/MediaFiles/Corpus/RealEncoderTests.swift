import Colorimetry
import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// Files that FFmpeg, mkvmerge and heif-enc make during the test, compared with the output of ffprobe and of mediainfo.
@Suite(
  .enabled(
    if: OtherPrograms.has("mediainfo")
      && OtherPrograms.haveFFmpeg(with: "libx264", "libx265", "libvpx-vp9", "prores_ks", "libaom-av1", "libsvtav1"),
    "needs mediainfo, and an ffmpeg with all of these encoders"))
struct RealEncoderTests {
  /// A file to make: its name, the arguments, and the expected content.
  struct Recipe: CustomStringConvertible, Sendable {
    var file: String
    var arguments: [String]
    /// The arguments of mkvmerge, if it writes the container.
    var merging: [String] = []
    var mastering: String?
    var contentLight: String?
    var description: String { file }
  }

  private static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
  private static let pq = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
  private static let x265 = [
    "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
    "log-level=none:hdr10=1:repeat-headers=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:"
      + "chromaloc=2:master-display=\(display):max-cll=1000,400",
  ]

  private static let hlg = [
    "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none", "-color_primaries", "bt2020",
    "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-color_range", "tv",
  ]

  private static let bt709 =
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"]
  private static let x264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"] + bt709
  private static let vp9PQ = ["-c:v", "libvpx-vp9", "-profile:v", "2", "-pix_fmt", "yuv420p10le"] + pq
  /// The same display and light as x265's, in Matroska's form.
  private static let merged = [
    "--color-primaries", "0:9", "--color-transfer-characteristics", "0:16", "--color-matrix-coefficients", "0:9",
    "--color-range", "0:1", "--max-content-light", "0:1000", "--max-frame-light", "0:400", "--max-luminance", "0:1000",
    "--min-luminance", "0:0.005", "--chromaticity-coordinates", "0:0.68,0.32,0.265,0.69,0.15,0.06",
    "--white-color-coordinates", "0:0.3127,0.329",
  ]

  static let recipes = [
    Recipe(file: "hdr10.mp4", arguments: x265 + pq + ["-tag:v", "hvc1"], mastering: display, contentLight: "1000,400"),
    Recipe(file: "hdr10.mov", arguments: x265 + pq + ["-tag:v", "hvc1"], mastering: display, contentLight: "1000,400"),
    Recipe(file: "hdr10.mkv", arguments: x265 + pq, mastering: display, contentLight: "1000,400"),
    Recipe(file: "hdr10.hevc", arguments: x265 + pq, mastering: display, contentLight: "1000,400"),
    Recipe(
      file: "fragments.mp4", arguments: x265 + pq + ["-movflags", "+frag_keyframe+empty_moov"], mastering: display,
      contentLight: "1000,400"),
    Recipe(file: "hlg.mov", arguments: hlg + ["-tag:v", "hvc1"]),
    Recipe(file: "hlg.mp4", arguments: hlg),
    Recipe(file: "hlg.mkv", arguments: hlg),
    // BT.2020 in the parameter sets, HLG in the message.
    Recipe(
      file: "alternative.hevc",
      arguments: [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=bt2020-10:colormatrix=bt2020nc:range=limited:atc-sei=18",
      ]),
    Recipe(
      file: "av1.mp4",
      arguments: [
        "-c:v", "libsvtav1", "-preset", "12", "-pix_fmt", "yuv420p10le", "-svtav1-params",
        "mastering-display=G(0.265,0.690)B(0.150,0.060)R(0.680,0.320)WP(0.3127,0.3290)L(1000,0.005):content-light=1000,400",
      ] + pq, mastering: display, contentLight: "1000,400"),
    Recipe(
      file: "h264.mp4",
      arguments: [
        "-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-x264-params",
        "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:mastering-display=\(display):cll=1000,400",
      ], mastering: display, contentLight: "1000,400"),
    Recipe(file: "h264.h264", arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
    Recipe(file: "bt709.h264", arguments: x264),
    Recipe(file: "bt709.mp4", arguments: x264),
    Recipe(file: "bt709.mov", arguments: x264),
    Recipe(file: "bt709.mkv", arguments: x264),
    Recipe(file: "fields.h264", arguments: x264 + ["-flags", "+ildct+ilme", "-x264-params", "chromaloc=2"]),
    Recipe(
      file: "full.mkv",
      arguments: [
        "-c:v", "libx264", "-pix_fmt", "yuvj422p", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
        "-colorspace", "smpte170m", "-color_range", "pc",
      ]),
    Recipe(
      file: "hlg.h264",
      arguments: [
        "-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67",
        "-colorspace", "bt2020nc", "-color_range", "tv",
      ]),
    Recipe(file: "vp9.webm", arguments: vp9PQ),
    Recipe(
      file: "hdr10.webm", arguments: vp9PQ, merging: ["--webm"] + merged, mastering: display, contentLight: "1000,400"),
    Recipe(file: "vp9hdr10.mkv", arguments: vp9PQ, merging: merged, mastering: display, contentLight: "1000,400"),
    Recipe(
      file: "hlg.webm",
      arguments: [
        "-c:v", "libvpx-vp9", "-profile:v", "3", "-pix_fmt", "yuv444p12le", "-color_primaries", "bt2020", "-color_trc",
        "arib-std-b67", "-colorspace", "bt2020nc", "-color_range", "pc",
      ]),
    Recipe(
      file: "rgb.webm",
      arguments: [
        "-c:v", "libvpx-vp9", "-pix_fmt", "gbrp", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      ]),
    Recipe(file: "vp9.ivf", arguments: ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv444p"]),
    Recipe(file: "prores.mov", arguments: ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]),
    Recipe(file: "prores.mkv", arguments: ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]),
    Recipe(file: "prores422.mkv", arguments: ["-c:v", "prores_ks", "-profile:v", "3", "-pix_fmt", "yuv422p10le"]),
    Recipe(
      file: "av1.mkv",
      arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt", "yuv444p12le", "-color_range", "pc"] + pq),
    Recipe(
      file: "av1.ivf", arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt", "yuv420p10le"] + pq),
    Recipe(
      file: "av1.avif",
      arguments: [
        "-frames:v", "1", "-c:v", "libaom-av1", "-cpu-used", "8", "-still-picture", "1", "-pix_fmt", "yuv420p10le",
      ]
        + pq),
    Recipe(file: "av1.obu", arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt", "yuv420p"] + pq),
  ]

  @Test(arguments: recipes.filter(\.merging.isEmpty)) func ffprobeReadsTheSame(recipe: Recipe) throws {
    try compareWithOthers(recipe)
  }

  @Test(
    .enabled(if: OtherPrograms.has("mkvmerge"), "needs mkvmerge"), arguments: recipes.filter { !$0.merging.isEmpty })
  func ffprobeReadsTheSameOfMkvmerge(recipe: Recipe) throws { try compareWithOthers(recipe) }

  private func compareWithOthers(_ recipe: Recipe) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(recipe.file)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=24000/1001:d=0.2", "-hide_banner", "-y"]
    let merge = ["-q", "-o", path] + recipe.merging + ["\(path).mkv"]
    defer { try? FileManager.default.removeItem(atPath: "\(path).mkv") }
    _ = try #require(
      OtherPrograms.output(of: "ffmpeg", source + recipe.arguments + [recipe.merging.isEmpty ? path : "\(path).mkv"]))
    if !recipe.merging.isEmpty { _ = try #require(OtherPrograms.output(of: "mkvmerge", merge)) }
    let probed = try #require(
      OtherPrograms.output(
        of: "ffprobe", ["-v", "error", "-select_streams", "v", "-show_streams", "-of", "json", path]))
    let root = try #require(try JSONSerialization.jsonObject(with: probed) as? [String: Any])
    let stream = try #require((root["streams"] as? [[String: Any]])?.first)
    /// A name that FFmpeg prints; `nil` if unknown.
    func name(_ key: String) -> String? {
      (stream[key] as? String).flatMap { $0 == "unknown" || $0 == "unspecified" ? nil : $0 }
    }

    let file = try MediaDescription(path: path)
    let track = try file.track
    let color = track.resolved.color
    #expect(file.problems == [])
    #expect([track.width, track.height] == [stream["width"] as? Int, stream["height"] as? Int])
    #expect(color.primaries?.ffmpegName == name("color_primaries"))
    #expect(color.transfer?.ffmpegName == name("color_transfer"))
    #expect(color.matrix?.ffmpegName == name("color_space"))
    // If a file has no range, FFmpeg's decoders of H.264 and H.265 print none, or one of their own.
    let isRangeInferred = track.resolved.decisions.first { $0.property == .range }?.isInferred == true
    if let range = color.range, !isRangeInferred || name("color_range") != nil {
      #expect(range.ffmpegName == name("color_range"))
    }
    // For 4:2:0 in H.264 and H.265, FFmpeg also prints what the standard infers; for 4:2:2, that depends on its version.
    if [.avc, .hevc].contains(track.facts.codec), track.facts.chroma == .yuv420 {
      #expect(color.chromaLocation != nil && color.chromaLocation?.ffmpegName == name("chroma_location"))
    } else if let location = color.chromaLocation, let told = name("chroma_location") {
      #expect(location.ffmpegName == told)
    }
    if let depth = track.facts.bitDepth, let format = name("pix_fmt") {
      #expect(depth == 8 ? !format.contains("p1") : format.contains("p\(depth)"))
    }
    if recipe.file.hasPrefix("prores"), let format = name("pix_fmt") {
      #expect(track.facts.chroma == (format.contains("444") ? .yuv444 : .yuv422))
      #expect(track.hasAlpha == format.hasPrefix("yuva"))
    }
    if let profile = track.facts.profileName { #expect(profile == name("profile")) }
    // Depending on the container, ffprobe reports one rate or the other.
    if let rate = track.frameRate {
      #expect([name("avg_frame_rate"), name("r_frame_rate")].contains("\(rate.numerator)/\(rate.denominator)"))
    }
    #expect(track.resolved.metadata.mastering?.integerText == recipe.mastering)
    #expect(track.resolved.metadata.contentLight?.text == recipe.contentLight)
    // It reads no bare stream of AV1.
    if recipe.file != "av1.obu" { try compareWithMediaInfo(path, track) }
  }

  /// If mediainfo reports a value, it is the value read here.
  private func compareWithMediaInfo(_ path: String, _ track: TrackDescription) throws {
    let second = try #require(MediaInfoReading(path: path))
    let color = track.resolved.color
    let codes = [color.primaries?.rawValue, color.transfer?.rawValue, color.matrix?.rawValue, color.range?.rawValue]
    for (told, read) in zip(second.codes, codes) where told != nil { #expect(told == read) }
    #expect(second.size == [track.width, track.height])
    if let depth = second.word("BitDepth") { #expect(depth == track.facts.bitDepth.map(String.init)) }
    let metadata = track.resolved.metadata
    if let told = second.word("MasteringDisplay_Luminance") {
      #expect(told == metadata.mastering.map(MediaInfoReading.luminances))
    }
    // For Matroska it reports the numbers without their unit.
    if let told = second.number("MaxCLL") { #expect(told == Int(metadata.contentLight?.maxCLL?.units ?? 0)) }
    if let told = second.number("MaxFALL") { #expect(told == Int(metadata.contentLight?.maxFALL?.units ?? 0)) }
  }

  @Test(.enabled(if: OtherPrograms.has("heif-enc"), "needs heif-enc"), arguments: ["avif", "heic"])
  func anEncodersAlphaIsNoPictureOfItsOwn(ending: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(ending)").path
    defer { for file in [path, "\(path).png"] { try? FileManager.default.removeItem(atPath: file) } }
    let picture = [
      "-f", "lavfi", "-i", "color=c=red@0.5:s=64x48:d=0.04,format=rgba", "-frames:v", "1", "\(path).png",
    ]
    _ = try #require(OtherPrograms.output(of: "ffmpeg", picture))
    _ = try #require(OtherPrograms.output(of: "heif-enc", ["-o", path, "\(path).png"]))
    let file = try MediaDescription(path: path)
    #expect(file.tracks.map(\.isAuxiliary) == [false, true])
    #expect(file.tracks.map(\.hasAlpha) == [true, true])
    #expect(Set(file.ruleResults(for: .sdr709).map(\.track)) == [file.tracks[0].id])
  }

  @Test(.enabled(if: OtherPrograms.has("heif-enc"), "needs heif-enc")) func mediaInfoReadsTheSameOfAPicture() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).heic").path
    defer { for file in [path, "\(path).png"] { try? FileManager.default.removeItem(atPath: file) } }
    let picture = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.04", "-frames:v", "1", "-pix_fmt", "rgb48be", "\(path).png",
    ]
    _ = try #require(OtherPrograms.output(of: "ffmpeg", picture))
    _ = try #require(OtherPrograms.output(of: "heif-enc", ["-b", "10", "-o", path, "\(path).png"]))
    let file = try MediaDescription(path: path)
    #expect(file.problems == [])
    try compareWithMediaInfo(path, file.track)
    // heif-enc writes matrix and range to the parameter sets, and pads the 64x48 picture to a tile of 64x64.
    #expect(try file.track.codecTag == "grid" && file.track.facts.codec == .hevc)
    #expect(try file.track.resolved.color.matrix == .smpte170M)
  }
}
