#if FFmpeg
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
    func check(_ destination: Destination) throws(CommandError) {
      if kind == .avif, !destination.isFile {
        throw .usage(
          "\(destination.name) is written from front to back, but an AVIF is not; name a file, or give --format jpg or png"
        )
      }
    }

    /// Writes a picture of 16 bits.
    func write(_ picture: borrowing Frame, to destination: Destination) throws {
      guard kind != .png else {
        var rounded = try Frame(.gbrp, width: size.width, height: size.height)
        try round(picture, .gbrp) { convert in try rounded.withMutableView { try convert(&$0) } }
        try MemoryNeed(ofPNG: rounded).check("the picture", mend: "choose a smaller --width")
        return try destination.write(PNGFile.bytes(of: rounded))
      }
      do {
        let writer = try MovieWriter(
          descriptor: destination.descriptor, name: destination.name, container: kind == .jpg ? "image2pipe" : "avif",
          video: try encoding(), copying: nil)
        var frame = try writer.makeFrame()
        try round(picture, .yuv420p) { convert in try frame.withMutableView { try convert(&$0) } }
        (frame.time, frame.duration) = (0, 1)
        try writer.write(frame)
        try writer.finish()
      } catch let error as MovieError {
        throw CommandError(error)
      }
    }

    /// What readers of these files assume: R′G′B′ of sRGB; in Y′CbCr, BT.601's matrix and full range.
    ///
    /// - Source: ITU-T T.871 (JFIF), clause 7.
    private var display: Display {
      Display(
        .bt709, transfer: .sRGB, matrix: .smpte170M, range: .full, chromaLocation: kind == .jpg ? .center : .left)
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
          to: display, reading: .gbrp16, writing: format)
        var converter = try plan.converter(
          width: size.width, height: size.height, threads: threads, on: instructions)
        try body { view in try picture.withView { try converter.convert($0, into: &view) } }
      } catch let error as PlanError {
        throw CommandError(error)
      } catch let error as ConversionError {
        throw CommandError(error)
      }
    }

    private func encoding() throws(CommandError) -> VideoEncoding {
      let known = kind == .jpg ? ["mjpeg"] : ["libaom-av1", "libsvtav1"]
      guard let encoder = known.first(where: MovieLibraries.encode(by:)) else {
        throw .usage(
          "FFmpeg's libraries on this system have no encoder \(known.joined(separator: " or ")) for \(kind.rawValue); write a png, or"
            + " install an FFmpeg that has it")
      }
      var encoding = VideoEncoding(
        encoder: encoder, format: .yuv420p, width: size.width, height: size.height, timeBase: Ratio(1, 25)!)
      encoding.color = ColorDescription(
        primaries: display.primaries, transfer: display.transfer, matrix: display.matrix, range: .full,
        chromaLocation: display.chromaLocation)
      (encoding.pixelAspect, encoding.threads) = (Ratio(1, 1), threads)
      encoding.options =
        switch encoder {
        // The finest of the steps that players expect.
        case "mjpeg": [("qmin", "2"), ("qmax", "2")]
        case "libaom-av1": [("crf", "20"), ("b", "0"), ("cpu-used", "6"), ("still-picture", "1")]
        default: [("crf", "24"), ("preset", "6")]
        }
      return encoding
    }
  }
#endif
