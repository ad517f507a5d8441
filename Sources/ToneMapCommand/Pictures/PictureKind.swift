internal import ArgumentParser
internal import ToneMapping

/// The kinds of picture that can be written.
enum PictureKind: String, CaseIterable, ExpressibleByArgument {
  case jpg, png, avif

  /// The kind that the extension of a name says, in lowercase.
  init?(ending: String) { self.init(rawValue: ending == "jpeg" ? "jpg" : ending) }

  /// The kind that a name says.
  init(output name: Path) throws(CommandError) {
    guard let kind = PictureKind(ending: FileEnding.of(name)) else {
      throw .usage(
        "the name \(name) does not say which kind of picture to write, but .jpg, .png or .avif was expected; choose one of them, or"
          + " give --format")
    }
    self = kind
  }
}

extension PictureKind {
  /// What such a file is called.
  var name: String { self == .jpg ? "JPEG" : rawValue.uppercased() }

  /// Makes sure that a file of this kind can hold pictures of a size.
  ///
  /// - Source: ITU-T T.81, clause B.2.2, has 16 bits for a side, and FFmpeg's encoder of JPEG takes 65 500 (`mjpegenc.c`). Its libraries take
  ///   no picture of which (8 · width + 1024) · (height + 128) exceeds 31 bits (`av_image_check_size2`).
  func check(_ size: PictureSize, fix: String) throws(CommandError) {
    guard self != .png else { return }
    let fits = (8 * size.width + 1024) * (size.height + 128) < Int(Int32.max)
    guard !fits || max(size.width, size.height) > PictureShape.sides.upperBound else { return }
    throw .usage(
      "\(name == "JPEG" ? "a JPEG" : "an \(name)") of \(size) pixels was asked for, but FFmpeg's encoders take about 268 million pixels, and"
        + " sides of up to \(PictureShape.sides.upperBound); \(fix)")
  }

  /// What readers assume of a picture that states nothing: R′G′B′ of sRGB; in Y′CbCr, BT.601's matrix and full range.
  ///
  /// - Source: ITU-T T.871 (JFIF), clause 7; IEC 61966-2-1.
  var assumedDisplay: Display {
    Display(
      .bt709, transfer: .sRGB, matrix: .smpte170M, range: .full, chromaLocation: self == .jpg ? .center : .left)
  }

  /// The layout of a plan's frames: what most readers of such pictures take.
  ///
  /// - Parameters:
  ///   - isDeep: Whether 8 bits do not suffice.
  ///   - hasAlpha: Whether there is alpha to keep.
  func layout(isDeep: Bool, hasAlpha: Bool) -> PixelFormat {
    switch self {
    case .png where hasAlpha: isDeep ? .gbrap16 : .gbrap
    case .png: isDeep ? .gbrp16 : .gbrp
    case .jpg: .yuv420p
    case .avif: isDeep ? .yuv420p10 : .yuv420p
    }
  }
}

extension Choices {
  /// Takes what a kind of picture needs for what the user did not choose.
  mutating func suit(_ kind: PictureKind, hasAlpha: Bool) {
    if kind == .jpg {
      let display = kind.assumedDisplay
      if target.to == nil {
        target.to = .srgb
        notes.append("the output is sRGB, which readers of JPEG assume; --to chooses another")
      }
      target.outMatrix = target.outMatrix ?? Tag(display.matrix)
      target.outChromaLocation = target.outChromaLocation ?? Tag(display.chromaLocation)
    }
    // Pictures use all codes.
    if kind != .png { target.outRange = target.outRange ?? Tag(.full) }
    // What PNG says of its alpha.
    if kind == .png, target.alpha.isKept { target.alpha.outAlpha = target.alpha.outAlpha ?? .straight }
    let display = target.preset.display
    let isHDR = (target.outTransfer?.value ?? display.transfer).isHDR
    encodedFormat = kind.layout(
      isDeep: isHDR || display.bitDepth > 8, hasAlpha: hasAlpha && target.alpha.isKept)
  }
}

extension FileFormat {
  /// What such a file cannot state about a plan's output, so that readers assume something else.
  func loss(of plan: ConversionPlan) -> Finding? {
    guard self == .jpg else { return self == .y4m ? ClipWriter.siting(of: plan).loss : nil }
    guard plan.targetTags.transfer != .sRGB else { return nil }
    return Finding(
      code: "transfer-unsaid",
      found:
        "JPEG cannot state that the transfer is \(plan.targetTags.transfer?.ffmpegName ?? "unknown"), and readers assume sRGB",
      fix: "use --to srgb, or write .png, which states it")
  }
}

extension PictureKind {
  /// Makes sure that pictures of this kind can hold a plan's output.
  func check(_ plan: ConversionPlan) throws(CommandError) {
    let color = plan.targetTags
    if self == .png, plan.options.alpha == .kept(.premultiplied), plan.outputFormat.hasAlpha {
      throw .usage("PNG stores straight color beside alpha, but --out-alpha is premultiplied; leave it out")
    }
    guard self == .jpg else { return }
    let assumed = assumedDisplay
    if color.isHDR || color.primaries != assumed.primaries {
      let found = [color.transfer?.ffmpegName, color.primaries?.ffmpegName].compactMap(\.self)
      throw .usage(
        "readers take a JPEG for sRGB, but the output is \(found.joined(separator: " with "));"
          + " write .png or .avif, or leave --to srgb")
    }
    let isUsual =
      color.matrix == assumed.matrix && color.range == assumed.range && color.chromaLocation == assumed.chromaLocation
    guard !isUsual, plan.outputFormat.model == .yCbCr else { return }
    throw .usage(
      "readers of a JPEG assume --out-matrix \(assumed.matrix.ffmpegName), --out-range full and"
        + " --out-chroma-location center, but another was given; leave it out")
  }
}
