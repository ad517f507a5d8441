extension InputSettings {
  /// Returns these settings for an input with another color JSON, whose layout, if it states one, replaces theirs.
  package func describedBy(colorJSON path: MediaLocation) throws(TranscodingError) -> InputSettings {
    var settings = self
    settings.colorJSON = path
    let stated = try settings.sidecar()
    if stated?.size != nil { settings.size = nil }
    if stated?.pixelFormat != nil { settings.pixelFormat = nil }
    return settings
  }

  func sidecar() throws(TranscodingError) -> ColorSidecar? {
    guard let path = colorJSON else { return stated }
    let bytes: [UInt8]
    do { bytes = try System.contents(of: path) } catch {
      throw .input(.unreadableColorJSON("\(path)", reason: "\(error)"))
    }
    do { return try ColorSidecar(json: bytes) } catch { throw .input(.wrongColorJSON("\(path)", error)) }
  }

  /// Returns the layout of raw frames: from the options, else from the color JSON.
  func layout(_ sidecar: ColorSidecar?) -> (format: PixelFormat?, size: PictureSize?) {
    (pixelFormat?.format ?? sidecar?.spelling?.format, size ?? sidecar?.size)
  }

  /// - Throws: An error if only the color JSON states the format, and the format is unknown.
  func refuseUnknownFormat(_ sidecar: ColorSidecar?) throws(TranscodingError) {
    guard let name = sidecar?.pixelFormat, sidecar?.spelling == nil, pixelFormat == nil else { return }
    throw .input(.unknownPixelFormat(colorJSON: "\(colorJSON ?? "-")", found: name))
  }
}

extension InputContext {
  private var settings: TagSource { TagSource(isExplicit: true, place: control.nameOfSetting) }

  var statedByOptions: TagStatement { (settings, source.color, source.metadata) }

  /// Combines the statements of the options, the color JSON and the header about a clip.
  func clip(
    name: String, header: Y4MHeader?, format: PixelFormat, size: PictureSize?, frameRate: FrameRate?, frameCount: Int?,
    sidecar: ColorSidecar?
  ) throws(TranscodingError) -> Clip {
    if header == nil { try source.refuseUnknownFormat(sidecar) }
    let place = source.colorJSON == nil ? "the source" : "the color JSON"
    func stated(
      in place: String, isExplicit: Bool = false, _ color: ColorDescription, _ metadata: StaticMetadata = .init()
    ) -> TagStatement { (TagSource(isExplicit: isExplicit) { _ in place }, color, metadata) }
    let statements = [
      stated(
        in: "\(SettingName.pixelFormat)", isExplicit: true, ColorDescription(range: source.pixelFormat?.impliedRange)),
      stated(in: place, sidecar?.color ?? ColorDescription(), sidecar?.metadata ?? StaticMetadata()),
      stated(in: "the pix_fmt of \(place)", ColorDescription(range: sidecar?.spelling?.impliedRange)),
      stated(
        in: "the Y4M header", ColorDescription(range: header?.range, chromaLocation: header?.chromaLocation)),
    ]
    var (clipSource, findings) = resolved(
      Source(
        color: ColorDescription(), height: size?.height,
        carriesHDR10Plus: sidecar?.carriesHDR10Plus == true || hasHDR10PlusJSON,
        carriesDolbyVision: sidecar?.carriesDolbyVision == true,
        isDolbyVisionOnly: sidecar?.isDolbyVisionOnly == true, alpha: alpha.coding(in: format)), by: statements)
    var aspect = header?.pixelAspect
    if let stated = aspect, !PictureGeometry.aspects.contains(stated.value) {
      aspect = nil
      findings.append(
        Finding(
          code: "impossible-geometry", found: "the shape of a pixel is \(stated.text) in the Y4M header",
          consequence: "it is left out", fix: "write the file again without it"))
    }
    return Clip(
      name: name, format: format, size: size, frameRate: frameRate,
      pixelAspect: aspect, frameCount: frameCount, source: clipSource, assumptions: findings)
  }

  /// Returns a source with its tags, and findings about statements that were not believed. The settings have precedence, then each of `statements`,
  /// in order. A log or a gamut that the settings name replaces tags.
  func resolved(_ source: Source, by statements: [TagStatement]) -> (source: Source, findings: [Finding]) {
    let resolved = ResolvedTags([statedByOptions] + statements)
    var source = source
    (source.color, source.metadata) = (resolved.color, resolved.metadata)
    (source.log, source.gamut) = (self.source.transfer?.camera, self.source.primaries?.camera)
    var names: [TagProperty: String] = [:]
    var findings: [Finding] = []
    if let log = source.log {
      (names[.transfer], source.color.transfer) = (log.name, nil)
      // Cameras that cannot state the log's gamut state another one.
      if self.source.primaries == nil, let primaries = source.color.primaries, !log.gamuts.contains(Gamut(primaries)) {
        source.color.primaries = nil
        findings.note(
          "primaries-of-log", "the tags say \(primaries.ffmpegName), which \(log) is not used with",
          consequence: "assuming \(log.gamuts[0])", fix: "state them with \(.primaries)")
      }
    }
    if let gamut = source.gamut { (names[.primaries], source.color.primaries) = (gamut.name, nil) }
    return (source, resolved.disagreements(with: names, by: settings) + findings)
  }
}

typealias TagStatement = (source: TagSource, color: ColorDescription, metadata: StaticMetadata)

extension Source {
  /// Takes from a decoder the tags that nothing states, and that no log or gamut replaces.
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

  var rate: FrameRate? { frameRate.flatMap { FrameRate($0.numerator, $0.denominator) } }
}

extension PixelFormat.Spelling {
  /// The range of codes that the name implies; `nil` if it leaves the range open.
  var impliedRange: QuantizationRange? { isFullRange.map { $0 ? .full : .narrow } }
}
