internal import Movies
package import ToneMapping

/// Writes frames as pictures of one kind, each to its own file: with the kind's encoder of FFmpeg's libraries, or a PNG with libpng.
struct PictureWriter {
  private let kind: PictureKind
  private let encoder: PictureKind.Encoder?
  private let pixelAspect: PixelAspect?
  private let threads: Int

  /// - Throws: `settings` if FFmpeg's libraries have no encoder for the kind; `system` if they are missing.
  init(_ kind: PictureKind, pixelAspect: PixelAspect?, threads: Int) throws(TranscodingError) {
    (self.kind, self.pixelAspect, self.threads) = (kind, pixelAspect ?? kind.row.pixelAspect, threads)
    let known = kind.row.encoders
    if !known.isEmpty { try MovieLibraries.require() }
    encoder = known.first { MovieLibraries.haveEncoder(named: $0.name) }
    guard known.isEmpty || encoder != nil else { throw .output(.missingPictureEncoder(known.map(\.name), kind)) }
  }

  func check(_ format: PixelFormat) throws(TranscodingError) {
    let formats = encoder?.formats ?? PNGFile.formats
    guard formats.contains(format) else { throw .output(.formatNotHeld(kind, format, expected: formats)) }
  }

  /// Makes sure that a destination can take such a file.
  func check(_ destination: Destination) throws(TranscodingError) {
    guard destination.isFile || kind.row.isSequential else { throw .output(.notSequential(kind, destination.name)) }
  }

  /// The known light metadata that the files do not state.
  func omission(of metadata: StaticMetadata) -> String? {
    let statesLight = encoder?.statesLight ?? true
    let known = [
      statesLight || metadata.mastering == nil ? [] : ["the mastering display"],
      statesLight || metadata.contentLight == nil ? [] : ["MaxCLL", "MaxFALL"],
      metadata.ambient == nil ? [] : ["the ambient viewing environment"],
    ].flatMap(\.self)
    guard !known.isEmpty else { return nil }
    let loss =
      encoder == nil
      ? "\(kind.row.name) does not state \(list(known))"
      : "FFmpeg's libraries do not state \(list(known)) in \(kind.phrase)"
    return "\(loss), so the output leaves that out"
  }

  /// Writes a whole file.
  ///
  /// - Parameter step: The quantizer of a JPEG, 2 to 31.
  func write(
    _ view: borrowing FrameView, stating color: ColorDescription, _ metadata: StaticMetadata = StaticMetadata(),
    step: Int? = nil, to destination: Destination
  ) throws {
    guard let encoder else {
      let stated = PNGColor(color, metadata, pixelAspect: pixelAspect)
      return try destination.write(PNGFile.bytes(of: view, stating: stated))
    }
    var encoding = VideoEncoding(
      encoder: encoder.name, format: view.format, width: view.width, height: view.height, timeBase: Ratio(1, 25)!)
    (encoding.color, encoding.metadata) = (color, metadata)
    (encoding.pixelAspect, encoding.threads) = (pixelAspect, threads)
    encoding.options = step.map(PictureKind.quantizers) ?? encoder.options
    let writer = try MovieWriter(
      descriptor: destination.descriptor, name: destination.name, container: kind.row.container, video: encoding,
      copying: nil)
    var frame = try writer.makeFrame()
    try frame.withMutableView { $0.copy(view) }
    (frame.time, frame.duration) = (0, 1)
    Signals.progressed()
    try writer.write(frame)
    try writer.finish()
  }
}

extension PictureKind {
  package func check(_ plan: ConversionPlan) throws(TranscodingError) {
    let color = plan.targetTags
    if row.holdsAlpha, plan.options.alpha == .kept(.premultiplied), plan.outputFormat.hasAlpha {
      throw .output(.premultipliedPicture(self))
    }
    guard !row.statesColor else { return }
    let assumed = assumedDisplay
    guard !color.isHDR, color.primaries == assumed.primaries else {
      throw .output(.otherThanSRGB(self, [color.transfer?.ffmpegName, color.primaries?.ffmpegName].compactMap(\.self)))
    }
    let isUsual =
      color.matrix == assumed.matrix && color.range == assumed.range && color.chromaLocation == assumed.chromaLocation
    guard isUsual || plan.outputFormat.model != .yCbCr else { throw .output(.otherThanAssumed(self)) }
  }
}
