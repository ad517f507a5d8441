package import JSONText

extension ColorSidecar {
  /// The keys of the schema; at least one of them must be present.
  private static let keys: Set<String> = ["width", "height", "pix_fmt", "frame_rate", "color", "metadata"]

  init(_ document: JSONNode) throws(MetadataError) {
    try document.checkVersion()
    let root = try document.pictures()
    guard case .object(let members) = root.value, !Self.keys.isDisjoint(with: members.keys) else {
      throw root.mismatch(expected: "an object with width, height, pix_fmt, frame_rate, color, metadata or tracks")
    }
    self.init(
      width: try root.child("width")?.positiveInteger(), height: try root.child("height")?.positiveInteger(),
      pixelFormat: try root.child("pix_fmt")?.string(), frameRate: try root.child("frame_rate")?.frameRate())
    if let color = try root.child("color") { self.color = try ColorDescription(color) }
    guard let metadata = try root.child("metadata") else { return }
    self.metadata = try StaticMetadata(metadata)
    carriesHDR10Plus = try metadata.child("hdr10plus") != nil
    carriesDolbyVision = try metadata.child("dolby_vision") != nil
  }

  package var jsonValue: JSONValue {
    .object([
      "version": .number(Double(Self.version)), "width": JSONValue(width.map(Double.init)),
      "height": JSONValue(height.map(Double.init)),
      "pix_fmt": JSONValue(pixelFormat),
      "frame_rate": JSONValue(frameRate.map { "\($0.numerator)/\($0.denominator)" }),
      "color": color.jsonValue, "metadata": metadata.jsonValue,
    ])
  }
}

extension JSONNode {
  /// Checks that the version of this document is known. A document without a version has the first.
  fileprivate func checkVersion() throws(MetadataError) {
    guard case .object = value, let version = try child("version") else { return }
    guard let number = Int(exactly: try version.number()), number >= 1 else {
      throw version.mismatch(expected: "a whole number above 0")
    }
    guard number <= ColorSidecar.version else { throw .laterVersion(found: number, known: ColorSidecar.version) }
  }

  /// The first track that is not auxiliary, if this is a report of `tonemap info`; else this document.
  fileprivate func pictures() throws(MetadataError) -> JSONNode {
    guard let tracks = try child("tracks") else { return self }
    let all = try tracks.list(1...Int.max, of: "a list of tracks")
    for track in all {
      let isAuxiliary = try track.child("auxiliary")?.value == .bool(true)
      if !isAuxiliary { return track }
    }
    return all[0]
  }

  /// A rate such as `"30000/1001"`, `"25"` or `25`.
  fileprivate func frameRate() throws(MetadataError) -> ColorSidecar.FrameRate {
    if case .number(let number) = value, let whole = Int(exactly: number), whole > 0 {
      return ColorSidecar.FrameRate(whole)
    }
    guard case .string(let text) = value else { throw mismatch(expected: Self.rateForm) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count <= 2, parts.allSatisfy({ $0 > 0 }) else { throw mismatch(expected: Self.rateForm) }
    return ColorSidecar.FrameRate(parts[0], per: parts.count == 2 ? parts[1] : 1)
  }

  private static let rateForm = "a rate such as \"30000/1001\""
}
