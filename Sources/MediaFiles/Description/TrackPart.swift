internal import Colorimetry
package import HDRMetadata

/// A later part of a track, of another color than its start: another sample description, or parameter sets in the stream.
public struct TrackPart: Hashable, Sendable {
  /// The part in words: `sample description 2`, `the stream at 12.5 s`.
  public var name: String
  /// What the part states.
  public var track: TrackDescription
}

extension TrackDescription {
  /// A property of a track that programs choose by.
  public enum Characteristic: String, CaseIterable, Sendable {
    /// The transfer is PQ or HLG.
    case hdr = "HDR"
    /// The primaries are those of P3, BT.2020 or another gamut that is wider than BT.709.
    case wideGamut = "wide gamut"
    /// There is alpha.
    case alpha
    /// There is metadata of Dolby Vision.
    case dolbyVision = "Dolby Vision"
  }

  /// The places that state a characteristic: `container`, `stream`, and the names of later parts; empty if the track does not have it.
  ///
  /// Later parts of the stream are known only if they were looked for.
  public func places(of characteristic: Characteristic) -> [String] {
    let own = Statement.Carrier.allCases.filter { carrier in
      statements(of: characteristic).contains { $0.carrier == carrier }
    }
    return own.reduce(into: []) { names, carrier in
      let name = carrier == .container ? "container" : "stream"
      if !names.contains(name) { names.append(name) }
    } + parts.filter { !$0.track.places(of: characteristic).isEmpty }.map(\.name)
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

  /// The statements that agree with the value of a property that counts.
  private func believed(_ property: TagProperty) -> [Statement] {
    resolved.decision(of: property).map { ([$0.believed] + $0.agreed).map(\.source) } ?? []
  }
}

extension TrackDescription {
  /// Leaves out the parts that differ in nothing from the start, or from a part before.
  mutating func dropEqualParts() {
    var known = [self]
    parts = parts.filter { part in
      guard known.allSatisfy({ part.track.differs(from: $0) }) else { return false }
      known.append(part.track)
      return true
    }
  }

  /// Whether this states other primaries, another transfer or another matrix, or alpha or Dolby Vision that the other does not.
  private func differs(from other: TrackDescription) -> Bool {
    let (own, its) = (resolved.color, other.resolved.color)
    return own.completed(by: its).isOther(than: its) || hasAlpha && !other.hasAlpha
      || !statements(about: .dolbyVision).isEmpty && other.statements(about: .dolbyVision).isEmpty
  }

  /// Adds parts of the stream by samples with which decoding can begin, in order; the first is that at the start.
  ///
  /// - Parameter samples: The bytes that samples begin with, and when each is shown, in seconds from the start; `nil` if that is unknown.
  package mutating func addParts(of samples: [(seconds: Double?, bytes: [UInt8])]) {
    var start = self
    // Where container and stream disagree from the start on, the color does not change.
    start.statements.removeAll { $0.carrier == .container }
    var known = parts.map(\.track) + [self]
    for (index, sample) in samples.enumerated() {
      let part = stated(in: sample.bytes)
      if index == 0 { start.statements = part.statements + start.statements }
      guard part.differs(from: start), known.allSatisfy({ part.differs(from: $0) }) else { continue }
      known.append(part)
      let place = sample.seconds.map { "at \(($0 * 1000).rounded() / 1000) s" } ?? "later"
      parts.append(TrackPart(name: "the stream \(place)", track: part))
    }
  }

  /// What a sample of this track states of itself.
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

  /// What is found if later parts have another color.
  package var otherParts: [Finding] {
    let start = resolved.color
    return parts.map { part in
      let color = part.track.resolved.color
      let tags: [(String?, Bool, TagProperty)] = [
        (color.primaries?.ffmpegName, color.primaries != start.primaries, .primaries),
        (color.transfer?.ffmpegName, color.transfer != start.transfer, .transfer),
        (color.matrix?.ffmpegName, color.matrix != start.matrix, .matrix),
      ]
      let changes = tags.filter { $0.0 != nil && $0.1 }.map { "\(.stated($0.2))" as Fix }
      return Finding(
        code: "color-changes",
        found: "\(part.name) is \(tags.compactMap(\.0).joined(separator: ", ")), unlike the start",
        consequence: "pictures are read by what their stream states, and by the start where it states nothing",
        fix: changes.first.map { first in
          "if it does not change, state it with \(changes.dropFirst().reduce(first) { "\($0) and \($1)" })"
        })
    }
  }
}

extension ColorDescription {
  /// Whether primaries, transfer or matrix are others.
  fileprivate func isOther(than other: ColorDescription) -> Bool {
    primaries != other.primaries || transfer != other.transfer || matrix != other.matrix
  }
}
