extension ColorSidecar {
  init(_ root: JSONNode) throws(MetadataError) {
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
      "width": JSONValue(width.map(Double.init)), "height": JSONValue(height.map(Double.init)),
      "pix_fmt": JSONValue(pixelFormat),
      "frame_rate": JSONValue(frameRate.map { "\($0.numerator)/\($0.denominator)" }),
      "color": color.jsonValue, "metadata": metadata.jsonValue,
    ])
  }
}

extension JSONNode {
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
