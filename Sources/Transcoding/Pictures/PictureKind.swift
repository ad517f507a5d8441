internal import HDRMetadata
package import ToneMapping

/// The kinds of output picture.
public enum PictureKind: String, CaseIterable, Sendable {
  case jpg, png, avif

  /// Selects the kind from an extension in lowercase.
  init?(ending: String) { self.init(rawValue: ending == "jpeg" ? "jpg" : ending) }

  /// Selects the kind from the extension of a name.
  package init(output name: Path) throws(TranscodingError) {
    guard let kind = PictureKind(ending: FileEnding.of(name)) else {
      throw .settings(
        "the name \(name) does not say which kind of picture to write, but .jpg, .png or .avif was expected; choose one of them, or"
          + " give \(.format)")
    }
    self = kind
  }
}

extension PictureKind {
  /// The common name of the format.
  var name: String { self == .jpg ? "JPEG" : rawValue.uppercased() }

  /// Makes sure that a file of this kind can hold pictures of a size.
  ///
  /// - Source: ITU-T T.81, clause B.2.2, has 16 bits for a side; FFmpeg's JPEG encoder takes at most 65 500 (`mjpegenc.c`). Its libraries reject
  ///   pictures whose (8 · width + 1024) · (height + 128) exceeds 31 bits (`av_image_check_size2`).
  func check(_ size: PictureSize, fix: Fix) throws(TranscodingError) {
    guard self != .png else { return }
    let fits = (8 * size.width + 1024) * (size.height + 128) < Int(Int32.max)
    guard !fits || max(size.width, size.height) > PictureShape.sides.upperBound else { return }
    throw .settings(
      "\(name == "JPEG" ? "a JPEG" : "an \(name)") of \(size) pixels was asked for, but FFmpeg's encoders take about 268 million pixels, and"
        + " sides of up to \(PictureShape.sides.upperBound); \(fix)")
  }

  /// The color that readers assume for an untagged picture: R′G′B′ of sRGB; in Y′CbCr, BT.601's matrix and full range.
  ///
  /// - Source: ITU-T T.871 (JFIF), clause 7; IEC 61966-2-1.
  var assumedDisplay: Display {
    Display(
      .bt709, transfer: .sRGB, matrix: .smpte170M, range: .full, chromaLocation: self == .jpg ? .center : .left)
  }

  /// The layout of a plan's frames, as most readers of such pictures take it.
  ///
  /// - Parameters:
  ///   - isDeep: Whether more than 8 bits are needed.
  ///   - hasAlpha: Whether alpha is kept.
  func layout(isDeep: Bool, hasAlpha: Bool) -> PixelFormat {
    switch self {
    case .png where hasAlpha: isDeep ? .gbrap16 : .gbrap
    case .png: isDeep ? .gbrp16 : .gbrp
    case .jpg: .yuv420p
    case .avif: isDeep ? .yuv420p10 : .yuv420p
    }
  }
}

extension PlanningContext {
  /// Sets the options that a kind of picture needs and the user left open.
  package mutating func adapt(to kind: PictureKind, of clip: Clip) throws(TranscodingError) {
    let hasAlpha = clip.format.hasAlpha
    if kind == .jpg {
      guard !target.keepsSource else {
        throw .settings(
          "a JPEG states no color, but \(.to, "source") keeps the source's; write .png or .avif, or choose \(.to, "srgb")"
        )
      }
      let display = kind.assumedDisplay
      if target.display == nil {
        target.display = .srgb
        notes.append(
          Finding(
            code: "srgb-for-jpeg", found: "the output is sRGB, which readers of JPEG assume",
            fix: "\(.to) chooses another"))
      }
      // Other primaries are rejected later, with an error of their own.
      if target.primaries ?? display.primaries == display.primaries { target.matrix = target.matrix ?? display.matrix }
      target.chromaLocation = target.chromaLocation ?? display.chromaLocation
    }
    // Pictures use full range.
    if kind != .png { target.range = target.range ?? (target.followsSource ? clip.source.color.range : nil) ?? .full }
    // PNG alpha is straight.
    if kind == .png, hasAlpha, target.alpha.isKept { target.alpha.outAlpha = target.alpha.outAlpha ?? .straight }
    encodedFormat = kind.layout(
      isDeep: try ends(of: clip).display.bitDepth > 8, hasAlpha: hasAlpha && target.alpha.isKept)
  }
}

extension OutputKind {
  /// The output tags that such a file cannot state, so that readers assume others.
  func loss(of plan: ConversionPlan) -> Finding? {
    guard self == .jpg else { return self == .y4m ? ClipWriter.siting(of: plan).loss : nil }
    guard plan.targetTags.transfer != .sRGB else { return nil }
    return Finding(
      code: "transfer-unsaid",
      found:
        "JPEG cannot state that the transfer is \(plan.targetTags.transfer?.ffmpegName ?? "unknown"), and readers assume sRGB",
      fix: "use \(.to, "srgb"), or write .png, which states it")
  }
}

extension PictureKind {
  /// Makes sure that pictures of this kind can hold a plan's output.
  package func check(_ plan: ConversionPlan) throws(TranscodingError) {
    let color = plan.targetTags
    if self == .png, plan.options.alpha == .kept(.premultiplied), plan.outputFormat.hasAlpha {
      throw .settings("PNG stores straight color beside alpha, but \(.outAlpha) is premultiplied; leave it out")
    }
    guard self == .jpg else { return }
    let assumed = assumedDisplay
    if color.isHDR || color.primaries != assumed.primaries {
      let found = [color.transfer?.ffmpegName, color.primaries?.ffmpegName].compactMap(\.self)
      throw .settings(
        "readers take a JPEG for sRGB, but the output is \(found.joined(separator: " with "));"
          + " write .png or .avif, or leave \(.to, "srgb")")
    }
    let isUsual =
      color.matrix == assumed.matrix && color.range == assumed.range && color.chromaLocation == assumed.chromaLocation
    guard !isUsual, plan.outputFormat.model == .yCbCr else { return }
    throw .settings(
      "readers of a JPEG assume \(.outMatrix) \(assumed.matrix.ffmpegName), \(.outRange) full and"
        + " \(.outChromaLocation) center, but another was given; leave it out")
  }
}
