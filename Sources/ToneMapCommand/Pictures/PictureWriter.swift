internal import RawVideo
internal import ToneMapping

/// Writes frames as pictures of one kind, each into a file of its own.
struct PictureWriter {
  private let pixelAspect: Ratio?
  #if FFmpeg
    /// What encodes them; `nil` for PNG.
    private let encoder: PictureEncoder?
    private let threads: Int
  #endif

  /// - Throws: `usage` if no such picture can have the plan's format, or if nothing here encodes it.
  init(_ kind: PictureKind, of plan: ConversionPlan, for clip: Clip, threads: Int) throws(CommandError) {
    pixelAspect = clip.pixelAspect
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
  func write(_ picture: some Picture, stating color: OutputColor, to destination: Destination) throws {
    try picture.withView { view in
      #if FFmpeg
        if let encoder {
          let encoding = encoder.encoding(
            view.format, PictureSize(width: view.width, height: view.height), stating: color.color, color.metadata,
            pixelAspect: pixelAspect, threads: threads)
          try encoder.write(encoding, to: destination) { $0.copy(view) }
          return
        }
      #endif
      let stated = PNGColor(color.color, color.metadata, pixelAspect: pixelAspect)
      try destination.write(PNGFile.bytes(of: view, stating: stated))
    }
  }
}

extension PictureKind {
  /// What such a file is called.
  var name: String {
    switch self {
    case .jpg: "JPEG"
    case .png: "PNG"
    case .avif: "AVIF"
    }
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
