/// A later part of a track with a different color than its start: another sample description, or parameter sets in the stream.
public struct TrackPart: Hashable, Sendable {
  /// The part in words: `sample description 2`, `the stream at 12.5 s`.
  public var name: String
  public var track: TrackDescription
}

extension TrackDescription {
  /// A property by which programs select tracks.
  public enum Characteristic: String, CaseIterable, Sendable {
    /// The transfer is PQ or HLG.
    case hdr = "HDR"
    /// The primaries are those of P3, BT.2020 or another gamut that is wider than BT.709.
    case wideGamut = "wide gamut"
    case alpha
    case dolbyVision = "Dolby Vision"
  }

  /// The places that state a characteristic: `container`, `stream`, and the names of later parts; empty if the track does not have it.
  ///
  /// Later parts of the stream are known only after a search for them.
  public func places(of characteristic: Characteristic) -> [String] {
    let carriers = statements(of: characteristic).map(\.carrier)
    return (carriers.contains(.container) ? ["container"] : [])
      + (carriers.contains { $0 != .container } ? ["stream"] : [])
      + parts.filter { !$0.track.places(of: characteristic).isEmpty }.map(\.name)
  }

  private func statements(of characteristic: Characteristic) -> [Statement] {
    switch characteristic {
    case .hdr:
      resolved.color.isHDR ? believed(.transfer) : isDolbyVisionOnly ? statements(about: .dolbyVision) : []
    case .wideGamut:
      if let primaries = resolved.color.primaries {
        primaries.chromaticities.isWide ? believed(.primaries) : []
      } else {
        statements.filter { $0.value.chromaticities?.isWide == true }
      }
    case .alpha: hasAlpha ? statements(about: .alpha) : []
    case .dolbyVision: statements(about: .dolbyVision)
    }
  }

  private func believed(_ property: TagProperty) -> [Statement] {
    resolved.decision(of: property).map { ([$0.believed] + $0.agreed).map(\.source) } ?? []
  }

  /// The traits that distinguish a part: its color, and the presence of alpha or Dolby Vision.
  private struct Traits {
    var color: ColorDescription
    let hasAlpha, hasDolbyVision: Bool

    init(_ track: TrackDescription) {
      (color, hasAlpha) = (track.resolved.color, track.hasAlpha)
      hasDolbyVision = !track.statements(about: .dolbyVision).isEmpty
    }

    func differ(from other: Traits) -> Bool {
      let own = color.completed(by: other.color)
      return own.primaries != other.color.primaries || own.transfer != other.color.transfer
        || own.matrix != other.color.matrix || hasAlpha && !other.hasAlpha || hasDolbyVision && !other.hasDolbyVision
    }
  }

  mutating func dropEqualParts() {
    guard !parts.isEmpty else { return }
    var known = [Traits(self)]
    parts = parts.filter { part in
      let traits = Traits(part.track)
      guard known.allSatisfy(traits.differ) else { return false }
      known.append(traits)
      return true
    }
  }

  /// Adds parts of the stream from the first bytes of random access samples, in order; the first is the one at the start, from which seconds count.
  package mutating func addParts(of samples: [(seconds: Double?, bytes: [UInt8])]) {
    var start = self
    // Container and stream may disagree from the start, without a change of color.
    start.statements.removeAll { $0.carrier == .container }
    if let first = samples.first { start.statements.insert(contentsOf: stated(in: first.bytes).statements, at: 0) }
    var known = ([start, self] + parts.map(\.track)).map(Traits.init)
    for sample in samples.dropFirst() where parts.count < Self.partsLimit {
      let part = stated(in: sample.bytes)
      let traits = Traits(part)
      guard known.allSatisfy(traits.differ) else { continue }
      known.append(traits)
      let place = sample.seconds.map { "at \(($0 * 1000).rounded() / 1000) s" } ?? "later"
      parts.append(TrackPart(name: "the stream \(place)", track: part))
    }
  }

  /// The maximum number of different parts: more than any movie that is edited from several has.
  static let partsLimit = 64

  private func stated(in sample: [UInt8]) -> TrackDescription {
    let reader = FileReader(bytes: sample)
    var track = unstated
    switch (facts.codec, unitLengthBytes) {
    case (.hevc?, nil): track.statements = reader.annexBTrack(HEVCSyntax.self).statements
    case (.avc?, nil): track.statements = reader.annexBTrack(AVCSyntax.self).statements
    default: reader.whole.readSample(into: &track)
    }
    return track
  }

  package var otherParts: [Finding] {
    let start = resolved.color
    let found = parts.compactMap { part -> Finding? in
      let color = part.track.resolved.color
      let tags: [(String?, Bool, TagProperty)] = [
        (color.primaries?.ffmpegName, color.primaries != start.primaries, .primaries),
        (color.transfer?.ffmpegName, color.transfer != start.transfer, .transfer),
        (color.matrix?.ffmpegName, color.matrix != start.matrix, .matrix),
      ]
      let changes = tags.filter { $0.0 != nil && $0.1 }.map { "\($0.2.setting)" as Fix }
      // Alpha or Dolby Vision alone is not another color.
      guard let first = changes.first else { return nil }
      return Finding(
        code: "color-changes",
        found: "\(part.name) is \(tags.compactMap(\.0).joined(separator: ", ")), unlike the start",
        consequence: "pictures use the tags of their stream, or those of the start where the stream has no tags",
        fix: "if it does not change, state it with \(changes.dropFirst().reduce(first) { "\($0) and \($1)" })")
    }
    guard found.count > Self.reportedParts else { return found }
    let all = Finding(
      code: "color-changes", found: "\(found.count) parts differ in color from the start",
      consequence: found[0].consequence, fix: found[0].fix)
    return found.prefix(Self.reportedParts) + [all]
  }

  private static let reportedParts = 8
}
