internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles
internal import TrustedMetadata

// The rules that several formats share, a result each.
extension TrackDescription {
  func result(_ rule: String, _ isKept: Bool, found: String, expected: String) -> DeliveryFormat.RuleResult {
    DeliveryFormat.RuleResult(rule: rule, outcome: isKept ? .passed : .failed, found: found, expected: expected)
  }

  /// Checks the container's name for the codec.
  func sampleEntryResult(_ tag: String) -> DeliveryFormat.RuleResult {
    result(
      "sample-entry", codecTag == tag, found: codecTag.isEmpty ? "none, a bare stream" : codecTag, expected: tag)
  }

  /// Checks that the stream is H.265 with this profile and depth.
  func hevcResult(_ rule: String, profile: (number: Int, name: String), depth: Int) -> DeliveryFormat.RuleResult {
    result(
      rule, facts.codec == .hevc && facts.profile == profile.number && facts.bitDepth ?? depth == depth,
      found: facts.summary, expected: "HEVC \(profile.name) with \(depth) bits")
  }

  /// Checks that a property has one of these values, which may be required or only recommended.
  func tagResult<Point: CodePoint>(
    _ property: TagProperty, _ value: Point?, isOneOf expected: [Point], isRecommended: Bool = false
  ) -> DeliveryFormat.RuleResult {
    let decision = resolved.decision(of: property)
    let isKept = value.map(expected.contains) ?? false
    return DeliveryFormat.RuleResult(
      rule: property.hyphenated, outcome: isKept ? .passed : isRecommended ? .notFollowed : .failed,
      found: decision?.claims ?? "not stated", expected: expected.map(\.ffmpegName).joined(separator: " or "))
  }

  /// Checks for metadata that is recommended, because decoders have to assume values without it.
  func recommendedResult(_ property: TagProperty, _ what: String) -> DeliveryFormat.RuleResult {
    let decision = resolved.decision(of: property)
    return DeliveryFormat.RuleResult(
      rule: property.hyphenated, outcome: decision == nil ? .notFollowed : .passed,
      found: decision?.claims ?? "none, so a decoder has to assume one", expected: what)
  }
}

// MARK: HDR10, HLG, SDR

extension TrackDescription {
  var hdr10Results: [DeliveryFormat.RuleResult] {
    let color = resolved.color
    let isDeep: Bool =
      switch facts.codec {
      case .hevc: facts.profile == 2 && facts.bitDepth == 10
      case .proRes: true
      case .av1, .vp9: facts.bitDepth == 10
      case .avc, .vp8, .png, nil: false
      }
    return [
      result("codec", isDeep, found: facts.summary, expected: "HEVC Main 10, ProRes, or AV1 or VP9, with 10 bits"),
      tagResult(.transfer, color.transfer, isOneOf: [.pq]),
      tagResult(.primaries, color.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagResult(.matrix, color.matrix, isOneOf: [.bt2020NCL, .bt2020CL], isRecommended: true),
      recommendedResult(.mastering, "a mastering display"),
      recommendedResult(.contentLight, "a content light level"),
    ]
  }

  var hlgResults: [DeliveryFormat.RuleResult] {
    let color = resolved.color
    let codec =
      facts.codec == .hevc
      ? hevcResult("codec", profile: (2, "Main 10"), depth: 10)
      : DeliveryFormat.RuleResult(
        rule: "codec", outcome: .notApplicable, found: facts.summary, expected: "HEVC Main 10 if it is HEVC")
    return [
      codec, hlgTransferResult, tagResult(.primaries, color.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagResult(.matrix, color.matrix, isOneOf: [.bt2020NCL, .bt2020CL], isRecommended: true),
    ]
  }

  /// Transfer 18; or 14 in the tags, with 18 in the alternative transfer message.
  private var hlgTransferResult: DeliveryFormat.RuleResult {
    let tags = statements.filter { $0.carrier != .auxiliaryLayer }.compactMap(\.value.color?.transfer)
    let prefersHLG = statements.contains { $0.value.alternativeTransfer == .hlg }
    let isKept = resolved.color.transfer == .hlg && (tags.contains(.hlg) || (prefersHLG && tags.contains(.bt2020_10)))
    let decision = resolved.decision(of: .transfer)
    return result(
      "transfer", isKept, found: decision?.claims ?? "not stated",
      expected: "arib-std-b67, or bt2020-10 with arib-std-b67 as alternative transfer")
  }

  var sdr709Results: [DeliveryFormat.RuleResult] {
    let color = resolved.color
    let isShallow: Bool =
      switch facts.codec {
      case .hevc: facts.profile == 1 && facts.bitDepth == 8
      case .avc: [66, 77, 88, 100].contains(facts.profile) && facts.bitDepth == 8
      case .av1, .vp9: facts.profile == 0 && facts.bitDepth == 8
      case .vp8: true
      case .proRes, .png, nil: false
      }
    return [
      result("codec", isShallow, found: facts.summary, expected: "a codec and a profile of 8 bits"),
      tagResult(.primaries, color.primaries, isOneOf: [.bt709]),
      tagResult(.transfer, color.transfer, isOneOf: [.bt709]),
      tagResult(.matrix, color.matrix, isOneOf: [.bt709]),
    ]
  }
}
