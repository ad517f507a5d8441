extension ResolvedColor {
  /// These tags, as printed for a stage that decodes or encodes this format.
  func detail(as format: PixelFormat) -> String {
    var parts = [format.name, "\(format.bitDepth) bits"]
    if !format.isFloat { parts.append("\(range) range") }
    if format.model == .yCbCr { parts.append("matrix \(matrix.h273Name)") }
    if format.chroma != .c444 { parts.append("chroma \(chromaLocation), resampled linearly") }
    return parts.joined(separator: ", ")
  }
}

extension ConversionPlan: CustomStringConvertible {
  public var description: String {
    let width = stages.map(\.domain.count).max() ?? 0
    let lines = stages.map { stage in
      stage.domain + String(repeating: " ", count: width - stage.domain.count + 2)
        + stage.name + String(repeating: " ", count: max(1, 13 - stage.name.count)) + stage.detail
    }
    let pad = String(repeating: " ", count: max(0, width - 6) + 2)
    return (lines + assumptions.map { "assumed         \($0)" } + ["frames\(pad)\(framesText)"]).joined(separator: "\n")
  }
}
