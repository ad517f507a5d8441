internal import RawVideo
internal import ToneMapping

/// Writes frames as pictures of one kind, each into a file of its own.
struct PictureWriter {
  private let pixelAspect: PixelAspect?
  /// The clockwise turn with which pictures are shown: 0, 90, 180 or 270.
  private let turn: Int
  /// Why pictures do not become what the clip is shown as.
  let unturned: String?
  #if FFmpeg
    /// What encodes them; `nil` for PNG.
    private let encoder: PictureEncoder?
    private let threads: Int
  #endif

  /// - Throws: `usage` if no such picture can have the plan's format, or if nothing here encodes it.
  init(_ kind: PictureKind, of plan: ConversionPlan, for clip: Clip, threads: Int) throws(CommandError) {
    let (format, size) = (plan.outputFormat, clip.openedSize)
    turn = Frame.isTurnable(format, size) ? Frame.turn(nearest: clip.rotation) : 0
    pixelAspect = turn % 180 == 0 ? clip.pixelAspect : clip.pixelAspect.flatMap { Ratio($0.denominator, $0.numerator) }
    unturned =
      turn == clip.rotation
      ? nil
      : "\(clip.name) is shown turned by \(clip.rotation)°, but the output by \(turn)°, since "
        + (Frame.isTurnable(format, size)
          ? "pictures are turned by quarters" : "\(format.name) of \(size) cannot be turned; write .png")
    #if FFmpeg
      self.threads = threads
      encoder = kind == .png ? nil : try PictureEncoder(kind)
      let formats = encoder?.formats ?? PNGFile.formats
    #else
      let formats = PNGFile.formats
    #endif
    guard formats.contains(plan.outputFormat) else {
      throw .usage(
        "a \(kind.name) does not hold \(plan.outputFormat.name), but one of \(formats.map(\.name).joined(separator: ", "))"
          + " was expected; choose it with --out-pixel-format, or leave that out")
    }
  }

  /// Makes sure that a place can take such a file.
  func check(_ destination: Destination) throws(CommandError) {
    #if FFmpeg
      try encoder?.check(destination)
    #endif
  }

  /// What the files do not state of the light that is known.
  func omission(of metadata: StaticMetadata) -> String? {
    #if FFmpeg
      encoder?.omission(of: metadata)
    #else
      nil
    #endif
  }

  /// Writes a whole file.
  func write(_ picture: some Picture, stating color: OutputTags, to destination: Destination) throws {
    try picture.withView { view in
      guard turn != 0 else { return try write(view, stating: color, to: destination) }
      do {
        let turned = try Frame(view, turnedBy: turn)
        try turned.withView { try write($0, stating: color, to: destination) }
      } catch let error as FrameError {
        throw CommandError(.picture(error))
      }
    }
  }

  private func write(_ view: borrowing FrameView, stating color: OutputTags, to destination: Destination) throws {
    #if FFmpeg
      if let encoder {
        let encoding = encoder.encoding(
          view.format, PictureSize(width: view.width, height: view.height), stating: color.color, color.metadata,
          pixelAspect: pixelAspect, threads: threads)
        return try encoder.write(encoding, to: destination) { $0.copy(view) }
      }
    #endif
    let stated = PNGColor(color.color, color.metadata, pixelAspect: pixelAspect)
    try destination.write(PNGFile.bytes(of: view, stating: stated))
  }
}

#if FFmpeg
  extension MutableFrameView {
    /// Takes the samples of another picture of the same format and size.
    fileprivate mutating func copy(_ other: borrowing FrameView) {
      let shapes = format.planes(width: width, height: height)
      for (shape, (to, from)) in zip(shapes, zip(planes, other.planes)) {
        guard let target = unsafe to.start, let source = unsafe from.start else { continue }
        for y in 0..<shape.height {
          unsafe (target + y * to.stride).copyMemory(from: source + y * from.stride, byteCount: shape.bytesPerRow)
        }
      }
    }
  }
#endif
