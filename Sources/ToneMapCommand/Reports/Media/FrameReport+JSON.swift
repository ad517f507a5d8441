internal import Transcoding
internal import Colorimetry
internal import HDRMetadata
internal import JSONText
internal import MediaFiles

extension FrameReport {
  /// The frame as JSON, on one line.
  var json: String {
    var members: [String: JSONValue] = ["frame": .number(Double(frame.index)), "byte": .number(Double(frame.byte))]
    members["time"] = JSONValue(frame.seconds?.value.rounded(to: 6))
    members["dolby_vision"] = frame.dolbyVision?.json ?? damagedDolbyVision
    members["hdr10plus"] = frame.hdr10Plus?.json ?? .null
    members["adaptive_tone_map"] = frame.headroomAdaptiveMetadata?.json ?? .null
    members["problems"] = .array(damage.map(JSONValue.string))
    return String(decoding: JSONValue.object(members).line, as: UTF8.self)
  }

  /// The JSON of an unreadable RPU: whether its checksum shows damage.
  private var damagedDolbyVision: JSONValue {
    let isWrong = frame.unreadable.contains { if case .wrongChecksum = $0 { true } else { false } }
    return isWrong ? .object(["crc": .string("wrong")]) : .null
  }
}

extension DolbyVisionRPU {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["crc": .string("right"), "scene_refresh": .bool(refreshesScene)]
    members["profile"] = JSONValue(profile.map(Double.init))
    members["source"] = source?.json ?? .null
    members["level1"] = level1?.json ?? .null
    members["level3"] = level3?.json ?? .null
    members["level5"] = activeArea?.json ?? .null
    members["level6"] = level6?.json ?? .null
    members["ignored"] = .array(ignored.map { JSONValue.string($0.description) })
    return .object(members)
  }
}

extension PQ12Code {
  fileprivate var json: JSONValue {
    .object(["pq": .number(Double(number)), "cd_m2": .number(luminance.nits.rounded(to: 6))])
  }
}

extension DolbyVisionRPU.Source {
  fileprivate var json: JSONValue { .object(["min": minimum.json, "max": maximum.json]) }
}

extension DolbyVisionRPU.LightLevels {
  fileprivate var json: JSONValue {
    .object(["min": minimum.json, "max": maximum.json, "average": average.json])
  }
}

extension DolbyVisionRPU.Offsets {
  fileprivate var json: JSONValue {
    .numbers(["min": minimum, "max": maximum, "average": average].mapValues { Int($0.units) })
  }
}

extension DolbyVisionRPU.ActiveArea {
  fileprivate var json: JSONValue {
    .numbers(["left": Int(left), "right": Int(right), "top": Int(top), "bottom": Int(bottom)])
  }
}

extension DolbyVisionRPU.Stream {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["mastering_max_cd_m2": .number(masteringMaximum.luminance.nits)]
    members["mastering_min_cd_m2"] = .number(masteringMinimum.luminance.nits.rounded(to: 4))
    members["MaxCLL"] = JSONValue(contentLight.maximum?.nits)
    members["MaxFALL"] = JSONValue(contentLight.maximumFrameAverage?.nits)
    return .object(members)
  }
}

extension HDR10PlusMetadata {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["has_curve": .bool(windows.first?.bezierCurve != nil)]
    members["max_cd_m2"] = JSONValue(windows.first?.maximum?.nits)
    members["average_cd_m2"] = JSONValue(windows.first?.statedAverageMaxRGB?.nits)
    members["targeted_system_display_maximum_luminance"] = .number(targetedDisplayMaximum.luminance.nits)
    return .object(members)
  }
}

extension HeadroomAdaptiveMetadata {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["reference_white_cd_m2": .number(referenceWhite.nits)]
    members["baseline_headroom_stops"] = JSONValue(toneMap?.baselineHeadroom.value)
    return .object(members)
  }
}

extension JSONValue {
  fileprivate static func numbers(_ members: [String: Int]) -> JSONValue {
    .object(members.mapValues { .number(Double($0)) })
  }
}
