extension TrackDescription {
  var dolbyVision84Results: [DeliveryFormat.RuleResult] {
    [
      sampleEntryResult("hvc1"), hevcResult("codec", profile: (2, "Main 10"), depth: 10),
      configurationResult(compatibility: 4), configurationRecordResult, colorBoxResult, ambientResult,
    ]
  }

  /// Profile 8.1: 10-bit H.265 whose base layer HDR10 players show.
  ///
  /// - Source: Dolby, *Dolby Vision Profiles and Levels*: profile 8, base layer signal compatibility 1, PQ in BT.2020.
  var dolbyVision81Results: [DeliveryFormat.RuleResult] {
    [
      hevcResult("codec", profile: (2, "Main 10"), depth: 10), chromaResult, configurationResult(compatibility: 1),
      tagResult(.transfer, \.transfer, isOneOf: [.pq]), tagResult(.primaries, \.primaries, isOneOf: [.bt2020]),
      tagResult(.matrix, \.matrix, isOneOf: [.bt2020NCL]),
      tagResult(.range, \.range, isOneOf: [.narrow], isRecommended: true),
      recommendedResult(.mastering, "a mastering display"), recommendedResult(.contentLight, "a content light level"),
    ]
  }

  private func configurationResult(compatibility: UInt8) -> DeliveryFormat.RuleResult {
    let expected = "a box dvvC with profile 8 and compatibility \(compatibility)"
    let boxes = statements.filter { $0.value.dolbyVision != nil }
    let box = boxes.first { $0.carriedIn.path.hasSuffix("/dvvC") } ?? boxes.first
    guard let box, let configuration = box.value.dolbyVision else {
      return result("configuration", false, found: "no Dolby Vision configuration", expected: expected)
    }
    // Matroska has the same record without a box.
    let isBox = box.carriedIn.path.hasSuffix("/dvvC") || !box.carriedIn.path.hasPrefix("/moov")
    return result(
      "configuration", configuration.profile == 8 && configuration.compatibility == compatibility && isBox,
      found: "\(configuration) (\(box.carriedIn))", expected: expected)
  }

  private var colorBoxResult: DeliveryFormat.RuleResult {
    let box = statements.first { $0.value.color != nil && $0.carriedIn.path.hasSuffix("/colr") }
    let color = box?.value.color
    let codes = [color?.primaries?.rawValue, color?.transfer?.rawValue, color?.matrix?.rawValue].map { $0 ?? 2 }
    return result(
      "colr", codes == [9, 18, 9],
      found: box.map { "\(codes.map(String.init).joined(separator: "/")) (\($0.carriedIn))" } ?? "no box colr",
      expected: "a box colr with 9/18/9")
  }

  /// Whether the profile, the level and the format in `hvcC` are those of the sequence parameter set in it.
  private var configurationRecordResult: DeliveryFormat.RuleResult {
    let differences = facts.differencesOfRecord
    return result(
      "hvcc", differences == [],
      found: differences.map { $0.isEmpty ? "equals its SPS" : $0.joined(separator: "; ") } ?? "no hvcC with an SPS",
      expected: "an hvcC that equals its SPS")
  }

  /// Requires a box; SEI 148 in `hvcC` or in the pictures, as iOS 14 wrote it, is not enough.
  private var ambientResult: DeliveryFormat.RuleResult {
    let places = statements.compactMap { statement -> Place? in
      if case .ambient = statement.value { statement.carriedIn } else { nil }
    }
    let box = places.first { $0.path.hasSuffix("/amve") }
    let found = box.map { "a box (\($0))" } ?? places.first.map { "no box, only a message (\($0))" } ?? "none"
    return result("amve", box != nil, found: found, expected: "an ambient viewing environment as box amve")
  }

  func rpuResult(in frames: FrameSurvey?) -> DeliveryFormat.RuleResult {
    let expected = "an RPU with every frame"
    guard let frames, frames.count > 0 else {
      return result(
        "rpu", nil, found: frames == nil ? "the frames are not read" : "there are no frames", expected: expected)
    }
    let missing = frames.firstWithoutRPU.map { ", the first without is frame \($0)" } ?? ""
    return result(
      "rpu", frames.rpus == frames.count, found: "\(frames.rpus) of \(frames.count) frames\(missing)",
      expected: expected)
  }
}
