internal import ToneMapping

extension PlanningContext {
  /// Sets the options that a kind of picture needs and the user left open.
  package mutating func adapt(to kind: PictureKind, of clip: Clip) throws(TranscodingError) {
    let hasAlpha = clip.format.hasAlpha
    if !kind.row.statesColor {
      guard !target.keepsSource else { throw .output(.colorNotStated(kind)) }
      let display = kind.assumedDisplay
      if target.display == nil {
        target.display = .srgb
        let name = kind.row.name
        notes.note(
          "srgb-for-\(name.lowercased())", "the output is sRGB, which readers of \(name) assume",
          fix: "\(.to) chooses another")
      }
      // Other primaries are rejected later, with an error of their own.
      if target.primaries ?? display.primaries == display.primaries { target.matrix = target.matrix ?? display.matrix }
      target.chromaLocation = target.chromaLocation ?? display.chromaLocation
    }
    // Pictures use full range.
    if kind.row.layouts.0.model == .yCbCr {
      target.range = target.range ?? (target.followsSource ? clip.source.color.range : nil) ?? .full
    }
    if kind.row.holdsAlpha, hasAlpha, target.alpha.isKept { target.alpha.outAlpha = target.alpha.outAlpha ?? .straight }
    encodedFormat = kind.layout(
      isDeep: try ends(of: clip).display.bitDepth > 8, hasAlpha: hasAlpha && target.alpha.isKept)
  }
}
