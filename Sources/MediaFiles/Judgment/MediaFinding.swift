internal import Colorimetry
package import HDRMetadata

/// Something in a track that is wrong, contradictory or misleading: a code, what was found, how to fix it.
///
///     for finding in track.findings { print(finding.code, finding) }
public struct MediaFinding: Hashable, Sendable {
  /// A short name that does not change, for scripts.
  public let code: String
  /// What was found, and what was expected.
  public let sentence: String
  /// How to fix it.
  public let mend: String

  /// This finding.
  package init(code: String, sentence: String, mend: String) {
    self.code = code
    self.sentence = sentence
    self.mend = mend
  }
}

extension MediaFinding: CustomStringConvertible {
  public var description: String { "\(sentence); \(mend)" }
}

extension MediaFinding {
  /// A finding of the metadata.
  package init(_ finding: MetadataFinding) {
    self.init(code: finding.code, sentence: finding.sentence, mend: finding.mend)
  }
}

extension TrackDescription {
  /// What in this track is impossible, contradicts itself, or misleads players.
  public var findings: [MediaFinding] {
    let resolved = resolved
    return resolved.metadata.findings(transfer: resolved.color.transfer).map(MediaFinding.init)
      + resolved.decisions.filter { $0.isDisputed && !$0.isBackwardCompatible }.map(MediaFinding.init(conflict:))
      + shallowHDR(resolved.color) + unreadable
  }

  private func shallowHDR(_ color: ColorDescription) -> [MediaFinding] {
    guard color.transfer == .pq || color.transfer == .hlg, facts.bitDepth == 8, let transfer = color.transfer else {
      return []
    }
    return [
      MediaFinding(
        code: "hdr-in-8-bits",
        sentence: "the transfer is \(transfer.ffmpegName) at 8 bits, but HDR was expected to have at least 10",
        mend: "encode the master again at 10 bits, or correct the transfer with --transfer")
    ]
  }

  private var unreadable: [MediaFinding] {
    statements.compactMap { statement in
      guard case .unreadable(let kind, _, let error) = statement.value else { return nil }
      return MediaFinding(
        code: "unreadable-metadata", sentence: "\(kind) in \(statement.carriedIn) cannot be read: \(error)",
        mend: "remove it, or write the file again")
    }
  }
}

extension MediaFinding {
  fileprivate init(conflict decision: ResolvedTags<Statement>.Decision) {
    self.init(
      code: "conflict-\(decision.property.hyphenated)",
      sentence: "\(decision.contradiction) (\(decision.usualWinner))",
      mend: "write the same value to both; tonemap tag changes the container of .mov and .mp4")
  }
}
