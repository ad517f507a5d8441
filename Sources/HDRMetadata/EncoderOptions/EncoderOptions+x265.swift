internal import Colorimetry

extension EncoderOptions {
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
    if isHDR10 { list.arguments.append("--hdr10") }
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }
}
