internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles

// The rules that several sets share, one line each.
extension TrackDescription {
  func line(_ rule: String, _ isKept: Bool, found: String, expected: String) -> Conformity.Line {
    Conformity.Line(rule: rule, outcome: isKept ? .passed : .failed, found: found, expected: expected)
  }

  /// Checks the container's name for the codec.
  func sampleEntryLine(_ tag: String) -> Conformity.Line {
    line(
      "sample-entry", codecTag == tag, found: codecTag.isEmpty ? "none, a bare stream" : codecTag, expected: tag)
  }

  /// Checks that the stream is H.265 with this profile and depth.
  func hevcLine(_ rule: String, profile: (number: Int, name: String), depth: Int) -> Conformity.Line {
    line(
      rule, facts.codec == .hevc && facts.profile == profile.number && facts.bitDepth ?? depth == depth,
      found: facts.summary, expected: "HEVC \(profile.name) with \(depth) bits")
  }

  /// Checks that a property has one of these values, which may be required or only recommended.
  func tagLine<Point: CodePoint>(
    _ property: TagProperty, _ value: Point?, isOneOf expected: [Point], isRecommended: Bool = false
  ) -> Conformity.Line {
    let decision = resolved.decision(of: property)
    let isKept = value.map(expected.contains) ?? false
    return Conformity.Line(
      rule: property.hyphenated, outcome: isKept ? .passed : isRecommended ? .notFollowed : .failed,
      found: decision?.claims ?? "not stated", expected: expected.map(\.ffmpegName).joined(separator: " or "))
  }

  /// Checks for metadata that is recommended, because decoders have to assume values without it.
  func recommendedLine(_ property: TagProperty, _ what: String) -> Conformity.Line {
    let decision = resolved.decision(of: property)
    return Conformity.Line(
      rule: property.hyphenated, outcome: decision == nil ? .notFollowed : .passed,
      found: decision?.claims ?? "none, so a decoder has to assume one", expected: what)
  }
}

// MARK: HDR10, HLG, SDR

extension TrackDescription {
  var hdr10Lines: [Conformity.Line] {
    let color = resolved.color
    let isDeep: Bool =
      switch facts.codec {
      case .hevc: facts.profile == 2 && facts.bitDepth == 10
      case .proRes: true
      case .av1, .vp9: facts.bitDepth == 10
      case .avc, .vp8, .png, nil: false
      }
    return [
      line("codec", isDeep, found: facts.summary, expected: "HEVC Main 10, ProRes, or AV1 or VP9, with 10 bits"),
      tagLine(.transfer, color.transfer, isOneOf: [.pq]),
      tagLine(.primaries, color.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagLine(.matrix, color.matrix, isOneOf: [.bt2020NCL, .bt2020CL], isRecommended: true),
      recommendedLine(.mastering, "a mastering display"),
      recommendedLine(.contentLight, "a content light level"),
    ]
  }

  var hlgLines: [Conformity.Line] {
    let color = resolved.color
    let codec =
      facts.codec == .hevc
      ? hevcLine("codec", profile: (2, "Main 10"), depth: 10)
      : Conformity.Line(
        rule: "codec", outcome: .notApplicable, found: facts.summary, expected: "HEVC Main 10 if it is HEVC")
    return [
      codec, hlgTransferLine, tagLine(.primaries, color.primaries, isOneOf: [.bt2020], isRecommended: true),
      tagLine(.matrix, color.matrix, isOneOf: [.bt2020NCL, .bt2020CL], isRecommended: true),
    ]
  }

  /// Transfer 18; or 14 in the tags, with 18 in the alternative transfer message.
  private var hlgTransferLine: Conformity.Line {
    let tags = statements.filter { $0.carrier != .auxiliaryLayer }.compactMap(\.value.color?.transfer)
    let prefersHLG = statements.contains { $0.value.alternativeTransfer == .hlg }
    let isKept = resolved.color.transfer == .hlg && (tags.contains(.hlg) || (prefersHLG && tags.contains(.bt2020_10)))
    let decision = resolved.decision(of: .transfer)
    return line(
      "transfer", isKept, found: decision?.claims ?? "not stated",
      expected: "arib-std-b67, or bt2020-10 with arib-std-b67 as alternative transfer")
  }

  var sdr709Lines: [Conformity.Line] {
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
      line("codec", isShallow, found: facts.summary, expected: "a codec and a profile of 8 bits"),
      tagLine(.primaries, color.primaries, isOneOf: [.bt709]),
      tagLine(.transfer, color.transfer, isOneOf: [.bt709]),
      tagLine(.matrix, color.matrix, isOneOf: [.bt709]),
    ]
  }
}
