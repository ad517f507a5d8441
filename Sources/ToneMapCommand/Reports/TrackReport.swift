internal import Transcoding

/// The statements of a track, and the plan of its conversion.
struct TrackReport {
  private(set) var track: TrackDescription
  let verdict: ConversionPreview

  /// - Parameters:
  ///   - place: The index of the track in the file.
  ///   - decoded: The decoder's result for the file's pictures, if there is a decoder.
  init(_ media: MediaDescription, _ place: Int, _ decoded: DecodedTrack?, in file: Path, context: PlanningContext) {
    track = media.tracks[place]
    let findings = track.findings + track.statements.compactMap(\.impossibleToneMap)
    // Alpha and depth are not light: they get no plan and no assumptions.
    guard !track.isAuxiliary else {
      verdict = ConversionPreview(findings: findings)
      return
    }
    let header = context.input.clip(of: track, in: file)
    switch decoded {
    case .clip(let clip, let decodedPlace) where decodedPlace == place:
      verdict = ConversionPreview(on: clip, context: context, findings: findings)
      track.decodedFormat = clip.format.name
      if let size = clip.size { (track.width, track.height) = (size.width, size.height) }
    case .refused(let error):
      verdict = ConversionPreview(on: header, context: context, findings: findings, refusal: error)
    case .clip, .unread, nil: verdict = ConversionPreview(on: header, context: context, findings: findings)
    }
  }

  /// The topics that do not resolve to a single property, with the names of their lines.
  private static let topics: [(title: String, topic: Topic)] = [
    ("dolby vision", .dolbyVision), ("alpha", .alpha), ("dynamic", .dynamicMetadata),
    ("diffuse white", .diffuseWhite), ("content volume", .contentColorVolume),
  ]

  /// Names and values, one pair per line: the track, its color, its metadata, then the plan of a conversion.
  ///
  /// - Parameter places: Whether to print the location of each statement.
  func facts(places: Bool) -> [(String, String?)] {
    let resolved = track.resolved
    let codec = "\(track.codecTag.isEmpty ? "" : "\(track.codecTag), ")\(track.facts.summary)"
    var facts: [(String, String?)] = [
      ("track \(track.id)", codec),
      ("auxiliary", track.isAuxiliary ? "belongs to another track, without pictures of its own" : nil),
      ("size", track.width.flatMap { width in track.height.map { "\(width)x\($0)" } }),
    ]
    facts += geometry
    facts += [
      ("frame rate", track.frameRate?.fraction), ("pixel format", track.pixelFormat),
      ("contains", track.isAuxiliary ? nil : contents),
    ]
    var last = ""
    for property in TagProperty.allCases {
      let name = property.hyphenated.split(separator: "-").joined(separator: " ")
      guard let decision = resolved.decision(of: property) else {
        facts.append((name, "not stated"))
        continue
      }
      var words = inWords(property, resolved) ?? decision.believed.value
      if decision.isInferred {
        words +=
          ", the default of \(decision.believed.carriedIn.path == Place.miaf ? Place.miaf : track.facts.codec?.title ?? "the codec")"
      }
      let carriers = decision.places.joined(separator: "; ")
      facts.append((name, places ? "\(words) (\(carriers == last ? "as above" : carriers))" : words))
      for claim in decision.overruled where places { facts.append(("", "not \(claim.value) (\(claim.carriedIn))")) }
      last = carriers
    }
    return facts + others(places: places) + verdict.lines
  }

  /// The characteristics by which programs choose tracks, and the part of the file that has each.
  private var contents: String {
    let found = TrackDescription.Characteristic.allCases.compactMap { kind in
      let places = track.places(of: kind)
      return places.isEmpty ? nil : "\(kind.rawValue) (\(places.joined(separator: ", ")))"
    }
    return found.isEmpty ? "no HDR, no wide gamut, no alpha, no Dolby Vision" : found.joined(separator: ", ")
  }

  /// The crop, rotation and shape of the displayed picture, as far as they change it.
  private var geometry: [(String, String?)] {
    let (geometry, size) = (track.geometry, track.shownSize)
    let isShownWhole = size.map { $0 == (track.width ?? 0, track.height ?? 0) } ?? true
    return [
      ("crop", geometry.crop.map { "\($0)" }),
      ("orientation", geometry.orientation.isUpright ? nil : "\(geometry.orientation)"),
      ("pixel aspect", geometry.pixelAspect.flatMap { $0.value == 1 ? nil : "\($0)" }),
      ("shown", isShownWhole ? nil : size.map { "\($0.width)x\($0.height)" }), ("stereo", track.stereo),
      ("projection", track.projection),
    ]
  }

  /// Statements about no property, one line per value or, with locations, per statement.
  private func others(places: Bool) -> [(String, String?)] {
    var facts: [(String, String?)] = []
    func add(_ name: String, _ statement: Statement, as words: String? = nil) {
      let value = words ?? "\(statement.value)"
      let fact = (name, (places ? "\(value) (\(statement.carriedIn))" : value) as String?)
      if places || !facts.contains(where: { $0 == fact }) { facts.append(fact) }
    }
    for (title, topic) in Self.topics {
      for statement in track.statements(about: topic) { add(title, statement) }
    }
    for statement in track.statements {
      switch statement.value {
      case .alternativeTransfer: add("alternative", statement)
      case .payload(.box("gama"), _): add("gamma", statement)
      case .payload(.iccProfile, let bytes): add("ICC profile", statement, as: "\(bytes.count) bytes")
      case .profile(let profile):
        let unread = profile.isRead ? "" : ", not read"
        add("ICC profile", statement, as: "\(profile.name), \(profile.byteCount) bytes\(unread)")
      case .chromaticities: add("primaries", statement)
      default: break
      }
    }
    return facts
  }

  /// The value of a property whose common name differs from its technical name; `nil` for any other.
  private func inWords(_ property: TagProperty, _ resolved: ResolvedTags<Statement>) -> String? {
    switch property {
    case .transfer: resolved.color.transfer?.inWords
    case .range: resolved.color.range?.inWords
    case .mastering: resolved.metadata.mastering?.inWords
    default: nil
    }
  }
}

extension Statement {
  /// A finding if this is ST 2094-50 metadata that `--tone-mapping st2094-50` rejects.
  fileprivate var impossibleToneMap: Finding? {
    guard let error = value.headroomAdaptiveMetadata?.impossibility else { return nil }
    return Finding(
      code: "adaptive-tone-map-impossible", found: "ST 2094-50 in \(carriedIn) cannot be used: \(error)",
      consequence: "st2094-50 cannot convert this picture")
  }
}
