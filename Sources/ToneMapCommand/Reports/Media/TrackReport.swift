internal import Transcoding
internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

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
    case .clip, .unread, nil:
      verdict = ConversionPreview(on: header, context: context, findings: findings)
    }
  }
}

extension TrackReport {
  /// The topics that do not resolve to a single property, with the names of their lines.
  private static let topics: [(title: String, topic: Topic)] = [
    ("dolby vision", .dolbyVision), ("alpha", .alpha), ("dynamic", .dynamicMetadata),
    ("diffuse white", .diffuseWhite), ("content volume", .contentColorVolume),
  ]

  /// Names and values, one pair per line: the track, its color, its metadata, then the plan of a conversion.
  ///
  /// - Parameter places: Whether to print the location of each statement.
  func facts(places: Bool) -> [(String, String)] {
    let resolved = track.resolved
    var facts: [(String, String)] = [
      ("track \(track.id)", "\(track.codecTag.isEmpty ? "" : "\(track.codecTag), ")\(track.facts.summary)")
    ]
    if track.isAuxiliary { facts.append(("auxiliary", "belongs to another track, and shows no pictures of its own")) }
    if let width = track.width, let height = track.height { facts.append(("size", "\(width)x\(height)")) }
    facts += geometry
    if let rate = track.frameRate { facts.append(("frame rate", rate.fraction)) }
    if let format = track.pixelFormat { facts.append(("pixel format", format)) }
    if !track.isAuxiliary { facts.append(("contains", contents)) }
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
      let carriers = ([decision.believed] + decision.agreed).map(\.carriedIn.description).joined(separator: "; ")
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
  private var geometry: [(String, String)] {
    let (geometry, size) = (track.geometry, track.shownSize)
    var facts: [(String, String)] = []
    if let crop = geometry.crop { facts.append(("crop", "\(crop)")) }
    if !geometry.orientation.isUpright { facts.append(("orientation", "\(geometry.orientation)")) }
    if let aspect = geometry.pixelAspect, aspect.value != 1 { facts.append(("pixel aspect", "\(aspect)")) }
    if let size, size != (track.width ?? 0, track.height ?? 0) {
      facts.append(("shown", "\(size.width)x\(size.height)"))
    }
    if let stereo = track.stereo { facts.append(("stereo", stereo)) }
    if let projection = track.projection { facts.append(("projection", projection)) }
    return facts
  }

  /// Statements about no property, one line per value or, with locations, per statement.
  private func others(places: Bool) -> [(String, String)] {
    var facts: [(String, String)] = []
    func add(_ name: String, _ value: String, _ statement: Statement) {
      let fact = (name, places ? "\(value) (\(statement.carriedIn))" : value)
      if places || !facts.contains(where: { $0 == fact }) { facts.append(fact) }
    }
    for (title, topic) in Self.topics {
      for statement in track.statements(about: topic) { add(title, "\(statement.value)", statement) }
    }
    for statement in track.statements {
      if case .alternativeTransfer = statement.value { add("alternative", "\(statement.value)", statement) }
      if case .payload(.box("gama"), _) = statement.value { add("gamma", "\(statement.value)", statement) }
      if case .payload(.iccProfile, let bytes) = statement.value {
        add("ICC profile", "\(bytes.count) bytes", statement)
      }
      switch statement.value {
      case .profile(let profile):
        add(
          "ICC profile", "\(profile.name), \(profile.byteCount) bytes\(profile.isRead ? "" : ", not read")", statement)
      case .chromaticities: add("primaries", "\(statement.value)", statement)
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
      consequence: "the operator st2094-50 refuses this picture")
  }
}
