internal import Transcoding
internal import HDRMetadata
internal import MediaFiles
internal import RawVideo
internal import ToneMapping

/// The commands that convert a movie: `tonemap` alone; or its color to a file, then FFmpeg, `tonemap` and FFmpeg in a pipe.
struct MovieRoute {
  let movie: Path
  let clip: Clip
  let plan: ConversionPlan
  let color: OutputTags
  /// Whether the color JSON states the format of the decoded frames.
  let statesFormat: Bool
  /// How the movie is coded; `nil` if that is unknown.
  let codec: CodecFacts.Codec?
  /// The kind of pictures that each frame becomes; `nil` for a movie.
  let pictures: PictureKind?
  /// The options of `explain` that `convert` takes too.
  let options: [String]

  /// The one command that does it all, where this program was built with FFmpeg's libraries.
  var command: String? {
    OutputKind.hasMovies ? ShellWords(["tonemap", "convert", movie.word, output] + options).line : nil
  }

  /// The lines for a shell, in order; all but the first are one pipe.
  var lines: [String] {
    let written = pictures == nil ? "-" : output
    let convert = ["tonemap", "convert", "-", written, "--color-json", json] + layout + self.written + options
    let lines = [
      ShellWords(["tonemap", "info", movie.word, "--color-json", json]).line,
      "\(ShellWords(["ffmpeg", "-v", "error"] + decoder + ["-i", movie.word, "-map", "0:v:0", "-fps_mode", "cfr"] + decoded).line) \\",
      "  | \(ShellWords(convert).line)",
    ]
    guard pictures == nil else { return lines }
    let encode = ["ffmpeg", "-v", "error", "-y"] + encoderInput + ["-i", movie.word] + encoder + [output]
    return lines.dropLast() + [lines[2] + " \\", "  | \(ShellWords(encode).line)"]
  }

  /// What the pipe cannot do; `nil` if it does everything.
  var remark: String? {
    guard color.needsContentLight, pictures == nil else { return nil }
    return
      "MaxCLL and MaxFALL are known once all frames are converted; add --print-encoder-args ffmpeg-x265 to convert,"
      + " and write what it prints with tonemap tag \(ShellWords([output]).line) --max-cll"
  }

  private var name: Substring {
    let file = movie.word.split(separator: "/").last ?? ""
    return file.lastIndex(of: ".").map { file[..<$0] } ?? file
  }

  private var json: String { "\(name).color.json" }
  private var output: String {
    if let pictures { return "\(name.replacing("%", with: "%%"))-%05d.\(pictures.rawValue)" }
    return "\(name)-\(plan.targetTags.isHDR ? "hdr" : "sdr").\(container)"
  }

  /// The extension of a container that takes the source's sound as it is, whatever its codec.
  private var container: String { Self.container(like: movie, hasAlpha: plan.outputFormat.hasAlpha) }

  /// The same for a movie, and for frames with or without alpha.
  static func container(like movie: Path, hasAlpha: Bool) -> String {
    OutputKind.container(like: movie, hasAlpha: hasAlpha)
  }

  /// Whether Y4M carries a format between FFmpeg and us.
  private func isY4M(_ format: PixelFormat) -> Bool {
    format.layout == .planar && format.model != .rgb && !format.hasAlpha && !format.isFloat
  }

  /// The decoder, where FFmpeg's usual one leaves out alpha: that of VP8 and VP9 lies beside the picture.
  private var decoder: [String] {
    guard clip.format.hasAlpha else { return [] }
    return switch codec {
    case .vp8: ["-c:v", "libvpx"]
    case .vp9: ["-c:v", "libvpx-vp9"]
    default: []
    }
  }

  private var decoded: [String] {
    isY4M(clip.format)
      ? ["-pix_fmt", clip.format.name, "-strict", "-1", "-f", "yuv4mpegpipe", "-"]
      : rate("-r") + ["-pix_fmt", clip.format.name, "-f", "rawvideo", "-"]
  }

  /// What `convert` must be told about raw frames.
  private var layout: [String] { isY4M(clip.format) || statesFormat ? [] : ["--pixel-format", clip.format.name] }

  /// The kind of frames that `convert` writes, if its default is another.
  private var written: [String] {
    guard pictures == nil else { return [] }
    return switch (isY4M(clip.format), isY4M(plan.outputFormat)) {
    case (true, true), (false, false): []
    case (_, let writesY4M): ["--format", writesY4M ? "y4m" : "raw"]
    }
  }

  private var encoderInput: [String] {
    guard !isY4M(plan.outputFormat) else { return ["-i", "-"] }
    let size = clip.size.map { ["-video_size", "\($0)"] } ?? []
    return ["-f", "rawvideo", "-pix_fmt", plan.outputFormat.name] + size + rate("-framerate") + ["-i", "-"]
  }

  private func rate(_ option: String) -> [String] {
    clip.frameRate.map { [option, $0.fraction] } ?? []
  }

  private var encoder: [String] {
    let maps = ["-map", "0:v", "-map", "1:a?", "-c:a", "copy"]
    if plan.outputFormat.hasAlpha {
      return maps + ["-c:v", "prores_ks", "-profile:v", "4444"]
        + color.encoderOptions.commandLine(for: .ffmpeg).arguments
    }
    if plan.targetTags.isHDR || plan.outputFormat.bitDepth > 8 {
      let tag = container == "mkv" ? [] : ["-tag:v", "hvc1"]
      return maps + ["-c:v", "libx265", "-crf", "18"] + tag
        + color.encoderOptions.commandLine(for: .ffmpegX265).arguments
    }
    return maps + ["-c:v", "libx264", "-crf", "18"] + color.encoderOptions.commandLine(for: .ffmpeg).arguments
  }
}
