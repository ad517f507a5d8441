internal import Transcoding
internal import JSONText

/// The metadata of a frame: a line of text, or of JSON as in `docs/schemas/frame.schema.json`.
struct FrameReport {
  let frame: FrameMetadata

  /// The parts of Dolby Vision that are not interpreted.
  var ignored: [String] { frame.dolbyVision?.ignored.map(\.description) ?? [] }

  /// The unreadable parts, a sentence each.
  var damage: [String] {
    frame.problems.map(\.description) + frame.unreadable.map(\.description)
      + [frame.headroomAdaptiveMetadata?.impossibility.map { "its ST 2094-50 metadata cannot be used: \($0)" }]
      .compactMap(\.self)
  }

  var text: String {
    let place = "frame \(frame.index)" + (frame.seconds.map { " at \(plain($0.value.rounded(to: 6))) s" } ?? "")
    let words =
      [
        frame.dolbyVision.map { "Dolby Vision \($0)" }, frame.hdr10Plus.map(Self.text),
        frame.headroomAdaptiveMetadata.map { "ST 2094-50, reference white at \($0.referenceWhite)" },
      ].compactMap(\.self) + frame.otherMetadata + damage
    return "\(place): \(words.isEmpty ? "no dynamic metadata" : words.joined(separator: "; "))".onOneLine
  }

  private static func text(_ plus: HDR10PlusMetadata) -> String {
    let window = plus.windows.first
    return [
      "HDR10+ \(window?.maximum.map { "up to \($0)" } ?? "of unknown maximum")",
      window?.statedAverageMaxRGB.map { "average \($0)" },
      window?.bezierCurve == nil ? "no curve" : "a curve for \(plus.targetedDisplayMaximum.luminance)",
    ].compactMap(\.self).joined(separator: ", ")
  }

  var json: String {
    // Of an unreadable RPU, whether its checksum shows damage.
    let isWrong = frame.unreadable.contains { if case .wrongChecksum = $0 { true } else { false } }
    let line = JSONValue(all: [
      "frame": frame.index, "byte": frame.byte, "time": frame.seconds?.value.rounded(to: 6),
      "dolby_vision": frame.dolbyVision?.json ?? (isWrong ? JSONValue(["crc": "wrong"]) : nil),
      "hdr10plus": frame.hdr10Plus?.json, "adaptive_tone_map": frame.headroomAdaptiveMetadata?.json, "problems": damage,
    ]).line
    return String(decoding: line, as: UTF8.self)
  }
}

extension DolbyVisionRPU {
  fileprivate var json: JSONValue {
    func light(_ code: PQ12Code) -> JSONValue {
      JSONValue(["pq": code.number, "cd_m2": code.luminance.nits.rounded(to: 6)])
    }
    return JSONValue(all: [
      "crc": "right", "scene_refresh": refreshesScene, "profile": profile,
      "source": source.map { JSONValue(["min": light($0.minimum), "max": light($0.maximum)]) },
      "level1": level1.map {
        JSONValue(["min": light($0.minimum), "max": light($0.maximum), "average": light($0.average)])
      },
      "level3": level3.map {
        JSONValue(["min": $0.minimum.units, "max": $0.maximum.units, "average": $0.average.units])
      },
      "level5": activeArea.map { JSONValue(["left": $0.left, "right": $0.right, "top": $0.top, "bottom": $0.bottom]) },
      "level6": level6.map {
        JSONValue(all: [
          "mastering_max_cd_m2": $0.masteringMaximum.luminance.nits,
          "mastering_min_cd_m2": $0.masteringMinimum.luminance.nits.rounded(to: 4),
          "MaxCLL": $0.contentLight.maximum?.nits, "MaxFALL": $0.contentLight.maximumFrameAverage?.nits,
        ])
      },
      "ignored": ignored.map(\.description),
    ])
  }
}

extension HDR10PlusMetadata {
  fileprivate var json: JSONValue {
    JSONValue(all: [
      "has_curve": windows.first?.bezierCurve != nil, "max_cd_m2": windows.first?.maximum?.nits,
      "average_cd_m2": windows.first?.statedAverageMaxRGB?.nits,
      "targeted_system_display_maximum_luminance": targetedDisplayMaximum.luminance.nits,
    ])
  }
}

extension HeadroomAdaptiveMetadata {
  fileprivate var json: JSONValue {
    JSONValue(all: [
      "reference_white_cd_m2": referenceWhite.nits, "baseline_headroom_stops": toneMap?.baselineHeadroom.value,
    ])
  }

  /// The error that makes these numbers unusable for every display; `nil` if they are usable or state no tone map.
  var impossibility: HeadroomAdaptiveToneMapError? {
    do throws(HeadroomCurveError) {
      _ = try HeadroomAdaptiveToneMap(self, frame: 0)
      return nil
    } catch {
      if case .map(let impossibility, _) = error { return impossibility }
      return nil
    }
  }
}
