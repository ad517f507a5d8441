internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import MediaFiles
internal import ToneMapping

extension TrackReport {
  /// The track in `info --json`: the content of the color JSON, with more keys and the locations of each value.
  var json: JSONValue {
    let resolved = track.resolved
    var root = colorMembers.merging(verdict.members) { $1 }
    root["version"] = nil
    root["id"] = .number(Double(track.id))
    root["auxiliary"] = .bool(track.isAuxiliary)
    root["codec_tag"] = .string(track.codecTag)
    root["codec"] = JSONValue(track.facts.codec?.rawValue.lowercased())
    root["profile"] = JSONValue(track.facts.profileName)
    root["level"] = JSONValue(track.facts.level.map(Double.init))
    root["bit_depth"] = JSONValue(track.facts.bitDepth.map(Double.init))
    root["layers"] = JSONValue(track.facts.layers.map(Double.init))
    root["alpha"] = alpha
    root["characteristics"] = .object(
      Dictionary(
        uniqueKeysWithValues: TrackDescription.Characteristic.allCases.map { kind in
          ("\(kind)".snakeCase, .array(track.places(of: kind).map(JSONValue.string)))
        }))
    root["geometry"] = geometry
    root["color"] = color(resolved)
    root["metadata"] = metadata(resolved)
    root["conflicts"] = .array(resolved.decisions.filter(\.isDisputed).map(Self.conflict))
    root["statements"] = .array(track.statements.map(Self.statement))
    return .object(root)
  }

  /// The keys of the color JSON.
  fileprivate var colorMembers: [String: JSONValue] {
    var root = track.sidecar.jsonValue.members
    var metadata = root["metadata"]?.members ?? [:]
    metadata["hdr10plus"] = hdr10Plus
    metadata["dolby_vision"] = dolbyVision
    root["metadata"] = .object(metadata)
    return root
  }

  /// The crop, rotation and shape of the displayed picture.
  private var geometry: JSONValue {
    let (geometry, size) = (track.geometry, track.shownSize)
    func number(_ value: Int?) -> JSONValue { JSONValue(value.map(Double.init)) }
    let crop = geometry.crop.map { crop in
      JSONValue.object([
        "left": number(crop.left), "top": number(crop.top), "width": number(crop.width), "height": number(crop.height),
      ])
    }
    return .object([
      "crop": crop ?? .null, "mirrored": .bool(geometry.orientation.isMirrored),
      "turn": number(90 * geometry.orientation.quarterTurns),
      "pixel_aspect": JSONValue(geometry.pixelAspect.map { "\($0)" }),
      "shown_width": number(size?.width), "shown_height": number(size?.height),
      "stereo": JSONValue(track.stereo), "projection": JSONValue(track.projection),
    ])
  }

  /// The tags, the locations that state each, and the names of those that the codec's standard infers.
  private func color(_ resolved: ResolvedTags<Statement>) -> JSONValue {
    var color = track.sidecar.jsonValue.members["color"]?.members ?? [:]
    let tags = resolved.decisions.filter { color.keys.contains($0.property.key) }
    color["carried_in"] = .object(Dictionary(uniqueKeysWithValues: tags.map { ($0.property.key, $0.places) }))
    color["inferred"] = .array(tags.filter(\.isInferred).map { .string($0.property.key) })
    return .object(color)
  }

  private func metadata(_ resolved: ResolvedTags<Statement>) -> JSONValue {
    var metadata = colorMembers["metadata"]?.members ?? [:]
    func carry(_ key: String, in places: JSONValue) {
      guard case .object(var item)? = metadata[key] else { return }
      item["carried_in"] = places
      metadata[key] = .object(item)
    }
    for decision in resolved.decisions { carry(decision.property.key, in: decision.places) }
    carry("dolby_vision", in: Self.places(track.statements(about: .dolbyVision)))
    carry("hdr10plus", in: Self.places(track.statements.filter { $0.value.hdr10Plus != nil }))
    metadata["content_color_volume"] = contentColorVolume(resolved.color.transfer)
    metadata["adaptive_tone_map"] = headroomAdaptiveMetadata
    return .object(metadata)
  }

  /// The target display of HDR10+; `null` without HDR10+.
  private var hdr10Plus: JSONValue {
    guard let (plus, _) = track.hdr10Plus else { return .null }
    return .object(["targeted_system_display_maximum_luminance": .number(plus.targetedDisplayMaximum.luminance.nits)])
  }

  /// The configuration record, under FFmpeg's names; an empty object for RPUs without a record; `null` without Dolby Vision.
  private var dolbyVision: JSONValue {
    guard !track.statements(about: .dolbyVision).isEmpty || track.isDolbyVisionOnly else { return .null }
    guard let (configuration, _) = track.dolbyVision else {
      return .object(track.isDolbyVisionOnly ? ["bl_signal_compatibility_id": .number(0)] : [:])
    }
    return .object([
      "profile": .number(Double(configuration.profile)), "level": .number(Double(configuration.level)),
      "rpu_present": .number(configuration.hasRPU ? 1 : 0),
      "el_present": .number(configuration.hasEnhancementLayer ? 1 : 0),
      "bl_present": .number(configuration.hasBaseLayer ? 1 : 0),
      "bl_signal_compatibility_id": .number(Double(configuration.compatibility)),
    ])
  }

  /// The mode of the alpha, `null` if not stated; `null` for a track without alpha.
  private var alpha: JSONValue {
    guard track.hasAlpha else { return .null }
    return .object([
      "mode": JSONValue(track.alphaMode?.rawValue), "carried_in": Self.places(track.statements(about: .alpha)),
    ])
  }

  /// The volume in cd/m² with the given transfer; without a transfer, its units are undefined.
  private func contentColorVolume(_ transfer: TransferCharacteristics?) -> JSONValue {
    let statements = track.statements(about: .contentColorVolume)
    guard let volume = statements.lazy.compactMap(\.value.contentColorVolume).first else { return .null }
    func light(_ level: ContentColorVolume.Level?) -> JSONValue {
      JSONValue(transfer.flatMap { volume.luminance(level, transfer: $0)?.nits })
    }
    let points = volume.primaries?.map(\.chromaticity).map { JSONValue.array([.number($0.x), .number($0.y)]) }
    return .object([
      "primaries": points.map(JSONValue.array) ?? .null, "min_cd_m2": light(volume.minimum),
      "max_cd_m2": light(volume.maximum), "average_cd_m2": light(volume.average), "carried_in": Self.places(statements),
    ])
  }

  /// The reference white of ST 2094-50, and the headroom for which the picture was graded.
  private var headroomAdaptiveMetadata: JSONValue {
    let statements = track.statements.filter { $0.value.headroomAdaptiveMetadata != nil }
    guard let metadata = statements.first?.value.headroomAdaptiveMetadata else { return .null }
    return .object([
      "reference_white_cd_m2": .number(metadata.referenceWhite.nits),
      "baseline_headroom_stops": JSONValue(metadata.toneMap?.baselineHeadroom.value),
      "carried_in": Self.places(statements),
    ])
  }

  private static func places(_ statements: [Statement]) -> JSONValue {
    .array(statements.map { .string("\($0.carriedIn)") })
  }

  private static func conflict(_ decision: ResolvedTags<Statement>.Decision) -> JSONValue {
    func claim(_ claim: ResolvedTags<Statement>.Claim) -> JSONValue {
      .object([
        "value": .string(claim.value), "carried_in": .string("\(claim.carriedIn)"),
        "carrier": .string("\(claim.carrier)".snakeCase),
      ])
    }
    return .object([
      "property": .string(decision.property.key), "used": claim(decision.believed),
      "overruled": .array(decision.overruled.map(claim)), "usual_winner": .string(decision.usualWinner),
    ])
  }

  private static func statement(_ statement: Statement) -> JSONValue {
    .object([
      "topic": .string("\(statement.topic)".snakeCase), "value": .string("\(statement.value)"),
      "carried_in": .string("\(statement.carriedIn)"), "carrier": .string("\(statement.carrier)".snakeCase),
    ])
  }
}

extension TrackReport {
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
    if let width = track.width, let height = track.height, !track.sidecar.fits(1...Frame.longestSide) {
      (root["width"], root["height"]) = (.null, .null)
      omissions.append(
        "the color JSON has no size, because \(width)x\(height) is not 1x1 to \(Frame.longestSide)x\(Frame.longestSide); give the"
          + " size of the decoded frames with --size")
    }
    for key in ["width", "height", "frame_rate"] { omit(key, of: &root, unless: { $0 }, &omissions) }
    for group in ["color", "metadata"] {
      var members = root[group]?.members ?? [:]
      for key in members.keys.sorted() {
        omit(key, of: &members, unless: { .object([group: $0]) }, &omissions)
      }
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

extension ColorSidecar {
  /// Whether the size is known and both sides are in this range.
  fileprivate func fits(_ sides: ClosedRange<Int>) -> Bool { [width, height].allSatisfy { sides.contains($0 ?? 0) } }
}

extension ResolvedTags<Statement>.Decision {
  /// The locations that state the used value, in order of precedence.
  fileprivate var places: JSONValue {
    .array(([believed] + agreed).map { .string("\($0.carriedIn)") })
  }
}

extension TagProperty {
  /// The key in the color JSON.
  fileprivate var key: String {
    switch self {
    case .primaries, .transfer, .matrix, .range, .ambient: rawValue
    case .chromaLocation: "chroma_location"
    case .mastering: "mastering_display"
    case .contentLight: "content_light"
    }
  }
}
