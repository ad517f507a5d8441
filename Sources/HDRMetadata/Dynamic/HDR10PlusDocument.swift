internal import JSONText

/// HDR10+ of a whole stream as JSON, one entry per frame: the output of hdr10plus_tool and the input of x265's `--dhdr10-info`.
///
///     let document = try HDR10PlusDocument(json: bytes)
///     document.frames[0].metadata.targetedDisplayMaximum.luminance  // 400 cd/m²
///
/// The numbers are those of the bitstream. The format has one window per frame. It cannot express peak grids, the fraction of
/// bright pixels, saturation, or the application's version, which is assumed to be 1.
///
/// - Source: The JSON of hdr10plus_tool, which is the format of Samsung's mastering tools.
public struct HDR10PlusDocument: Hashable, Sendable {
  /// The frames, in display order.
  public var frames: [Frame]
  /// The tool that wrote it, and its version.
  public var tool: Tool

  public struct Frame: Hashable, Sendable {
    public var metadata: HDR10PlusMetadata
    /// Its number in its scene, the number of its scene, its number in the stream.
    public var indexInScene, scene, index: Int

    public init(_ metadata: HDR10PlusMetadata, indexInScene: Int, scene: Int, index: Int) {
      (self.metadata, self.indexInScene) = (metadata, indexInScene)
      (self.scene, self.index) = (scene, index)
    }
  }

  /// The tool that wrote a document.
  public struct Tool: Hashable, Sendable {
    public var name, version: String

    public init(name: String, version: String) { (self.name, self.version) = (name, version) }
  }

  public init(frames: [Frame], tool: Tool) { (self.frames, self.tool) = (frames, tool) }

  /// The document of consecutive frames; each list is one scene.
  public init(scenes: [[HDR10PlusMetadata]], tool: Tool) {
    var frames: [Frame] = []
    for (number, scene) in scenes.enumerated() {
      for (place, metadata) in scene.enumerated() {
        frames.append(Frame(metadata, indexInScene: place, scene: number, index: frames.count))
      }
    }
    self.init(frames: frames, tool: tool)
  }

  /// Profile `B` if any frame has a curve or a targeted display, else `A`.
  public var profile: String {
    frames.contains { $0.metadata.targetedDisplayMaximum > 0 || $0.metadata.windows.first?.bezierCurve != nil }
      ? "B" : "A"
  }
}

extension HDR10PlusDocument {
  /// Parses JSON text.
  ///
  /// - Throws: `MetadataError.malformedJSON` with the path of the wrong key; `.outOfRange` for a number that the bitstream cannot carry.
  public init(json text: some Sequence<UInt8>) throws(MetadataError) {
    try self.init(MetadataNode(text: text))
  }

  /// The JSON text of this document, in UTF-8, keys in alphabetical order.
  ///
  /// - Throws: `MetadataError.inexpressible` for metadata that the format cannot express; `.outOfRange` for a number that the bitstream cannot carry.
  public func json() throws(MetadataError) -> [UInt8] { try jsonValue().text }

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
    let strangers = [
      (metadata.windows.count > 1, "a second window"),
      (metadata.targetedDisplayPeaks != nil || metadata.masteringDisplayPeaks != nil, "a grid of peaks"),
      (window.fractionOfBrightPixels > 0, "a fraction of bright pixels"),
      (window.saturationWeight != nil, "a saturation weight"),
    ]
    if let (_, stranger) = strangers.first(where: \.0) {
      throw .inexpressible(what: "\(stranger) in frame \(index)", carrier: "the JSON of HDR10+")
    }
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
