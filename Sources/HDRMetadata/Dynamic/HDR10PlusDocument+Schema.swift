internal import JSONText

extension HDR10PlusDocument {
  init(_ root: MetadataNode) throws(MetadataError) {
    guard case .array(let scenes)? = try root.child("SceneInfo")?.value else {
      throw root.mismatch(expected: "an object with a list SceneInfo")
    }
    frames = []
    for (index, scene) in scenes.enumerated() {
      frames.append(try Frame(MetadataNode(scene, path: "SceneInfo[\(index)]"), index: index))
    }
    let tool = try root.child("ToolInfo")
    self.tool = Tool(
      name: try tool?.child("Tool")?.string() ?? "", version: try tool?.child("Version")?.string() ?? "")
  }

  func jsonValue() throws(MetadataError) -> JSONValue {
    let scenes = try frames.map { (frame) throws(MetadataError) in try frame.jsonValue() }
    // A scene begins where the scene number changes.
    let starts = frames.indices.filter { $0 == 0 || frames[$0].scene != frames[$0 - 1].scene }
    let lengths = zip(starts, starts.dropFirst() + [frames.count]).map { $1 - $0 }
    return JSONValue([
      "JSONInfo": JSONValue(["HDR10plusProfile": profile, "Version": "1.0"]), "SceneInfo": scenes,
      "SceneInfoSummary": JSONValue(["SceneFirstFrameIndex": starts, "SceneFrameNumbers": lengths]),
      "ToolInfo": JSONValue(["Tool": tool.name, "Version": tool.version]),
    ])
  }
}

extension HDR10PlusDocument.Frame {
  init(_ node: MetadataNode, index: Int) throws(MetadataError) {
    var window = HDR10PlusMetadata.Window()
    if let light = try node.child("LuminanceParameters") {
      window.averageMaxRGB = try light.count("AverageRGB") ?? 0
      window.maximumComponents = try light.child("MaxScl")?.counts(3...3) ?? [0, 0, 0]
      if let parts = try light.child("LuminanceDistributions") {
        let percentages: [CodedQuantity<HDR10PlusMetadata.PixelsInHundredths, UInt8>] =
          try parts.child("DistributionIndex")?.counts(0...15) ?? []
        let values: [CodedLuminance<NitsInTenths>] = try parts.child("DistributionValues")?.counts(0...15) ?? []
        guard percentages.count == values.count else {
          throw parts.mismatch(expected: "as many values as percentages")
        }
        window.distribution = zip(percentages, values).map { .init(percentage: $0, number: $1.units) }
      }
    }
    if let curve = try node.child("BezierCurveData") {
      window.bezierCurve = .init(
        kneeX: try curve.count("KneePointX") ?? 0, kneeY: try curve.count("KneePointY") ?? 0,
        anchors: try curve.child("Anchors")?.counts(0...15) ?? [])
    }
    if let windows: UInt8 = try node.child("NumberOfWindows")?.count(), windows != 1 {
      throw node.mismatch(expected: "one window")
    }
    metadata = HDR10PlusMetadata(
      windows: [window], targetedDisplayMaximum: try node.count("TargetedSystemDisplayMaximumLuminance") ?? 0)
    indexInScene = Int(try node.child("SceneFrameIndex")?.count() ?? 0 as UInt32)
    scene = Int(try node.child("SceneId")?.count() ?? 0 as UInt32)
    self.index = Int(try node.child("SequenceFrameIndex")?.count() ?? UInt32(clamping: index))
    _ = try metadata.payload()
  }

  fileprivate func jsonValue() throws(MetadataError) -> JSONValue {
    _ = try metadata.payload()
    let window = metadata.windows[0]
    let stranger: String? =
      metadata.windows.count > 1
      ? "a second window"
      : metadata.targetedDisplayPeaks != nil || metadata.masteringDisplayPeaks != nil
        ? "a grid of peaks"
        : window.fractionOfBrightPixels > 0
          ? "a fraction of bright pixels" : window.saturationWeight != nil ? "a saturation weight" : nil
    if let stranger { throw .inexpressible(what: "\(stranger) in frame \(index)", carrier: "the JSON of HDR10+") }
    let distribution = window.distribution
    return JSONValue([
      "BezierCurveData": window.bezierCurve.map {
        JSONValue(["Anchors": $0.anchors.map(\.units), "KneePointX": $0.kneeX.units, "KneePointY": $0.kneeY.units])
      },
      "LuminanceParameters": JSONValue([
        "AverageRGB": window.averageMaxRGB.units,
        "LuminanceDistributions": JSONValue([
          "DistributionIndex": distribution.map(\.percentage.units), "DistributionValues": distribution.map(\.number),
        ]),
        "MaxScl": window.maximumComponents.map(\.units),
      ]),
      "NumberOfWindows": 1, "TargetedSystemDisplayMaximumLuminance": metadata.targetedDisplayMaximum.units,
      "SceneFrameIndex": indexInScene, "SceneId": scene, "SequenceFrameIndex": index,
    ])
  }
}

extension MetadataNode {
  /// A whole number of 0 or more that fits its type.
  fileprivate func count<Number: FixedWidthInteger & UnsignedInteger>() throws(MetadataError) -> Number {
    guard let number = Number(exactly: try number()) else {
      throw mismatch(expected: "a whole number of 0 to \(Number.max)")
    }
    return number
  }

  /// The whole number of units of a key, or `nil` if it is absent.
  fileprivate func count<Unit, Integer: UnsignedInteger>(
    _ key: String
  ) throws(MetadataError) -> CodedQuantity<Unit, Integer>? {
    try child(key).map { (child) throws(MetadataError) in CodedQuantity(units: try child.count()) }
  }

  fileprivate func counts<Unit, Integer: UnsignedInteger>(
    _ lengths: ClosedRange<Int>
  ) throws(MetadataError) -> [CodedQuantity<Unit, Integer>] {
    let nodes = try list(
      lengths, of: "a list of \(lengths.count > 1 ? "at most " : "")\(lengths.upperBound) numbers")
    return try nodes.map { (node) throws(MetadataError) in CodedQuantity(units: try node.count()) }
  }
}
