internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

extension TrackReport {
  /// The track as `--color-json` reads it, with keys beside that it ignores; each item says where it is carried.
  var json: JSONValue {
    let resolved = track.resolved
    var root = track.sidecar.jsonValue.members
    root["auxiliary"] = .bool(track.isAuxiliary)
    root["id"] = .number(Double(track.id))
    root["codec_tag"] = .string(track.codecTag)
    root["codec"] = JSONValue(track.facts.codec?.rawValue)
    root["profile"] = JSONValue(track.facts.profileName)
    root["level"] = JSONValue(track.facts.level.map(Double.init))
    root["bit_depth"] = JSONValue(track.facts.bitDepth.map(Double.init))
    root["auxiliary"] = .bool(track.isAuxiliary)
    root["layers"] = JSONValue(track.facts.layers.map(Double.init))
    root["alpha"] = alpha
    root["color"] = color(resolved)
    root["metadata"] = metadata(resolved)
    root["conflicts"] = .array(resolved.decisions.filter(\.isDisputed).map(Self.conflict))
    root["statements"] = .array(track.statements.map(Self.statement))
    root["reading"] = JSONValue(reading)
    root["refusal"] = JSONValue(refusal)
    root["assumptions"] = .array(
      assumptions.map { .object(["code": .string($0.code), "sentence": .string($0.sentence)]) })
    root["findings"] = .array(
      findings.map {
        .object(["code": .string($0.code), "sentence": .string($0.sentence), "mend": .string($0.mend)])
      })
    return .object(root)
  }

  /// The tags, and for each the places that say so.
  private func color(_ resolved: Resolution) -> JSONValue {
    var color = track.sidecar.jsonValue.members["color"]?.members ?? [:]
    var places: [String: JSONValue] = [:]
    for decision in resolved.decisions where color.keys.contains(decision.property.key) {
      places[decision.property.key] = decision.places
    }
    color["carried_in"] = .object(places)
    return .object(color)
  }

  private func metadata(_ resolved: Resolution) -> JSONValue {
    var metadata = track.sidecar.jsonValue.members["metadata"]?.members ?? [:]
    for decision in resolved.decisions {
      guard case .object(var item)? = metadata[decision.property.key] else { continue }
      item["carried_in"] = decision.places
      metadata[decision.property.key] = .object(item)
    }
    metadata["dolby_vision"] = dolbyVision
    metadata["content_color_volume"] = contentColorVolume(resolved.color.transfer)
    metadata["adaptive_tone_map"] = adaptiveToneMap
    if let (plus, _) = track.hdr10Plus {
      metadata["hdr10plus"] = .object([
        "targeted_system_display_maximum_luminance": .number(Double(plus.targetedDisplayMaximum)),
        "carried_in": .array(
          track.statements(about: .dynamicMetadata).compactMap { statement in
            guard case .dynamicMetadata(.hdr10Plus) = statement.value else { return nil }
            return .string("\(statement.carriedIn)")
          }),
      ])
    }
    return .object(metadata)
  }

  /// Whether color was multiplied by alpha, `null` where that is not said.
  private var alpha: JSONValue {
    guard track.hasAlpha else { return .null }
    return .object([
      "mode": JSONValue(track.alphaMode?.rawValue), "carried_in": Self.places(track.statements(about: .alpha)),
    ])
  }

  /// The volume in cd/m² of the transfer, without which its units mean nothing.
  private func contentColorVolume(_ transfer: TransferCharacteristics?) -> JSONValue {
    let statements = track.statements(about: .contentColorVolume)
    let volumes = statements.compactMap { statement -> ContentColorVolume? in
      if case .contentColorVolume(let volume) = statement.value { volume } else { nil }
    }
    guard let volume = volumes.first else { return .null }
    func light(_ units: UInt32?) -> JSONValue {
      JSONValue(transfer.flatMap { volume.luminance(units, transfer: $0)?.nits })
    }
    let points = volume.primaries?.map(\.chromaticity).map { JSONValue.array([.number($0.x), .number($0.y)]) }
    return .object([
      "primaries": points.map(JSONValue.array) ?? .null, "min_cd_m2": light(volume.minimum),
      "max_cd_m2": light(volume.maximum), "average_cd_m2": light(volume.average), "carried_in": Self.places(statements),
    ])
  }

  /// What ST 2094-50 says of displays: its reference white, and the headroom for which the picture was graded.
  private var adaptiveToneMap: JSONValue {
    let statements = track.statements.filter {
      if case .dynamicMetadata(.adaptiveToneMap) = $0.value { true } else { false }
    }
    guard case .dynamicMetadata(.adaptiveToneMap(let metadata))? = statements.first?.value else { return .null }
    return .object([
      "reference_white_cd_m2": .number(metadata.referenceWhite.nits),
      "baseline_headroom_stops": JSONValue(metadata.toneMap?.baselineHeadroom),
      "carried_in": Self.places(statements),
    ])
  }

  private static func places(_ statements: [Statement]) -> JSONValue {
    .array(statements.map { .string("\($0.carriedIn)") })
  }

  /// The configuration under the names of the corpus; with an RPU alone, where that is.
  private var dolbyVision: JSONValue {
    let statements = track.statements(about: .dolbyVision)
    guard !statements.isEmpty else { return .null }
    var item: [String: JSONValue] = ["carried_in": Self.places(statements)]
    if let (configuration, _) = track.dolbyVision {
      item["profile"] = .number(Double(configuration.profile))
      item["level"] = .number(Double(configuration.level))
      item["rpu_present"] = .number(configuration.hasRPU ? 1 : 0)
      item["el_present"] = .number(configuration.hasEnhancementLayer ? 1 : 0)
      item["bl_present"] = .number(configuration.hasBaseLayer ? 1 : 0)
      item["bl_signal_compatibility_id"] = .number(Double(configuration.compatibility))
    }
    return .object(item)
  }

  private static func conflict(_ decision: Resolution.Decision) -> JSONValue {
    func claim(_ claim: Resolution.Claim) -> JSONValue {
      .object([
        "value": .string(claim.value), "carried_in": .string("\(claim.carriedIn)"),
        "carrier": .string("\(claim.carrier)"),
      ])
    }
    return .object([
      "property": .string(decision.property.key), "believed": claim(decision.believed),
      "overruled": .array(decision.overruled.map(claim)), "usual_winner": .string(decision.usualWinner),
    ])
  }

  private static func statement(_ statement: Statement) -> JSONValue {
    .object([
      "topic": .string("\(statement.topic)"), "value": .string("\(statement.value)"),
      "carried_in": .string("\(statement.carriedIn)"), "carrier": .string("\(statement.carrier)"),
    ])
  }
}

extension Resolution.Decision {
  /// The places that say what is believed, the believed one first.
  fileprivate var places: JSONValue {
    .array(([believed] + agreed).map { .string("\($0.carriedIn)") })
  }
}

extension Resolution.Property {
  /// The key of the corpus's schema.
  fileprivate var key: String {
    switch self {
    case .primaries, .transfer, .matrix, .range, .ambient: rawValue
    case .chromaLocation: "chroma_location"
    case .mastering: "mastering_display"
    case .contentLight: "content_light"
    }
  }
}

extension JSONValue {
  /// The members of an object; of anything else none.
  var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}
