public import MediaFiles

/// A format in which files are delivered: a set of rules that its players expect a file to follow.
///
///     for result in media.ruleResults(for: .hdr10) { print(result) }
public enum DeliveryFormat: String, CaseIterable, Sendable {
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
  public struct RuleResult: Hashable, Sendable {
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

extension DeliveryFormat.RuleResult: CustomStringConvertible {
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
  /// The result of each rule of a format for this file.
  ///
  /// - Source: Apple TN3145 for Dolby Vision 8.4; Apple, *HEVC Video with Alpha Interoperability Profile*; Rec. ITU-T
  ///   H.273 for the numbers of tags.
  public func ruleResults(for format: DeliveryFormat) -> [DeliveryFormat.RuleResult] {
    let pictures = tracks.filter { !$0.isAuxiliary }
    guard !pictures.isEmpty else {
      return [DeliveryFormat.RuleResult(rule: "track", outcome: .failed, found: "no video track", expected: "one")]
    }
    let single = DeliveryFormat.RuleResult(
      rule: "single-track", outcome: pictures.count == 1 ? .passed : .failed,
      found: "\(pictures.count) video track\(pictures.count == 1 ? "" : "s")", expected: "a single track")
    let results = pictures.flatMap { track in
      track.ruleResults(for: format).map { result in
        var result = result
        result.track = track.id
        return result
      }
    }
    return ([.dolbyVision84, .hevcAlpha].contains(format) ? [single] : []) + results
  }
}

extension TrackDescription {
  fileprivate func ruleResults(for format: DeliveryFormat) -> [DeliveryFormat.RuleResult] {
    switch format {
    case .dolbyVision84: dolbyVision84Results
    case .hdr10: hdr10Results
    case .hlg: hlgResults
    case .hevcAlpha: hevcAlphaResults
    case .sdr709: sdr709Results
    }
  }
}
