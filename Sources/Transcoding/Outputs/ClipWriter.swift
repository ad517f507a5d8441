internal import RawVideo
internal import Synchronization
internal import ToneMapping

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
          chromaLocation: Self.location(of: plan).stated, range: plan.targetTags.range, frameRate: clip.frameRate,
          pixelAspect: clip.pixelAspect)) : FrameWriter(destination.sink)
  }

  /// Returns the chroma location as Y4M states it, and a finding if Y4M cannot state it.
  ///
  /// Y4M has names for three locations, only for 8-bit 4:2:0; above 8 bits, readers assume left.
  static func location(of plan: ConversionPlan) -> (stated: ChromaLocation?, loss: Finding?) {
    let format = plan.outputFormat
    guard format.chroma != .c444, let location = plan.targetTags.chromaLocation else { return (nil, nil) }
    if format.chroma == .c420, format.bitDepth == 8, [.center, .left, .topLeft].contains(location) {
      return (location, nil)
    }
    // 4:2:2 has chroma on every row, so only the column matters.
    let onLeft: [ChromaLocation] = format.chroma == .c420 ? [.left] : [.left, .topLeft, .bottomLeft]
    guard !onLeft.contains(location) else { return (nil, nil) }
    return (
      nil,
      Finding(
        code: "chroma-location-unsaid",
        found:
          "Y4M cannot state that the chroma location of \(format.name) is \(location), and readers may assume another",
        fix: "state it to the next tool, or use \(.outChromaLocation) left")
    )
  }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(format)) }

  func write(_ picture: RawPicture) throws { try picture.frame.withLock { try writer.write($0) } }

  func finish(_ color: OutputTags) throws { try writer.finish() }
}

extension OutputKind {
  /// The output tags that such a file cannot state, so that readers assume others.
  func loss(of plan: ConversionPlan) -> Finding? {
    if self == .y4m { return ClipWriter.location(of: plan).loss }
    guard let row = picture?.row, !row.statesColor, plan.targetTags.transfer != .sRGB else { return nil }
    return Finding(
      code: "transfer-unsaid",
      found:
        "\(row.name) cannot state that the transfer is \(plan.targetTags.transfer?.ffmpegName ?? "unknown"), and readers assume sRGB",
      fix: "use \(.to, "srgb"), or write .png, which states it")
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
