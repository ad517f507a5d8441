internal import Colorimetry
public import HDRMetadata

extension TrackDescription {
  /// What this track would say beside its decoded frames: layout, color, metadata.
  ///
  ///     try track.sidecar.json.write(to: url)  // for `tonemap convert --color-json`
  public var sidecar: ColorSidecar {
    let resolved = resolved
    var sidecar = ColorSidecar(
      width: width, height: height, pixelFormat: pixelFormat, frameRate: frameRate, color: resolved.color,
      metadata: resolved.metadata)
    sidecar.carriesHDR10Plus = hdr10Plus != nil
    sidecar.carriesDolbyVision = !statements(about: .dolbyVision).isEmpty
    return sidecar
  }

  /// FFmpeg's name for the format to which its frames are decoded, alpha apart; `nil` where the stream does not say it.
  ///
  /// - Source: FFmpeg, `libavutil/pixdesc.c`.
  public var pixelFormat: String? {
    guard let chroma = facts.chroma, let depth = facts.bitDepth, facts.chromaBitDepth ?? depth == depth else {
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

  /// The first HDR10+ metadata, and where it is.
  public var hdr10Plus: (metadata: HDR10PlusMetadata, carriedIn: Place)? {
    for statement in statements {
      if case .dynamicMetadata(.hdr10Plus(let metadata)) = statement.value { return (metadata, statement.carriedIn) }
    }
    return nil
  }

  /// The first Dolby Vision configuration, and where it is.
  public var dolbyVision: (configuration: DolbyVisionConfiguration, carriedIn: Place)? {
    for statement in statements {
      if case .dolbyVision(let configuration) = statement.value { return (configuration, statement.carriedIn) }
    }
    return nil
  }
}
