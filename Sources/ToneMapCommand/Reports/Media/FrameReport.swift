internal import Transcoding
internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

/// The metadata of a frame: a line of text, or of JSON as in `docs/schemas/frame.schema.json`.
struct FrameReport {
  let frame: FrameMetadata

  /// Whether a part of it is unreadable.
  var isDamaged: Bool { !damage.isEmpty }

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
}

extension HeadroomAdaptiveMetadata {
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
