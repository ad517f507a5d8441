internal import JSONText

/// The facts about a chunk that the joined movie states or reports.
struct ChunkFacts: Hashable, Sendable {
  /// The identity of the plan that the chunk belongs to.
  var plan = ""
  /// The number of its first frame in the movie, and the number of its frames.
  var first = 0
  var frames = 0
  /// The light levels of its frames, if they are counted.
  var light: ContentLightLevel?
  /// The number of frames that `BrightPictures` counts, and their maximum light in whole cd/m².
  var brightFrames = 0
  var brightest = 0
  var lostCaptions = 0

  var json: JSONValue {
    JSONValue([
      "plan": plan, "first": first, "frames": frames, "max_cll": light?.maxCLL?.units,
      "max_fall": light?.maxFALL?.units,
      "counts_light": light != nil, "bright_frames": brightFrames, "brightest": brightest,
      "lost_captions": lostCaptions,
    ])
  }

  func joined(with other: ChunkFacts) -> ChunkFacts {
    var all = self
    all.frames += other.frames
    all.brightFrames += other.brightFrames
    all.brightest = max(brightest, other.brightest)
    all.lostCaptions += other.lostCaptions
    all.light = light.map { $0.maximum(other.light) } ?? other.light
    return all
  }
}

extension ChunkFacts {
  /// The light levels that an output states at the end: the counted ones, where none are stated or the stated ones are exceeded.
  func light(for stated: OutputTags) -> ContentLightLevel? {
    stated.needsContentLight || brightFrames > 0 ? light : nil
  }

  init(json: [UInt8]) throws(MetadataError) {
    self.init()
    let node = try JSONNode<MetadataError>(text: json)
    plan = try node.member("plan").string()
    first = try node.member("first").integer(in: 0...Int.max)
    frames = try node.member("frames").integer(in: 0...Int.max)
    brightFrames = try node.member("bright_frames").integer(in: 0...Int.max)
    brightest = try node.member("brightest").integer(in: 0...10_000)
    lostCaptions = try node.member("lost_captions").integer(in: 0...Int.max)
    func level(_ key: String) throws(MetadataError) -> ContentLightLevel.Level? {
      try node.child(key).map { (value) throws(MetadataError) in
        CodedQuantity(units: UInt16(try value.integer(in: 0...Int(UInt16.max))))
      }
    }
    if try node.member("counts_light").bool() {
      light = ContentLightLevel(maxCLL: try level("max_cll"), maxFALL: try level("max_fall"))
    }
  }
}

extension ContentLightLevel {
  func maximum(_ other: ContentLightLevel?) -> ContentLightLevel {
    guard let other else { return self }
    func larger(_ path: KeyPath<ContentLightLevel, ContentLightLevel.Level?>) -> ContentLightLevel.Level? {
      [self[keyPath: path], other[keyPath: path]].compactMap(\.self).max { $0.units < $1.units }
    }
    return ContentLightLevel(maxCLL: larger(\.maxCLL), maxFALL: larger(\.maxFALL))
  }
}
