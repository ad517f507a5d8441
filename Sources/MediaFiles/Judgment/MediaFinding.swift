internal import Colorimetry
package import HDRMetadata

/// Something in a track that should not be believed, or not without a look: a code, what was found, how to mend it.
///
///     for finding in track.findings { print(finding.code, finding) }
public struct MediaFinding: Hashable, Sendable {
  /// A short name that stays the same, for scripts.
  public let code: String
  /// What was found, and what was expected.
  public let sentence: String
  /// How to mend it.
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
  /// A finding of the metadata, whose text ends with how to mend it.
  package init(_ finding: MetadataFinding) {
    let parts = finding.description.split(separator: "; ", maxSplits: 1)
    self.init(
      code: finding.code, sentence: String(parts[0]), mend: parts.count > 1 ? String(parts[1]) : "measure the picture")
  }
}

extension TrackDescription {
  /// What in this track cannot be so, contradicts itself, or misleads receivers.
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
        sentence: "the transfer is \(transfer.ffmpegName) at 8 bits, where HDR was expected to have 10",
        mend: "encode again from the master at 10 bits, or correct the transfer")
    ]
  }

  private var unreadable: [MediaFinding] {
    statements.compactMap { statement in
      guard case .unreadable(let kind, _, let error) = statement.value else { return nil }
      return MediaFinding(
        code: "unreadable-metadata", sentence: "\(kind) in \(statement.carriedIn) cannot be read: \(error)",
        mend: "remove it, or write it again with the tool that made the file")
    }
  }
}

extension MediaFinding {
  fileprivate init(conflict decision: Resolution.Decision) {
    self.init(
      code: "conflict-\(decision.property.hyphenated)",
      sentence: "\(decision) (\(decision.usualWinner))",
      mend: "write the same into both")
  }
}

extension Resolution.Property {
  /// The name with hyphens: `content-light`.
  public var hyphenated: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}
