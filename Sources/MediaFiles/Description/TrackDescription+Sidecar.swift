internal import Colorimetry
public import HDRMetadata

extension TrackDescription {
  /// The color JSON for the decoded frames of this track: layout, color, metadata.
  ///
  ///     try track.sidecar.json.write(to: url)  // for `tonemap convert --color-json`
  public var sidecar: ColorSidecar {
    let resolved = resolved
    let hasSize = (width ?? 0) > 0 && (height ?? 0) > 0
    var sidecar = ColorSidecar(
      width: hasSize ? width : nil, height: hasSize ? height : nil, pixelFormat: pixelFormat, frameRate: frameRate,
      color: resolved.color,
      metadata: resolved.metadata)
    sidecar.carriesHDR10Plus = hdr10Plus != nil
    sidecar.carriesDolbyVision = !statements(about: .dolbyVision).isEmpty
    return sidecar
  }

  /// FFmpeg's name for the format of its decoded frames, without alpha; `nil` if the stream does not state it, and for a PNG, whose
  /// components FFmpeg packs.
  ///
  /// - Source: FFmpeg, `libavutil/pixdesc.c`; RFC 6386, clause 2, for VP8, which has only one.
  public var pixelFormat: String? {
    if facts.codec == .vp8 { return "yuv420p" }
    guard facts.codec != .png, let chroma = facts.chroma, let depth = facts.bitDepth, (8...16).contains(depth),
      facts.chromaBitDepth ?? depth == depth
    else {
      return nil
    }
    let suffix = depth == 8 ? "" : "\(depth)le"
    return switch chroma {
    case .monochrome: "gray\(suffix)"
    case .yuv420: "yuv420p\(suffix)"
    case .yuv422: "yuv422p\(suffix)"
    case .yuv444: resolved.color.matrix == .identity ? "gbrp\(suffix)" : "yuv444p\(suffix)"
    }
  }

  /// The first HDR10+ metadata, and its place.
  public var hdr10Plus: (metadata: HDR10PlusMetadata, carriedIn: Place)? {
    statements.lazy.compactMap { statement in statement.value.hdr10Plus.map { ($0, statement.carriedIn) } }.first
  }

  /// Whether there is metadata of ST 2094-50, a draft, that states a tone map.
  public var carriesHeadroomAdaptiveToneMap: Bool {
    statements.contains { $0.value.headroomAdaptiveMetadata?.toneMap != nil }
  }

  /// The first Dolby Vision configuration, and its place.
  public var dolbyVision: (configuration: DolbyVisionConfiguration, carriedIn: Place)? {
    statements.lazy.compactMap { statement in statement.value.dolbyVision.map { ($0, statement.carriedIn) } }.first
  }
}
