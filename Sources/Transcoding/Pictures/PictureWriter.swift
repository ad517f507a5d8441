internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

/// Writes frames as pictures of one kind, each to its own file.
struct PictureWriter {
  private let pixelAspect: PixelAspect?
  /// The encoder; `nil` for PNG.
  private let encoder: PictureEncoder?
  private let threads: Int

  /// - Throws: `settings` if such pictures cannot have the plan's format, or if there is no encoder.
  init(_ kind: PictureKind, of plan: ConversionPlan, for clip: Clip, threads: Int) throws(TranscodingError) {
    pixelAspect = clip.pixelAspect
    self.threads = threads
    encoder = kind == .png ? nil : try PictureEncoder(kind)
    let formats = encoder?.formats ?? PNGFile.formats
    guard formats.contains(plan.outputFormat) else {
      throw .settings(
        "a \(kind.name) does not hold \(plan.outputFormat.name), but one of \(formats.map(\.name).joined(separator: ", "))"
          + " was expected; choose it with \(.outPixelFormat), or leave that out")
    }
  }

  /// Makes sure that a destination can take such a file.
  func check(_ destination: Destination) throws(TranscodingError) {
    try encoder?.check(destination)
  }

  /// The known light metadata that the files do not state.
  func omission(of metadata: StaticMetadata) -> String? {
    encoder?.omission(of: metadata)
  }

  /// Writes a whole file.
  func write(_ picture: some Picture, stating color: OutputTags, to destination: Destination) throws {
    try picture.withView { view in try write(view, stating: color, to: destination) }
  }

  private func write(_ view: borrowing FrameView, stating color: OutputTags, to destination: Destination) throws {
    if let encoder {
      let encoding = encoder.encoding(
        view.format, PictureSize(width: view.width, height: view.height), stating: color.color, color.metadata,
        pixelAspect: pixelAspect, threads: threads)
      return try encoder.write(encoding, to: destination) { $0.copy(view) }
    }
    let stated = PNGColor(color.color, color.metadata, pixelAspect: pixelAspect)
    try destination.write(PNGFile.bytes(of: view, stating: stated))
  }
}
