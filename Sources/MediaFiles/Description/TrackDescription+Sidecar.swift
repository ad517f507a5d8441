extension TrackDescription {
  /// The color JSON for the decoded frames of this track: layout, color, metadata.
  ///
  ///     try track.sidecar.json.write(to: url)  // for `tonemap convert --color-json`
  public var sidecar: ColorSidecar {
    let resolved = resolved
    let hasSize = (width ?? 0) > 0 && (height ?? 0) > 0
    var sidecar = ColorSidecar(
      width: hasSize ? width : nil, height: hasSize ? height : nil, pixelFormat: pixelFormat, frameRate: frameRate,
      color: resolved.color, metadata: resolved.metadata)
    sidecar.carriesHDR10Plus = hdr10Plus != nil
    sidecar.carriesDolbyVision = !statements(about: .dolbyVision).isEmpty
    sidecar.isDolbyVisionOnly = isDolbyVisionOnly
    return sidecar
  }

  /// FFmpeg's name for the format of its decoded frames, without alpha; `nil` if the stream does not state it, or for a picture file, whose packing
  /// depends on FFmpeg.
  ///
  /// - Source: FFmpeg, `libavutil/pixdesc.c`; RFC 6386, clause 2, for VP8, which has only one.
  public var pixelFormat: String? {
    if let decodedFormat { return decodedFormat }
    if facts.codec == .vp8 { return "yuv420p" }
    guard stillFormat == nil, let chroma = facts.chroma, let depth = facts.bitDepth, (8...16).contains(depth),
      facts.chromaBitDepth ?? depth == depth
    else { return nil }
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

  /// Whether there is metadata of ST 2094-50 that states a tone map.
  public var carriesHeadroomAdaptiveToneMap: Bool {
    statements.contains { $0.value.headroomAdaptiveMetadata?.toneMap != nil }
  }

  /// The first Dolby Vision configuration, and its place.
  public var dolbyVision: (configuration: DolbyVisionConfiguration, carriedIn: Place)? {
    statements.lazy.compactMap { statement in statement.value.dolbyVision.map { ($0, statement.carriedIn) } }.first
  }

  /// Whether the pictures are Dolby Vision without a base layer for other players, so that their samples are not Y′CbCr.
  ///
  /// Any of these is enough: a configuration whose compatibility is 0, an RPU of profile 5, or a sample entry for Dolby Vision alone if neither a
  /// configuration nor an RPU of another profile identifies the base layer.
  ///
  /// - Source: Dolby Vision streams within ISO base media file format, for the sample entries: `hvc1` and similar entries are for compatible base
  ///   layers, unlike those for Dolby Vision alone.
  public var isDolbyVisionOnly: Bool {
    let configurations = statements.compactMap(\.value.dolbyVision)
    if configurations.contains(where: { !$0.hasCompatibleBaseLayer }) { return true }
    let profiles = statements.compactMap(\.value.dolbyVisionRPU).compactMap(\.profile)
    if profiles.contains(5) { return true }
    return configurations.isEmpty && profiles.isEmpty && DolbyVisionConfiguration.ownEntries.contains(codecTag)
  }
}
