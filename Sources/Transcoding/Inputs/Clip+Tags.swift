internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

extension InputSettings {
  /// These settings for an input with another color JSON, which says its layout itself if it states one.
  package func describedBy(colorJSON path: MediaLocation) throws(TranscodingError) -> InputSettings {
    var choices = Choices()
    choices.source = self
    choices.source.colorJSON = path
    let stated = try choices.sidecar()
    if stated?.size != nil { choices.source.size = nil }
    if stated?.pixelFormat != nil { choices.source.pixelFormat = nil }
    return choices.source
  }
}

extension Choices {
  /// The color JSON, if one was given.
  func sidecar() throws(TranscodingError) -> ColorSidecar? {
    guard let path = source.colorJSON else { return source.stated }
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path)
    } catch {
      throw .notFound("the color JSON \(path) cannot be read (\(error)); check its path")
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

  /// - Throws: `data` if only the color JSON says the format, and that is not known.
  func refuseUnknownFormat(_ sidecar: ColorSidecar?) throws(TranscodingError) {
    guard let name = sidecar?.pixelFormat, sidecar?.spelling == nil, source.pixelFormat == nil else { return }
    throw .data(
      "the color JSON \(source.colorJSON ?? "-") has the unknown pix_fmt \(name); give the format with \(.pixelFormat)"
    )
  }

  /// The settings, as a source of tags.
  private var settings: TagSource { TagSource(isExplicit: true, place: control.nameOfSetting) }

  /// What the settings state about color and metadata.
  var statedByOptions: TagStatement { (settings, source.color, source.metadata) }

  /// Combines what the options, the color JSON and the header state about a clip.
  func clip(
    name: String, header: Y4MHeader?, format: PixelFormat, size: PictureSize?, frameRate: FrameRate?, frameCount: Int?,
    sidecar: ColorSidecar?
  ) throws(TranscodingError) -> Clip {
    if header == nil { try refuseUnknownFormat(sidecar) }
    let place = source.colorJSON == nil ? "the source" : "the color JSON"
    let statements: [TagStatement] = [
      (
        TagSource(isExplicit: true) { _ in "\(SettingName.pixelFormat)" },
        ColorDescription(range: source.pixelFormat?.impliedRange), StaticMetadata()
      ),
      (
        TagSource { _ in place }, sidecar?.color ?? ColorDescription(), sidecar?.metadata ?? StaticMetadata()
      ),
      (
        TagSource { _ in "the pix_fmt of \(place)" }, ColorDescription(range: sidecar?.spelling?.impliedRange),
        StaticMetadata()
      ),
      (
        TagSource { _ in "the Y4M header" },
        ColorDescription(range: header?.range, chromaLocation: header?.siting?.chromaLocation), StaticMetadata()
      ),
    ]
    let (clipSource, findings) = resolved(
      Source(
        color: ColorDescription(), height: size?.height,
        carriesHDR10Plus: sidecar?.carriesHDR10Plus == true || hdr10PlusJSON != nil,
        carriesDolbyVision: sidecar?.carriesDolbyVision == true,
        isDolbyVisionOnly: sidecar?.isDolbyVisionOnly == true, alpha: target.alpha.coding(in: format)), by: statements)
    return Clip(
      name: name, isY4M: header != nil, format: format, size: size, frameRate: frameRate,
      pixelAspect: header?.pixelAspect, frameCount: frameCount, source: clipSource, assumptions: findings)
  }

  /// A source with its tags: the settings count first, then each of `statements`, in their order. What the settings name in place of tags counts
  /// instead of them. Also, what was not believed.
  func resolved(_ source: Source, by statements: [TagStatement]) -> (source: Source, findings: [Finding]) {
    let resolved = ResolvedTags([statedByOptions] + statements)
    var source = source
    (source.color, source.metadata) = (resolved.color, resolved.metadata)
    (source.log, source.gamut) = (self.source.transfer?.camera, self.source.primaries?.camera)
    var names: [TagProperty: String] = [:]
    var findings: [Finding] = []
    if let log = source.log {
      (names[.transfer], source.color.transfer) = (log.name, nil)
      // Cameras that cannot state the log's gamut state another.
      if self.source.primaries == nil, let primaries = source.color.primaries, !log.gamuts.contains(Gamut(primaries)) {
        source.color.primaries = nil
        findings.append(
          Finding(
            code: "primaries-of-log", found: "the tags say \(primaries.ffmpegName), in which \(log) does not come",
            consequence: "assuming \(log.gamuts[0])", fix: "state them with \(.primaries)"))
      }
    }
    if let gamut = source.gamut { (names[.primaries], source.color.primaries) = (gamut.name, nil) }
    return (source, resolved.disagreements(with: names, by: settings) + findings)
  }
}

/// What something states about color and metadata.
typealias TagStatement = (source: TagSource, color: ColorDescription, metadata: StaticMetadata)

extension Source {
  /// Takes from a decoder what nothing states, and nothing is named in place of.
  mutating func complete(by decoded: ColorDescription, _ other: StaticMetadata) {
    var decoded = decoded
    if gamut != nil { decoded.primaries = nil }
    if log != nil { decoded.transfer = nil }
    color = color.completed(by: decoded)
    metadata.mastering = metadata.mastering ?? other.mastering
    metadata.contentLight = metadata.contentLight ?? other.contentLight
    metadata.ambient = metadata.ambient ?? other.ambient
  }
}

extension ColorSidecar {
  var size: PictureSize? {
    guard let width, let height else { return nil }
    return PictureSize(width: width, height: height)
  }

  package var spelling: PixelFormat.Spelling? { pixelFormat.flatMap(PixelFormat.Spelling.init) }

  /// The rate, if formats can state it.
  var rate: FrameRate? { frameRate.flatMap { FrameRate($0.numerator, $0.denominator) } }
}
