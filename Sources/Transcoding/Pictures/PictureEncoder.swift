internal import HDRMetadata
internal import Movies
internal import RawVideo
internal import ToneMapping

/// Encodes pictures as JPEG or AVIF with FFmpeg's libraries.
struct PictureEncoder {
  private let kind: PictureKind
  /// FFmpeg's name for the encoder.
  private let name: String

  /// - Throws: `settings` if FFmpeg's libraries have no encoder for the kind; `system` if they are missing.
  init(_ kind: PictureKind) throws(TranscodingError) {
    try MovieLibraries.require()
    let known = kind == .jpg ? ["mjpeg"] : ["libaom-av1", "libsvtav1"]
    guard let name = known.first(where: MovieLibraries.haveEncoder(named:)) else {
      throw .settings(
        "FFmpeg's libraries on this system have no encoder \(known.joined(separator: " or ")) for \(kind.rawValue); write a png, or"
          + " install an FFmpeg that has it")
    }
    (self.kind, self.name) = (kind, name)
  }

  /// The frame formats that the encoder takes.
  var formats: [PixelFormat] {
    switch name {
    case "mjpeg": [.yuv420p, .yuv422p, .yuv444p]
    case "libaom-av1": [.yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuv444p, .yuv444p10]
    default: [.yuv420p, .yuv420p10]
    }
  }

  /// Makes sure that a destination can take such a file.
  func check(_ destination: Destination) throws(TranscodingError) {
    guard kind == .avif, !destination.isFile else { return }
    throw .settings(
      "\(destination.name) is written from front to back, but an AVIF is not; name a file, or give \(.format, "jpg") or png"
    )
  }

  /// The known light metadata that is not written; of FFmpeg's encoders, only SVT-AV1 states any.
  func omission(of metadata: StaticMetadata) -> String? {
    let isStated = name == "libsvtav1"
    let known = [
      isStated || metadata.mastering == nil ? [] : ["the mastering display"],
      isStated || metadata.contentLight == nil ? [] : ["MaxCLL", "MaxFALL"],
      metadata.ambient == nil ? [] : ["the ambient viewing environment"],
    ].flatMap(\.self)
    guard !known.isEmpty else { return nil }
    return "FFmpeg's libraries do not state \(list(known)) in an \(kind.name), so the output leaves that out"
  }

  /// Returns the settings for encoding a picture.
  ///
  /// - Parameter step: The quantizer of a JPEG, 2 to 31; by default, the finest that players expect.
  func encoding(
    _ format: PixelFormat, _ size: PictureSize, stating color: ColorDescription,
    _ metadata: StaticMetadata = StaticMetadata(), pixelAspect: PixelAspect?, threads: Int, step: Int = 2
  ) -> VideoEncoding {
    var encoding = VideoEncoding(
      encoder: name, format: format, width: size.width, height: size.height, timeBase: Ratio(1, 25)!)
    (encoding.color, encoding.metadata) = (color, metadata)
    // Without it, the JPEG encoder omits the JFIF header.
    encoding.pixelAspect = pixelAspect ?? (kind == .jpg ? Ratio(1, 1) : nil)
    encoding.threads = threads
    encoding.options =
      switch name {
      case "mjpeg": [("qmin", "\(step)"), ("qmax", "\(step)")]
      case "libaom-av1": [("crf", "20"), ("b", "0"), ("cpu-used", "6"), ("still-picture", "1")]
      default: [("crf", "24"), ("preset", "6")]
      }
    return encoding
  }

  /// Writes a picture that a function fills.
  func write(
    _ encoding: VideoEncoding, to destination: Destination, filling fill: (inout MutableFrameView) throws -> Void
  ) throws {
    let writer = try MovieWriter(
      descriptor: destination.descriptor, name: destination.name, container: kind == .jpg ? "image2pipe" : "avif",
      video: encoding, copying: nil)
    var frame = try writer.makeFrame()
    try frame.withMutableView(fill)
    (frame.time, frame.duration) = (0, 1)
    Signals.progressed()
    try writer.write(frame)
    try writer.finish()
  }
}
