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

  /// One frame of the stream.
  public struct Frame: Hashable, Sendable {
    /// Its metadata.
    public var metadata: HDR10PlusMetadata
    /// Its number in its scene, the number of its scene, its number in the stream.
    public var indexInScene, scene, index: Int

    /// The frame of these numbers.
    public init(_ metadata: HDR10PlusMetadata, indexInScene: Int, scene: Int, index: Int) {
      (self.metadata, self.indexInScene) = (metadata, indexInScene)
      (self.scene, self.index) = (scene, index)
    }
  }

  /// The tool that wrote a document.
  public struct Tool: Hashable, Sendable {
    /// Its name and its version.
    public var name, version: String

    /// The tool of this name.
    public init(name: String, version: String) { (self.name, self.version) = (name, version) }
  }

  /// The document of these frames.
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
  /// - Throws: `MetadataError.inexpressible` for metadata that the format cannot express; `.outOfRange` for a number that the
  ///   bitstream cannot carry.
  public func json() throws(MetadataError) -> [UInt8] { try jsonValue().text }
}
