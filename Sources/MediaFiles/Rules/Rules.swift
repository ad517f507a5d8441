// The rules shared by several formats, each with one result.
extension TrackDescription {
  /// - Parameter isKept: `nil` if that was not read.
  func result(_ rule: String, _ isKept: Bool?, found: String, expected: String) -> DeliveryFormat.RuleResult {
    let outcome = isKept.map { $0 ? DeliveryFormat.Outcome.passed : .failed } ?? .notChecked
    return DeliveryFormat.RuleResult(rule: rule, outcome: outcome, found: found, expected: expected)
  }

  func sampleEntryResult(_ tag: String) -> DeliveryFormat.RuleResult {
    result(
      "sample-entry", codecTag == tag, found: codecTag.isEmpty ? "none, a bare stream" : codecTag, expected: tag)
  }

  func hevcResult(_ rule: String, profile: (number: Int, name: String), depth: Int) -> DeliveryFormat.RuleResult {
    result(
      rule, facts.codec == .hevc && facts.profile == profile.number && facts.bitDepth ?? depth == depth,
      found: facts.summary, expected: "HEVC \(profile.name) with \(depth) bits")
  }

  func tagResult<Point: CodePoint>(
    _ property: TagProperty, _ tag: KeyPath<ColorDescription, Point?>, isOneOf expected: [Point],
    isRecommended: Bool = false
  ) -> DeliveryFormat.RuleResult {
    statedResult(
      property, resolved.color[keyPath: tag].map(expected.contains), isRecommended: isRecommended, orElse: "not stated",
      expected: expected.map(\.ffmpegName).joined(separator: " or "))
  }

  /// Checks for metadata that is recommended, because decoders have to assume values without it.
  func recommendedResult(_ property: TagProperty, _ what: String) -> DeliveryFormat.RuleResult {
    statedResult(
      property, resolved.decision(of: property) != nil, isRecommended: true,
      orElse: "none, so a decoder has to assume one", expected: what)
  }

  /// Checks that no place contradicts a property, and that its value is right.
  private func statedResult(
    _ property: TagProperty, _ isKept: Bool?, isRecommended: Bool = false, orElse absent: String = "none",
    expected: String
  ) -> DeliveryFormat.RuleResult {
    let decision = resolved.decision(of: property)
    let isContradicted = decision?.isContradicted == true
    return DeliveryFormat.RuleResult(
      rule: property.hyphenated,
      outcome: isContradicted ? .failed : isKept == true ? .passed : isRecommended ? .notFollowed : .failed,
      found: decision?.claims ?? absent, expected: expected)
  }
}

// MARK: HDR10, HLG, SDR

extension TrackDescription {
  /// The requirements of the definition. It names no codec, matrix or range: these are common practice, and recommended.
  ///
  /// - Source: CEA (now CTA), definition of an HDR Compatible Display, 27 August 2015: ST 2084, 4:2:0, 10 bits, BT.2020, ST 2086,
  ///   MaxFALL and MaxCLL; as five publications repeat it. CTA-861.3: a level of 0 is unknown.
  var hdr10Results: [DeliveryFormat.RuleResult] {
    let results = signalResults(.pq) + [masteringResult, contentLightResult]
    guard facts.codec == .proRes else { return results }
    return results.map { result in
      var result = result
      if result.rule == "chroma" { result.expected += " (apple-hdr10 is the definition that includes ProRes)" }
      return result
    }
  }

  /// 10-bit HEVC, with optional metadata, or ProRes, which is HDR10 by its metadata.
  ///
  /// - Source: Apple, *Export HDR media in your app with AVFoundation*, WWDC 2020: transfer ST 2084, wide primaries, typically BT.2020, no HEVC
  ///   of 8 bits, and "a ProRes asset that has MasteringDisplayColorVolume and ContentLightLevelInfo specified".
  var appleHDR10Results: [DeliveryFormat.RuleResult] {
    let isProRes = facts.codec == .proRes
    let codec =
      isProRes
      ? result("codec", true, found: facts.summary, expected: "ProRes or HEVC Main 10")
      : hevcResult("codec", profile: (2, "Main 10"), depth: 10)
    return [
      codec, tagResult(.transfer, \.transfer, isOneOf: [.pq]),
      tagResult(.primaries, \.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagResult(.matrix, \.matrix, isOneOf: [.bt2020NCL], isRecommended: true),
      isProRes ? masteringResult : recommendedResult(.mastering, "a mastering display"),
      isProRes ? contentLightResult : recommendedResult(.contentLight, "a content light level"),
    ]
  }

  func signalResults(_ transfer: TransferCharacteristics) -> [DeliveryFormat.RuleResult] {
    [
      result("codec", facts.bitDepth.map { $0 == 10 }, found: facts.summary, expected: "10 bits"), chromaResult,
      tagResult(.transfer, \.transfer, isOneOf: [transfer]),
      tagResult(.primaries, \.primaries, isOneOf: [.bt2020]),
      tagResult(.matrix, \.matrix, isOneOf: [.bt2020NCL], isRecommended: true),
      tagResult(.range, \.range, isOneOf: [.narrow], isRecommended: true),
    ]
  }

  var chromaResult: DeliveryFormat.RuleResult {
    result(
      "chroma", facts.chroma.map { $0 == .yuv420 }, found: facts.chroma?.title ?? "not stated in what is read",
      expected: "4:2:0")
  }

  private var masteringResult: DeliveryFormat.RuleResult {
    statedResult(
      .mastering, resolved.metadata.mastering.map { $0.primaries != nil && $0.maximum != nil },
      expected: "a mastering display (ST 2086) with primaries and a maximum")
  }

  private var contentLightResult: DeliveryFormat.RuleResult {
    statedResult(
      .contentLight, resolved.metadata.contentLight.map { $0.maximum != nil && $0.maximumFrameAverage != nil },
      expected: "a known MaxCLL and MaxFALL, which 0 is not,")
  }

  var hdr10PlusResults: [DeliveryFormat.RuleResult] {
    let place = statements.first { $0.value.hdr10Plus != nil }?.carriedIn
    return [
      result(
        "hdr10plus", place != nil, found: place.map { "ST 2094-40 (\($0))" } ?? "none with the first picture",
        expected: "ST 2094-40 metadata with every picture"),
      result(
        "hdr10plus-frames", nil, found: "the pictures after the first are not read",
        expected: "ST 2094-40 metadata with every picture"),
    ]
  }

  /// Whether all places that state a property agree, from the start of the track to its end.
  var agreementResult: DeliveryFormat.RuleResult {
    let differences =
      resolved.decisions.filter(\.isContradicted).map { "\($0.property.words) \($0.claims)" } + otherParts.map(\.found)
    return result(
      "agreement", differences.isEmpty,
      found: differences.isEmpty ? "no two places differ" : differences.joined(separator: "; "),
      expected: "the same in the container and in the stream")
  }

  var metadataResult: DeliveryFormat.RuleResult {
    let metadata = resolved.metadata
    let faults = metadata.doubts(transfer: resolved.color.transfer).filter { doubt in
      switch doubt {
      case .maxCLLAbovePQ, .maxCLLAboveMastering, .maxFALLAboveMaxCLL, .emptyMasteringRange,
        .impossibleMasteringPrimaries, .masteringPrimariesOrder, .masteringMaximumInWrongUnit, .hdrMetadataOnSDR:
        true
      case .unknownMaxCLL, .unknownMaxFALL, .placeholderLightLevels, .unknownMasteringMaximum, .unknownMasteringMinimum,
        .unknownMasteringPrimaries:
        false
      }
    }
    let isStated = metadata.mastering != nil || metadata.contentLight != nil
    let unread = unreadable.filter { [.mastering, .contentLight, .ambient, .dolbyVision].contains($0.topic) }
    let words =
      faults.map { fault in fault.finding.found + (fault.finding.expected.map { " (instead of \($0))" } ?? "") }
      + unread.map(\.finding.found)
    guard words.isEmpty else {
      return result("metadata", false, found: words.joined(separator: "; "), expected: "metadata that can be true")
    }
    return DeliveryFormat.RuleResult(
      rule: "metadata", outcome: isStated ? .passed : .notApplicable,
      found: isStated ? "nothing in it contradicts itself" : "no mastering display and no light levels",
      expected: "metadata that can be true")
  }

  func measuredResult(_ measured: ContentLightLevel) -> DeliveryFormat.RuleResult {
    guard resolved.color.transfer == .pq, let stated = resolved.metadata.contentLight else {
      return DeliveryFormat.RuleResult(
        rule: "measured-light", outcome: .notApplicable,
        found: "no light levels of PQ are stated, and \(measured) was measured",
        expected: "levels that no frame exceeds")
    }
    func holds(_ limit: Luminance?, _ found: Luminance?) -> Bool { limit.map { $0 >= found ?? .nits(0) } ?? true }
    return result(
      "measured-light",
      holds(stated.maximum, measured.maximum) && holds(stated.maximumFrameAverage, measured.maximumFrameAverage),
      found: "\(stated) is stated, and \(measured) was measured", expected: "levels that no frame exceeds")
  }

  var hlgResults: [DeliveryFormat.RuleResult] {
    let codec =
      facts.codec == .hevc
      ? hevcResult("codec", profile: (2, "Main 10"), depth: 10)
      : DeliveryFormat.RuleResult(
        rule: "codec", outcome: .notApplicable, found: facts.summary, expected: "HEVC Main 10 if it is HEVC")
    return [
      codec, hlgTransferResult, tagResult(.primaries, \.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagResult(.matrix, \.matrix, isOneOf: [.bt2020NCL, .bt2020CL], isRecommended: true),
    ]
  }

  /// Transfer 18; or 14 in the tags, with 18 in the alternative transfer message.
  private var hlgTransferResult: DeliveryFormat.RuleResult {
    let tags = statements.filter { $0.carrier != .auxiliaryLayer }.compactMap(\.value.color?.transfer)
    let prefersHLG = statements.contains { $0.value.alternativeTransfer == .hlg }
    return statedResult(
      .transfer, resolved.color.transfer == .hlg && (tags.contains(.hlg) || (prefersHLG && tags.contains(.bt2020_10))),
      orElse: "not stated", expected: "arib-std-b67, or bt2020-10 with arib-std-b67 as alternative transfer")
  }

  var sdr709Results: [DeliveryFormat.RuleResult] {
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
      tagResult(.primaries, \.primaries, isOneOf: [.bt709]),
      tagResult(.transfer, \.transfer, isOneOf: [.bt709]), tagResult(.matrix, \.matrix, isOneOf: [.bt709]),
    ]
  }
}

extension ResolvedTags<Statement>.Decision {
  /// Whether another place unintentionally states another value.
  var isContradicted: Bool { isDisputed && !isBackwardCompatible }
}
