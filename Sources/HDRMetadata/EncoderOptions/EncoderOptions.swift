/// The color and static metadata to pass to an encoder or muxer.
///
///     let options = EncoderOptions(color: color, metadata: metadata)
///     options.commandLine(for: .x265).arguments.joined(separator: " ")
///     // --output-depth 10 --colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc --range limited …
public struct EncoderOptions: Hashable, Sendable {
  /// The meaning of the numbers of the picture.
  public var color: ColorDescription
  public var metadata: StaticMetadata
  /// The transfer that players use instead of the one in `color` if they support it.
  public var alternativeTransfer: TransferCharacteristics?
  /// The bit depth to encode; `nil` means 10 for PQ and HLG, and the encoder's default otherwise.
  ///
  /// Only the program x265 needs this: its default is 8 bits for any input. The others encode the depth of their input.
  public var bitDepth: Int?

  public init(
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata(),
    alternativeTransfer: TransferCharacteristics? = nil, bitDepth: Int? = nil
  ) {
    (self.color, self.metadata) = (color, metadata)
    (self.alternativeTransfer, self.bitDepth) = (alternativeTransfer, bitDepth)
  }
}

/// A tool whose options this module writes.
public enum EncoderTool: String, CaseIterable, Sendable {
  case x265
  case svtAV1 = "svt-av1"
  /// FFmpeg with any encoder: the options that all encoders share.
  case ffmpeg
  /// FFmpeg with libx265; other options go to `-x265-params`.
  case ffmpegX265 = "ffmpeg-x265"
  /// FFmpeg with libsvtav1; other options go to `-svtav1-params`.
  case ffmpegSVTAV1 = "ffmpeg-svt-av1"
  /// The muxer mkvmerge, for track 0 of its next file.
  case mkvmerge
}

/// The arguments for a tool, and the properties for which it has no option.
public struct EncoderCommandLine: Hashable, Sendable {
  /// The arguments, each as one word, not quoted.
  public var arguments: [String]
  /// The properties without an option in the tool, in words.
  public var leftOut: [String]

  public init(arguments: [String] = [], leftOut: [String] = []) {
    (self.arguments, self.leftOut) = (arguments, leftOut)
  }

  mutating func add(_ option: String, _ value: String?) {
    if let value { arguments += [option, value] }
  }

  mutating func leaveOut(_ what: String, if isSaid: Bool) {
    if isSaid { leftOut.append(what) }
  }
}

extension EncoderOptions {
  /// The arguments that pass this color and this metadata to a tool.
  ///
  /// - Source: The manuals of x265 4.1, SVT-AV1 2, FFmpeg 7 and mkvmerge 82.
  public func commandLine(for tool: EncoderTool) -> EncoderCommandLine {
    switch tool {
    case .x265: x265Program
    case .svtAV1: svtAV1
    case .ffmpeg: ffmpeg(by: nil)
    case .ffmpegX265: ffmpeg(by: ("-x265-params", x265))
    case .ffmpegSVTAV1: ffmpeg(by: ("-svtav1-params", svtAV1))
    case .mkvmerge: mkvmerge(track: 0)
    }
  }

  /// The arguments of the program x265: those of the library, and the bit depth.
  ///
  /// - Source: x265 4.1, `--output-depth`: 8, 10 or 12, "the bit depth of x265 internal"; not a parameter of the library.
  var x265Program: EncoderCommandLine {
    var list = x265
    // A picture with more bits than x265 can encode is encoded at x265's maximum.
    let depth = bitDepth.map { $0 > 8 ? min(($0 + 1) / 2 * 2, 12) : 8 } ?? (color.isHDR ? 10 : 8)
    if depth > 8 || color.isHDR { list.arguments = ["--output-depth", "\(depth)"] + list.arguments }
    return list
  }

  /// The arguments that the program x265 and its library share.
  ///
  /// - Source: x265 4.1, `--colorprim` to `--atc-sei`; the names and the largest accepted numbers are from its `x265.h`.
  var x265: EncoderCommandLine {
    var list = EncoderCommandLine()
    let (primaries, matrix) = (color.primaries, color.matrix)
    // x265 knows primaries up to 12 and matrices up to 14.
    list.leaveOut("primaries \(primaries?.rawValue ?? 0)", if: primaries.map { $0.rawValue > 12 } ?? false)
    list.leaveOut("matrix \(matrix?.rawValue ?? 0)", if: matrix.map { $0.rawValue > 14 } ?? false)
    list.add("--colorprim", primaries.flatMap { $0.rawValue > 12 ? nil : $0.ffmpegName })
    list.add("--transfer", color.transfer?.ffmpegName)
    list.add("--colormatrix", matrix.flatMap { $0.rawValue > 14 ? nil : $0.ffmpegName })
    list.add("--range", color.range.map { $0 == .narrow ? "limited" : "full" })
    list.add("--chromaloc", color.chromaLocation.map { "\($0.rawValue)" })
    list.add("--master-display", metadata.mastering?.integerText)
    list.add("--max-cll", metadata.contentLight?.text)
    list.add("--atc-sei", alternativeTransfer.map { "\($0.rawValue)" })
    let isHDR10 = color.transfer == .pq && (metadata.mastering != nil || metadata.contentLight != nil)
    if isHDR10 { list.arguments.append("--hdr10") }
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }

  /// The arguments of SvtAv1EncApp.
  ///
  /// - Source: SVT-AV1, Docs/Parameters.md, *Color Description Options*: numbers of H.273, `--color-range` 0 or 1,
  ///   `--chroma-sample-position` 1 left or 2 top-left.
  var svtAV1: EncoderCommandLine {
    var list = EncoderCommandLine()
    let positions: [ChromaLocation: String] = [.left: "1", .topLeft: "2"]
    list.add("--color-primaries", color.primaries.map { "\($0.rawValue)" })
    list.add("--transfer-characteristics", color.transfer.map { "\($0.rawValue)" })
    list.add("--matrix-coefficients", color.matrix.map { "\($0.rawValue)" })
    list.add("--color-range", color.range.map { "\($0.rawValue)" })
    list.add("--chroma-sample-position", color.chromaLocation.flatMap { positions[$0] })
    list.add("--mastering-display", metadata.mastering?.decimalText)
    list.add("--content-light", metadata.contentLight?.text)
    list.leaveOut(
      "the chroma location \(color.chromaLocation?.h273Name ?? "")",
      if: color.chromaLocation.map { positions[$0] == nil } ?? false)
    list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }

  /// The arguments of FFmpeg: its own, and those of an encoder as one string.
  ///
  /// FFmpeg's own options state only the color; the options of the encoder state the rest.
  ///
  /// - Source: FFmpeg 7, *Codec Options*, `color_primaries` to `chroma_sample_location`.
  func ffmpeg(by encoder: (option: String, list: EncoderCommandLine)?) -> EncoderCommandLine {
    var list = EncoderCommandLine()
    list.add("-color_primaries", color.primaries?.ffmpegName)
    list.add("-color_trc", color.transfer?.ffmpegOptionName)
    list.add("-colorspace", color.matrix.map { $0 == .identity ? "rgb" : $0.ffmpegName })
    list.add("-color_range", color.range?.ffmpegName)
    list.add("-chroma_sample_location", color.chromaLocation?.ffmpegName)
    guard let encoder else {
      list.leaveOut("the mastering display", if: metadata.mastering != nil)
      list.leaveOut("the content light level", if: metadata.contentLight != nil)
      list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
      list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
      return list
    }
    let text = Self.colonSeparated(encoder.list.arguments)
    list.add(encoder.option, text.isEmpty ? nil : text)
    list.leftOut = encoder.list.leftOut
    return list
  }

  /// Returns `--range limited --hdr10` as `range=limited:hdr10=1`.
  private static func colonSeparated(_ arguments: [String]) -> String {
    var pairs: [String] = []
    for argument in arguments {
      if argument.hasPrefix("--") {
        pairs.append("\(argument.dropFirst(2))")
      } else {
        pairs[pairs.count - 1] += "=\(argument)"
      }
    }
    return pairs.map { $0.contains("=") ? $0 : "\($0)=1" }.joined(separator: ":")
  }

  /// The arguments of mkvmerge for one track of the next file.
  ///
  ///     options.mkvmerge(track: 0).arguments  // ["--colour-primaries", "0:9", …]
  ///
  /// - Source: mkvmerge's manual, *Options that only apply to video tracks*; the values are those of Matroska's elements.
  public func mkvmerge(track: Int) -> EncoderCommandLine {
    var list = EncoderCommandLine()
    func add(_ option: String, _ value: String?) { list.add(option, value.map { "\(track):\($0)" }) }
    add("--colour-primaries", color.primaries.map { "\($0.rawValue)" })
    add("--colour-transfer-characteristics", color.transfer.map { "\($0.rawValue)" })
    add("--colour-matrix-coefficients", color.matrix.map { "\($0.rawValue)" })
    add("--colour-range", color.range.map { $0 == .narrow ? "1" : "2" })
    let siting = color.chromaLocation.flatMap { MatroskaColor.sitings[$0] }
    add("--chroma-siting", siting.map { "\($0[0]),\($0[1])" })
    add("--max-content-light", metadata.contentLight?.maxCLL.map { "\($0)" })
    add("--max-frame-light", metadata.contentLight?.maxFALL.map { "\($0)" })
    if let display = metadata.mastering {
      let primaries = [display.red, display.green, display.blue].map(\.decimalForm)
      add("--chromaticity-coordinates", primaries.joined(separator: ","))
      add("--white-colour-coordinates", display.white.decimalForm)
      add("--max-luminance", decimalText(display.maximumUnits.units, places: 4))
      add("--min-luminance", decimalText(display.minimumUnits.units, places: 4))
    }
    list.leaveOut(
      "the chroma location \(color.chromaLocation?.h273Name ?? "")", if: color.chromaLocation != nil && siting == nil)
    list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }
}

extension TransferCharacteristics {
  /// The name that FFmpeg's option accepts, which differs from the printed name for two transfers.
  fileprivate var ffmpegOptionName: String {
    switch self {
    case .bt470M: "gamma22"
    case .bt470BG: "gamma28"
    default: ffmpegName
    }
  }
}
