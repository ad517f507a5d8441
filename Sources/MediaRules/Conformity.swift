public import MediaFiles

/// A set of rules that players expect a file to follow.
///
///     for line in file.lines(of: .hdr10) { print(line) }
public enum Conformity: String, CaseIterable, Sendable {
  /// Dolby Vision profile 8.4, whose base layer is HLG.
  case dolbyVision84 = "dolby-vision-8.4"
  /// PQ with static metadata.
  case hdr10
  /// Hybrid log-gamma.
  case hlg
  /// H.265 with an alpha layer, as far as its parameter sets and messages show.
  case hevcAlpha = "hevc-alpha"
  /// High definition: 8 bits, BT.709 throughout.
  case sdr709

  /// One rule and its result.
  public struct Line: Hashable, Sendable {
    /// The name of the rule, which does not change, for scripts.
    public var rule: String
    /// The result.
    public var outcome: Outcome
    /// What was found, and its place.
    public var found: String
    /// What the rule requires.
    public var expected: String
    /// The number of the track.
    public var track: Int?
  }

  /// The result of a rule.
  public enum Outcome: String, CaseIterable, Sendable {
    /// The file follows the rule.
    case passed
    /// The file breaks the rule.
    case failed
    /// The file does not follow the rule, which is only a recommendation.
    case notFollowed = "not followed"
    /// The rule does not apply to the file.
    case notApplicable = "not applicable"
    /// The subject of the rule was not read, so the result is unknown.
    case notChecked = "not checked"
  }
}

extension Conformity.Line: CustomStringConvertible {
  /// One line: `failed  transfer: bt709 (… at byte 40), but smpte2084 was expected`.
  public var description: String {
    let end =
      switch outcome {
      case .passed, .notApplicable: ""
      case .failed: ", but \(expected) was expected"
      case .notFollowed: ", but \(expected) is recommended"
      case .notChecked: "; \(expected) is expected"
      }
    return "\(rule): \(found)\(end)"
  }
}

extension MediaDescription {
  /// The results of each rule of a set for this file.
  ///
  /// - Source: Apple TN3145 for Dolby Vision 8.4; Apple, *HEVC Video with Alpha Interoperability Profile*; Rec. ITU-T
  ///   H.273 for the numbers of tags.
  public func lines(of conformity: Conformity) -> [Conformity.Line] {
    let pictures = tracks.filter { !$0.isAuxiliary }
    guard !pictures.isEmpty else {
      return [Conformity.Line(rule: "track", outcome: .failed, found: "no video track", expected: "one")]
    }
    let single = Conformity.Line(
      rule: "single-track", outcome: pictures.count == 1 ? .passed : .failed,
      found: "\(pictures.count) video track\(pictures.count == 1 ? "" : "s")", expected: "a single track")
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
