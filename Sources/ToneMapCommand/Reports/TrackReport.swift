internal import JSONText
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
    facts += geometryInWords
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
  private var geometryInWords: [(String, String?)] {
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

extension TrackReport {
  /// The track in `info --json`: the content of the color JSON, with more keys and the locations of each value.
  var json: JSONValue {
    let (facts, resolved) = (track.facts, track.resolved)
    let own = JSONValue(all: [
      "id": track.id, "auxiliary": track.isAuxiliary, "codec_tag": track.codecTag,
      "codec": facts.codec?.rawValue.lowercased(), "profile": facts.profileName, "level": facts.level,
      "bit_depth": facts.bitDepth, "layers": facts.layers, "alpha": alpha,
      "characteristics": JSONValue.object(
        Dictionary(
          uniqueKeysWithValues: TrackDescription.Characteristic.allCases.map { kind in
            ("\(kind)".snakeCase, track.places(of: kind).jsonValue)
          })),
      "geometry": geometry, "color": color(resolved), "metadata": metadata(resolved),
      "conflicts": resolved.decisions.filter(\.isDisputed).map(Self.conflict),
      "statements": track.statements.map {
        JSONValue([
          "topic": "\($0.topic)".snakeCase, "value": "\($0.value)", "carried_in": "\($0.carriedIn)",
          "carrier": "\($0.carrier)".snakeCase,
        ])
      },
    ])
    var root = colorMembers.merging(verdict.members) { $1 }
    root["version"] = nil
    return .object(root.merging(own.members) { $1 })
  }

  private var colorMembers: [String: JSONValue] {
    var root = track.sidecar.jsonValue.members
    let hdr10Plus = track.hdr10Plus.map {
      JSONValue(["targeted_system_display_maximum_luminance": $0.0.targetedDisplayMaximum.luminance.nits])
    }
    let dynamic = JSONValue(all: ["hdr10plus": hdr10Plus, "dolby_vision": dolbyVision]).members
    root["metadata"] = root["metadata"].map { .object($0.members.merging(dynamic) { $1 }) }
    return root
  }

  private var geometry: JSONValue {
    let (geometry, size) = (track.geometry, track.shownSize)
    return JSONValue(all: [
      "crop": geometry.crop.map {
        JSONValue(["left": $0.left, "top": $0.top, "width": $0.width, "height": $0.height])
      },
      "mirrored": geometry.orientation.isMirrored, "turn": 90 * geometry.orientation.quarterTurns,
      "pixel_aspect": geometry.pixelAspect.map { "\($0)" }, "shown_width": size?.width, "shown_height": size?.height,
      "stereo": track.stereo, "projection": track.projection,
    ])
  }

  /// The tags, the locations that state each, and the names of those that the codec's standard infers.
  private func color(_ resolved: ResolvedTags<Statement>) -> JSONValue {
    var color = colorMembers["color"]?.members ?? [:]
    let tags = resolved.decisions.filter { color.keys.contains($0.property.key) }
    color["carried_in"] = .object(Dictionary(uniqueKeysWithValues: tags.map { ($0.property.key, $0.places.jsonValue) }))
    color["inferred"] = tags.filter(\.isInferred).map(\.property.key).jsonValue
    return .object(color)
  }

  private func metadata(_ resolved: ResolvedTags<Statement>) -> JSONValue {
    var metadata = colorMembers["metadata"]?.members ?? [:]
    func carry(_ key: String, in places: [String]) {
      guard case .object(var item)? = metadata[key] else { return }
      item["carried_in"] = places.jsonValue
      metadata[key] = .object(item)
    }
    for decision in resolved.decisions { carry(decision.property.key, in: decision.places) }
    carry("dolby_vision", in: Self.places(track.statements(about: .dolbyVision)))
    carry("hdr10plus", in: Self.places(track.statements.filter { $0.value.hdr10Plus != nil }))
    metadata["content_color_volume"] = contentColorVolume(resolved.color.transfer) ?? .null
    metadata["adaptive_tone_map"] = headroomAdaptiveMetadata ?? .null
    return .object(metadata)
  }

  /// The configuration record, under FFmpeg's names; an empty object for RPUs without a record; `nil` without Dolby Vision.
  private var dolbyVision: JSONValue? {
    guard !track.statements(about: .dolbyVision).isEmpty || track.isDolbyVisionOnly else { return nil }
    guard let (configuration, _) = track.dolbyVision else {
      return JSONValue(["bl_signal_compatibility_id": track.isDolbyVisionOnly ? 0 : nil])
    }
    return JSONValue([
      "profile": configuration.profile, "level": configuration.level, "rpu_present": configuration.hasRPU ? 1 : 0,
      "el_present": configuration.hasEnhancementLayer ? 1 : 0, "bl_present": configuration.hasBaseLayer ? 1 : 0,
      "bl_signal_compatibility_id": configuration.compatibility,
    ])
  }

  /// The mode of the alpha, `null` if not stated; `nil` for a track without alpha.
  private var alpha: JSONValue? {
    guard track.hasAlpha else { return nil }
    return JSONValue(all: [
      "mode": track.alphaMode?.rawValue, "carried_in": Self.places(track.statements(about: .alpha)),
    ])
  }

  /// The volume in cd/m² with the given transfer; without a transfer, its units are undefined.
  private func contentColorVolume(_ transfer: TransferCharacteristics?) -> JSONValue? {
    let statements = track.statements(about: .contentColorVolume)
    guard let volume = statements.lazy.compactMap(\.value.contentColorVolume).first else { return nil }
    func light(_ level: ContentColorVolume.Level?) -> Double? {
      transfer.flatMap { volume.luminance(level, transfer: $0)?.nits }
    }
    return JSONValue(all: [
      "primaries": volume.primaries?.map(\.chromaticity).map { [$0.x, $0.y] }, "min_cd_m2": light(volume.minimum),
      "max_cd_m2": light(volume.maximum), "average_cd_m2": light(volume.average), "carried_in": Self.places(statements),
    ])
  }

  /// The reference white of ST 2094-50, and the headroom for which the picture was graded.
  private var headroomAdaptiveMetadata: JSONValue? {
    let statements = track.statements.filter { $0.value.headroomAdaptiveMetadata != nil }
    guard let metadata = statements.first?.value.headroomAdaptiveMetadata else { return nil }
    return JSONValue(all: [
      "reference_white_cd_m2": metadata.referenceWhite.nits,
      "baseline_headroom_stops": metadata.toneMap?.baselineHeadroom.value, "carried_in": Self.places(statements),
    ])
  }

  private static func places(_ statements: [Statement]) -> [String] { statements.map { "\($0.carriedIn)" } }

  private static func conflict(_ decision: ResolvedTags<Statement>.Decision) -> JSONValue {
    func claim(_ claim: ResolvedTags<Statement>.Claim) -> JSONValue {
      JSONValue(["value": claim.value, "carried_in": "\(claim.carriedIn)", "carrier": "\(claim.carrier)".snakeCase])
    }
    return JSONValue([
      "property": decision.property.key, "used": claim(decision.believed),
      "overruled": decision.overruled.map(claim), "usual_winner": decision.usualWinner,
    ])
  }

  /// The color JSON for `convert --color-json`, without anything that it would reject.
  ///
  /// - Returns: The JSON text, and a sentence for each omitted key.
  func colorJSON() -> (text: [UInt8], omissions: [String]) {
    var root = colorMembers
    var omissions: [String] = []
    if let name = track.sidecar.pixelFormat, track.sidecar.spelling == nil {
      root["pix_fmt"] = .null
      omissions.append(
        "the color JSON has no pix_fmt, because frames of \(name) are not supported; decode to another format and name it with"
          + " --pixel-format")
    }
    if let width = track.width, let height = track.height,
      ![track.sidecar.width, track.sidecar.height].allSatisfy({ (1...Frame.longestSide).contains($0 ?? 0) })
    {
      (root["width"], root["height"]) = (.null, .null)
      omissions.append(
        "the color JSON has no size, because \(width)x\(height) is not 1x1 to \(Frame.longestSide)x\(Frame.longestSide); give the"
          + " size of the decoded frames with --size")
    }
    for key in ["width", "height", "frame_rate"] { omit(key, of: &root, unless: { $0 }, &omissions) }
    for group in ["color", "metadata"] {
      var members = root[group]?.members ?? [:]
      for key in members.keys.sorted() { omit(key, of: &members, unless: { .object([group: $0]) }, &omissions) }
      root[group] = .object(members)
    }
    return (JSONValue.object(root).text, omissions)
  }

  /// Omits a key and reports it, unless it can be read again.
  private func omit(
    _ key: String, of members: inout [String: JSONValue], unless document: (JSONValue) -> JSONValue,
    _ omissions: inout [String]
  ) {
    guard let value = members[key] else { return }
    do throws(MetadataError) {
      _ = try ColorSidecar(json: document(.object([key: value])).text)
    } catch {
      members[key] = .null
      omissions.append("the color JSON has no \(key), because it would not be read again: \(error)")
    }
  }
}

extension ResolvedTags<Statement>.Decision {
  /// The locations that state the used value, in order of precedence.
  var places: [String] { ([believed] + agreed).map { "\($0.carriedIn)" } }
}

extension TagProperty {
  /// The key in the color JSON.
  fileprivate var key: String { self == .mastering ? "mastering_display" : rawValue.snakeCase }
}
