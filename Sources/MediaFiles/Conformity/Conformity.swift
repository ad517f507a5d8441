/// A set of rules that receivers expect a file to keep.
///
///     for line in file.lines(of: .hdr10) { print(line) }
public enum Conformity: String, CaseIterable, Sendable {
  /// Dolby Vision profile 8.4, whose base layer is HLG.
  case dolbyVision84 = "dolby-vision-8.4"
  /// PQ with static metadata.
  case hdr10
  /// Hybrid log-gamma.
  case hlg
  /// H.265 with a layer of alpha, as far as its parameter sets and messages tell.
  case hevcAlpha = "hevc-alpha"
  /// High definition: 8 bits, BT.709 throughout.
  case sdr709

  /// One rule, and what was found of it.
  public struct Line: Hashable, Sendable {
    /// The rule's name, which stays the same, for scripts.
    public var rule: String
    /// Whether the rule is kept.
    public var outcome: Outcome
    /// What was found, and where.
    public var found: String
    /// What the rule asks for.
    public var expected: String
    /// The number of the track.
    public var track: Int?
  }

  /// What became of a rule.
  public enum Outcome: String, CaseIterable, Sendable {
    /// The rule is kept.
    case passed
    /// The rule is broken.
    case failed
    /// The rule is not kept and need not be: it is a recommendation.
    case notFollowed = "not followed"
    /// The rule is about something else than what is here.
    case notApplicable = "not applicable"
    /// What the rule is about was not read, so that nothing can be said.
    case notChecked = "not checked"
  }
}

extension Conformity.Line: CustomStringConvertible {
  /// One line: `failed  transfer: bt709 (… at byte 40), where smpte2084 was expected`.
  public var description: String {
    let end =
      switch outcome {
      case .passed, .notApplicable: ""
      case .failed: ", where \(expected) was expected"
      case .notFollowed: ", where \(expected) is recommended"
      case .notChecked: "; \(expected) is expected"
      }
    return "\(rule): \(found)\(end)"
  }
}

extension MediaDescription {
  /// What each rule of a set finds in this file.
  ///
  /// - Source: Apple TN3145 for Dolby Vision 8.4; Apple, *HEVC Video with Alpha Interoperability Profile*; Rec. ITU-T
  ///   H.273 for the numbers of tags.
  public func lines(of conformity: Conformity) -> [Conformity.Line] {
    let pictures = tracks.filter { !$0.isAuxiliary }
    guard !pictures.isEmpty else {
      return [Conformity.Line(rule: "track", outcome: .failed, found: "no track of pictures", expected: "one")]
    }
    let single = Conformity.Line(
      rule: "single-track", outcome: pictures.count == 1 ? .passed : .failed,
      found: "\(pictures.count) track\(pictures.count == 1 ? "" : "s") of pictures", expected: "a single track")
    let lines = pictures.flatMap { track in
      track.lines(of: conformity).map { line in
        var line = line
        line.track = track.id
        return line
      }
    }
    return ([.dolbyVision84, .hevcAlpha].contains(conformity) ? [single] : []) + lines
  }
}

extension TrackDescription {
  fileprivate func lines(of conformity: Conformity) -> [Conformity.Line] {
    switch conformity {
    case .dolbyVision84: dolbyVision84Lines
    case .hdr10: hdr10Lines
    case .hlg: hlgLines
    case .hevcAlpha: hevcAlphaLines
    case .sdr709: sdr709Lines
    }
  }
}
