#if FFmpeg
  internal import HDRMetadata
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// A picture file: sRGB with 8 bits, to which the picture is rounded here and only here.
  struct PictureFile {
    let kind: PictureKind
    let size: PictureSize
    let threads: Int
    let instructions: InstructionSet

    /// Makes sure that a place can take such a file.
    func check(_ destination: Destination) throws(TranscodingError) {
      if kind != .png { try PictureEncoder(kind).check(destination) }
    }

    /// Writes a picture of 16 bits.
    func write(_ picture: borrowing Frame, to destination: Destination) throws {
      guard kind != .png else {
        var rounded = try Frame(.gbrp, width: size.width, height: size.height)
        try round(picture, .gbrp) { convert in try rounded.withMutableView { try convert(&$0) } }
        try MemoryNeed(ofPNG: rounded).check("the picture", fix: "choose a smaller \(.width)")
        let bytes = try rounded.withView { view throws(TranscodingError) in
          try PNGFile.bytes(of: view, stating: PNGColor(color))
        }
        return try destination.write(bytes)
      }
      let encoder = try PictureEncoder(kind)
      let encoding = encoder.encoding(.yuv420p, size, stating: color, pixelAspect: Ratio(1, 1), threads: threads)
      try round(picture, .yuv420p) { convert in try encoder.write(encoding, to: destination, filling: convert) }
    }

    /// What the file says of its color, or its readers assume.
    private var color: ColorDescription {
      let display = kind.assumedDisplay
      return ColorDescription(
        primaries: display.primaries, transfer: display.transfer, matrix: display.matrix, range: display.range,
        chromaLocation: display.chromaLocation)
    }

    /// Rounds a picture to 8 bits, with dither.
    private func round(
      _ picture: borrowing Frame, _ format: PixelFormat,
      into body: ((inout MutableFrameView) throws -> Void) throws -> Void
    ) throws {
      do {
        // Light is not mapped again: white is white.
        let plan = try ConversionPlan(
          from: Source(color: ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .identity, range: .full)),
          to: kind.assumedDisplay, reading: .gbrp16, writing: format)
        var converter = try plan.converter(
          width: size.width, height: size.height, threads: threads, on: instructions)
        try body { view in try picture.withView { try converter.convert($0, into: &view) } }
      } catch let error as PlanError {
        throw TranscodingError(error)
      } catch let error as ConversionError {
        throw TranscodingError(error)
      }
    }
  }
#endif
