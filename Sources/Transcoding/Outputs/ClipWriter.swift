internal import Synchronization

final class ClipWriter: FrameTarget {
  private var writer: FrameWriter
  private let format: PixelFormat
  private let clip: Clip

  /// Opens an output, Y4M or raw frames, and writes what precedes the first frame.
  init(_ format: OutputKind, of plan: ConversionPlan, for clip: Clip, to destination: Destination) throws {
    (self.format, self.clip) = (plan.outputFormat, clip)
    writer =
      format == .y4m
      ? try FrameWriter(
        destination.sink,
        Y4MHeader(
          plan.outputFormat, width: clip.openedSize.width, height: clip.openedSize.height,
          chromaLocation: plan.targetTags.chromaLocation, range: plan.targetTags.range, frameRate: clip.frameRate,
          pixelAspect: clip.pixelAspect)) : FrameWriter(destination.sink)
  }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(format)) }

  func write(_ picture: RawPicture) throws { try picture.frame.withLock { try writer.write($0) } }

  func finish(_ color: OutputTags) throws { try writer.finish() }
}

extension OutputKind {
  /// The output's tags and pixel aspect that such a file cannot state, so that readers assume others.
  ///
  /// - Parameter codec: FFmpeg's name of a movie's codec; `nil` if it is unknown, which reports no loss.
  func losses(of plan: ConversionPlan, for clip: Clip, _ codec: String?) -> [Finding] {
    guard !isMovie || codec != nil else { return [] }
    var losses: [Finding] = []
    let (format, tags) = (plan.outputFormat, plan.targetTags)
    let name = codec.map { "\($0) in .\(self)" } ?? picture?.row.name ?? rawValue.uppercased()
    let locations = chromaLocations(of: format, codec)
    if format.chroma != .c444, let location = tags.chromaLocation, !locations.contains(location) {
      losses.note(
        "chroma-location-unsaid",
        "\(name) cannot state that the chroma location of \(format.name) is \(location), and readers may assume another",
        fix: "state it to the next tool, or use \(.outChromaLocation, locations[0].ffmpegName)")
    }
    // QuickTime's color box has no range, and decoders of ProRes ignore that of other containers.
    let isReadAsNarrow = codec == "prores" || self == .mov && !["h264", "hevc", "mjpeg"].contains(codec)
    if isReadAsNarrow, format.model != .rgb, tags.range == .full {
      losses.note(
        "range-unsaid", "\(name) cannot state that the range is full, and players assume narrow",
        fix: "use \(.outRange, "narrow"), or write .mkv with \(.videoCodec, "ffv1")")
    }
    // FFmpeg writes no aspect into them.
    if let aspect = clip.pixelAspect, aspect.value != 1, self == .ivf || self == .avif {
      losses.note(
        "aspect-unsaid", "\(name) cannot state that pixels are \(aspect.text), and players show square ones",
        fix: "make the pixels square with \(.fit, clip.shownSize.description)")
    }
    if let row = picture?.row, !row.statesColor, tags.transfer != .sRGB {
      losses.note(
        "transfer-unsaid",
        "\(row.name) cannot state that the transfer is \(tags.transfer?.ffmpegName ?? "unknown"), and readers assume sRGB",
        fix: "use \(.to, "srgb"), or write .png, which states it")
    }
    return losses
  }

  /// The chroma locations that such a file states; the first is the one that readers assume.
  private func chromaLocations(of format: PixelFormat, _ codec: String?) -> [ChromaLocation] {
    let stated: [ChromaLocation] =
      switch (self, codec) {
      case (.raw, _), (_, "h264"), (_, "hevc"): ChromaLocation.allCases
      case (.jpg, _), (_, "mjpeg"): [.center]
      // Y4M has names for three locations, only for 8-bit 4:2:0; above 8 bits, readers assume left.
      case (.y4m, _) where format.chroma == .c420 && format.bitDepth == 8: [.left, .center, .topLeft]
      case (.mkv, _), (.webm, _): [.left, .center, .topLeft, .top]
      case (.avif, _), (_, "av1"), (.mp4, "vp9"): [.left, .topLeft]
      default: [.left]
      }
    // 4:2:2 has chroma on every row, so only the column matters.
    return stated + (format.chroma == .c422 && stated.contains(.left) ? [.topLeft, .bottomLeft] : [])
  }
}

/// A target for frames: an opened output.
protocol FrameTarget: AnyObject {
  associatedtype Output: OutputPicture

  func makePicture() throws -> Output

  func write(_ picture: Output) throws

  /// Whether light levels that are known only after the last frame can be stated: by the output, by the color JSON beside it, or by the caller. A single
  /// picture is written last; the light of a series goes to the caller.
  var statesLightAtTheEnd: Bool { get }

  /// Completes the output, and throws pending write errors.
  func finish(_ color: OutputTags) throws

  var findings: [Finding] { get }

  /// The complete parts that remain although the rest fails, in words; `nil` if nothing remains.
  var remains: String? { get }
}

extension FrameTarget {
  var statesLightAtTheEnd: Bool { true }
  var findings: [Finding] { [] }
  var remains: String? { nil }
}
