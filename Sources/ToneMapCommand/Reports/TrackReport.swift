internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

/// What a track says of itself, and what a conversion would make of it.
struct TrackReport {
  let track: TrackDescription
  /// As what light would be read from it, with the peak and where that is from; `nil` where no plan can be made.
  let reading: String?
  /// Why no conversion can be planned; `nil` where one can.
  let refusal: String?
  /// What a conversion would assume, findings apart.
  let assumptions: [Assumption]
  let findings: [MediaFinding]

  /// - Throws: What was assumed, where choices are strict.
  init(_ track: TrackDescription, in file: String, choices: Choices) throws(CommandError) {
    self.track = track
    // Nobody converts alpha or depth: no light is read from them, and nothing assumed.
    guard !track.isAuxiliary else {
      (reading, refusal, assumptions, findings) = (nil, nil, [], track.findings)
      return
    }
    let clip = choices.clip(of: track, in: file)
    let findings = track.findings
    self.findings = findings
    do {
      let decision = try choices.decide(about: clip)
      reading = decision.plan.reading
      refusal = nil
      assumptions = decision.assumptions.filter { assumption in !findings.contains { $0.code == assumption.code } }
    } catch {
      guard !choices.strict else { throw error }
      reading = nil
      refusal = error.sentence
      assumptions = clip.assumptions
    }
  }
}

extension TrackReport {
  /// The statements of topics that no property resolves, in words.
  private static let topics: [(title: String, topic: Topic)] = [
    ("dolby vision", .dolbyVision), ("alpha", .alpha), ("dynamic", .dynamicMetadata),
    ("diffuse white", .diffuseWhite), ("content volume", .contentColorVolume),
  ]

  /// Name and value, a line each.
  var facts: [(String, String)] {
    let resolved = track.resolved
    var facts: [(String, String)] = [
      ("track \(track.id)", "\(track.codecTag.isEmpty ? "" : "\(track.codecTag), ")\(track.facts.summary)")
    ]
    if track.isAuxiliary { facts.append(("auxiliary", "belongs to another, and shows no pictures of its own")) }
    if let width = track.width, let height = track.height { facts.append(("size", "\(width)x\(height)")) }
    if let format = track.pixelFormat { facts.append(("decodes to", format)) }
    if let rate = track.frameRate { facts.append(("frame rate", "\(rate.numerator)/\(rate.denominator)")) }
    var last = ""
    for property in Resolution.Property.allCases {
      let name = property.hyphenated.split(separator: "-").joined(separator: " ")
      guard let decision = resolved.decisions.first(where: { $0.property == property }) else {
        facts.append((name, "not told"))
        continue
      }
      let places = ([decision.believed] + decision.agreed).map(\.carriedIn.description).joined(separator: "; ")
      let words = inWords(property, resolved) ?? decision.believed.value
      facts.append((name, "\(words) (\(places == last ? "as above" : places))"))
      last = places
    }
    for (title, topic) in Self.topics {
      for statement in track.statements(about: topic) {
        facts.append((title, "\(statement.value) (\(statement.carriedIn))"))
      }
    }
    for statement in track.statements {
      if case .alternativeTransfer = statement.value {
        facts.append(("alternative", "\(statement.value) (\(statement.carriedIn))"))
      }
      if case .payload(.box("gama"), _) = statement.value {
        facts.append(("gamma", "\(statement.value) (\(statement.carriedIn))"))
      }
      if case .payload(.iccProfile, let bytes) = statement.value {
        facts.append(("ICC profile", "\(bytes.count) bytes (\(statement.carriedIn))"))
      }
    }
    return facts + verdict
  }

  /// What is believed of a property, for those that people call otherwise than programs do.
  private func inWords(_ property: Resolution.Property, _ resolved: Resolution) -> String? {
    switch property {
    case .transfer: resolved.color.transfer?.inWords
    case .mastering: resolved.metadata.mastering?.inWords
    default: nil
    }
  }

  private var verdict: [(String, String)] {
    (reading.map { [("would be read as", $0)] } ?? []) + (refusal.map { [("would be refused", $0)] } ?? [])
      + assumptions.map { ("assumed", "\($0) [\($0.code)]") } + findings.map { ("finding", "\($0) [\($0.code)]") }
  }
}

extension ConversionPlan {
  /// What the source is taken for: transfer, luminances, and whose word the peak is.
  fileprivate var reading: String {
    let transfer = source.transfer?.h273Name ?? "an unknown transfer"
    let evidence = stages.first { $0.name == "linearize" }?.detail.split(separator: ", ").last {
      $0.contains("peak from")
    }
    return "\(transfer), \(sourceLuminance)" + (evidence.map { ", \($0)" } ?? "")
  }
}
