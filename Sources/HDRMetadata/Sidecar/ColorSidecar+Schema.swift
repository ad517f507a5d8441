package import JSONText

extension ColorSidecar {
  /// The keys of the schema; at least one of them must be present.
  private static let keys: Set<String> = ["width", "height", "pix_fmt", "frame_rate", "color", "metadata"]

  init(_ document: MetadataNode) throws(MetadataError) {
    try document.checkVersion()
    let root = try document.pictures()
    guard case .object(let members) = root.value, !Self.keys.isDisjoint(with: members.keys) else {
      throw root.mismatch(expected: "an object with width, height, pix_fmt, frame_rate, color, metadata or tracks")
    }
    self.init(
      width: try root.child("width")?.positive(), height: try root.child("height")?.positive(),
      pixelFormat: try root.child("pix_fmt")?.string(), frameRate: try root.child("frame_rate")?.frameRate())
    if let color = try root.child("color") { self.color = try ColorDescription(color) }
    guard let metadata = try root.child("metadata") else { return }
    self.metadata = try StaticMetadata(metadata)
    carriesHDR10Plus = try metadata.child("hdr10plus") != nil
    let dolbyVision = try metadata.child("dolby_vision")
    carriesDolbyVision = dolbyVision != nil
    if case .object? = dolbyVision?.value {
      isDolbyVisionOnly = try dolbyVision?.child("bl_signal_compatibility_id")?.number() == 0
    }
  }

  package var jsonValue: JSONValue {
    JSONValue(all: [
      "version": Self.version, "width": width, "height": height, "pix_fmt": pixelFormat,
      "frame_rate": frameRate?.fraction, "color": color.jsonValue, "metadata": metadata.jsonValue,
    ])
  }
}

extension MetadataNode {
  fileprivate func positive() throws(MetadataError) -> Int {
    try integer(in: 1...Int.max, "a whole number above 0")
  }

  /// Checks that the version of this document is known. A document without a version has version 1.
  fileprivate func checkVersion() throws(MetadataError) {
    guard case .object = value, let number = try child("version")?.positive() else { return }
    guard number <= ColorSidecar.version else { throw .laterVersion(found: number, known: ColorSidecar.version) }
  }

  /// The first track that is not auxiliary, if this is a report of `tonemap info`; else this document.
  fileprivate func pictures() throws(MetadataError) -> MetadataNode {
    guard let tracks = try child("tracks") else { return self }
    let all = try tracks.list(1...Int.max, of: "a list of tracks")
    for track in all {
      let isAuxiliary = try track.child("auxiliary")?.value == .bool(true)
      if !isAuxiliary { return track }
    }
    return all[0]
  }

  /// A rate such as `"30000/1001"`, `"25"` or `25`.
  fileprivate func frameRate() throws(MetadataError) -> FrameRate {
    let terms: [Int] =
      switch value {
      case .number(let number): [Int(exactly: number) ?? 0]
      case .string(let text): text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      default: []
      }
    guard (1...2).contains(terms.count), let rate = FrameRate(counted: terms[0], terms.count == 2 ? terms[1] : 1) else {
      throw mismatch(expected: "a rate such as \"30000/1001\"")
    }
    return rate
  }
}
