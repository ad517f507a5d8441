/// A format in which files are delivered: a set of rules that its players expect a file to follow.
///
///     for result in media.ruleResults(for: .hdr10) { print(result) }
public enum DeliveryFormat: String, CaseIterable, Sendable {
  /// HDR10 as Apple exports it: PQ in HEVC Main 10, or in ProRes with a mastering display, MaxCLL and MaxFALL.
  case appleHDR10 = "apple-hdr10"
  /// Dolby Vision profile 8.1, whose base layer is HDR10.
  case dolbyVision81 = "dolby-vision-8.1"
  /// Dolby Vision profile 8.4, whose base layer is HLG.
  case dolbyVision84 = "dolby-vision-8.4"
  /// PQ with static metadata: 10 bits, 4:2:0, BT.2020, ST 2086, MaxCLL and MaxFALL.
  case hdr10
  /// HDR10 with the dynamic metadata of SMPTE ST 2094-40.
  case hdr10Plus = "hdr10plus"
  /// Hybrid log-gamma.
  case hlg
  /// Hybrid log-gamma with 10 bits, 4:2:0, BT.2020.
  case hlg10
  /// H.265 with an alpha layer, as far as its parameter sets and messages show.
  case hevcAlpha = "hevc-alpha"
  /// PQ with 10 bits, 4:2:0, BT.2020, with or without metadata.
  case pq10
  /// High definition: 8 bits, BT.709 throughout.
  case sdr709

  /// Whether some rules are about all frames, for which ``FrameSurvey`` reads them.
  package var hasRulesOfFrames: Bool { [.dolbyVision81, .dolbyVision84, .hevcAlpha].contains(self) }

  /// One rule and its result.
  public struct RuleResult: Hashable, Sendable {
    /// The name of the rule, which does not change, for scripts.
    public var rule: String
    /// The result.
    public var outcome: Outcome
    /// The value found, and its place.
    public var found: String
    /// The requirement of the rule.
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
  /// - Source: CEA, *HDR Compatible Display*, 2015, for HDR10; Apple TN3145 for Dolby Vision 8.4; Apple, *HEVC Video with Alpha Interoperability Profile*; Rec. ITU-T
  ///   H.273 for the numbers of tags.
  /// - Parameters:
  ///   - format: The format whose rules are checked.
  ///   - measured: The light of the pictures, if it was measured: it must not exceed the stated levels.
  ///   - frames: The properties of all frames; without them, rules about frames are not checked.
  public func ruleResults(
    for format: DeliveryFormat, measured: ContentLightLevel? = nil, frames: FrameSurvey? = nil
  ) -> [DeliveryFormat.RuleResult] {
    let pictures = tracks.filter { !$0.isAuxiliary }
    guard !pictures.isEmpty else {
      return [DeliveryFormat.RuleResult(rule: "track", outcome: .failed, found: "no video track", expected: "one")]
    }
    let single = DeliveryFormat.RuleResult(
      rule: "single-track", outcome: pictures.count == 1 ? .passed : .failed,
      found: "\(pictures.count) video track\(pictures.count == 1 ? "" : "s")", expected: "a single track")
    let results = pictures.flatMap { track in
      (track.ruleResults(for: format, frames: frames) + [track.agreementResult, track.metadataResult]
        + (measured.map { [track.measuredResult($0)] } ?? [])).map { result in
          var result = result
          result.track = track.id
          return result
        }
    }
    return ([.dolbyVision81, .dolbyVision84, .hevcAlpha].contains(format) ? [single] : []) + results
  }
}

extension TrackDescription {
  fileprivate func ruleResults(for format: DeliveryFormat, frames: FrameSurvey?) -> [DeliveryFormat.RuleResult] {
    switch format {
    case .appleHDR10: appleHDR10Results
    case .dolbyVision81: dolbyVision81Results + [rpuResult(in: frames)]
    case .dolbyVision84: dolbyVision84Results + [rpuResult(in: frames)]
    case .hdr10: hdr10Results
    case .hdr10Plus: hdr10Results + hdr10PlusResults
    case .hlg: hlgResults
    case .hlg10: signalResults(.hlg)
    case .pq10: signalResults(.pq)
    case .hevcAlpha: hevcAlphaResults(with: frames)
    case .sdr709: sdr709Results
    }
  }
}
