internal import RawVideo
internal import ToneMapping

extension Choices {
  /// The color JSON, if one was given.
  func sidecar() throws(CommandError) -> ColorSidecar? {
    guard let path = metadata.colorJSON else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path)
    } catch {
      throw .noInput("the color JSON \(path) cannot be read (\(error)); check its path")
    }
    do {
      return try ColorSidecar(json: bytes)
    } catch {
      throw .data("the color JSON \(path) is wrong: \(error)")
    }
  }

  /// The layout of raw frames: from the options, else from the color JSON.
  func layout(_ sidecar: ColorSidecar?) -> (format: PixelFormat?, size: PictureSize?) {
    (source.pixelFormat?.format ?? sidecar?.spelling?.format, source.size ?? sidecar?.size)
  }

  /// What the options state about color and metadata.
  var statedByOptions: (source: Witness, color: ColorDescription, metadata: StaticMetadata) {
    (Witness(place: { "--\($0)" }, isExplicit: true), source.color, metadata.messages.metadata)
  }

  /// Combines what the options, the color JSON and the header state about a clip.
  func clip(
    name: String, header: Y4MHeader?, format: PixelFormat, size: PictureSize?, frameRate: FrameRate?, frameCount: Int?,
    sidecar: ColorSidecar?
  ) throws(CommandError) -> Clip {
    let json = metadata.colorJSON ?? "-"
    if let name = sidecar?.pixelFormat, sidecar?.spelling == nil, source.pixelFormat == nil, header == nil {
      throw .data("the color JSON \(json) has the unknown pix_fmt \(name); give the format with --pixel-format")
    }
    let told = Testimony([
      statedByOptions,
      (
        Witness(place: { _ in "--pixel-format" }, isExplicit: true),
        ColorDescription(range: source.pixelFormat?.impliedRange), StaticMetadata()
      ),
      (
        Witness { _ in "the color JSON" }, sidecar?.color ?? ColorDescription(), sidecar?.metadata ?? StaticMetadata()
      ),
      (
        Witness { _ in "the pix_fmt of the color JSON" }, ColorDescription(range: sidecar?.spelling?.impliedRange),
        StaticMetadata()
      ),
      (Witness { _ in "the Y4M header" }, header?.color ?? ColorDescription(), StaticMetadata()),
    ])
    return Clip(
      name: name, isY4M: header != nil, format: format, size: size, frameRate: frameRate,
      pixelAspect: header?.pixelAspect,
      frameCount: frameCount,
      source: Source(
        color: told.color, metadata: told.metadata, height: size?.height,
        carriesHDR10Plus: sidecar?.carriesHDR10Plus == true || mapping.hdr10PlusJSON != nil),
      assumptions: told.disagreements + (sidecar?.unread ?? []))
  }
}

extension ColorSidecar {
  var size: PictureSize? {
    guard let width, let height else { return nil }
    return PictureSize(width: width, height: height)
  }

  var spelling: PixelFormat.Spelling? { pixelFormat.flatMap(PixelFormat.Spelling.init) }

  /// The metadata in the stream that no conversion uses yet.
  var unread: [Assumption] {
    (carriesHDR10Plus ? [Self.unreadHDR10Plus] : []) + (carriesDolbyVision ? [Self.unread("Dolby Vision")] : [])
  }

  /// What is assumed about a source with HDR10+ if its metadata is not given separately.
  static let unreadHDR10Plus = unread("HDR10+")

  private static func unread(_ name: String) -> Assumption {
    Assumption(
      code: "dynamic-metadata-unused",
      sentence: "the source carries \(name) metadata, which is not used; one curve is applied to all frames")
  }

  var rate: RawVideo.FrameRate? { frameRate.flatMap { Ratio($0.numerator, $0.denominator) } }
}

extension Y4MHeader {
  /// What the header states about color, in the terms of H.273.
  var color: ColorDescription {
    let location: ChromaLocation? =
      switch siting {
      case .jpeg: .center
      case .mpeg2: .left
      case .paldv: .topLeft
      case nil: nil
      }
    return ColorDescription(range: range, chromaLocation: location)
  }
}
