internal import Transcoding
internal import JSONText

/// The statements of a Y4M or raw clip, and the plan of its conversion.
struct ClipReport {
  private let clip: Clip
  var verdict: ConversionPreview

  init(_ clip: Clip, context: PlanningContext) {
    self.clip = clip
    verdict = ConversionPreview(on: clip, context: context)
    let transfer = verdict.plan?.sourceTags.transfer ?? clip.source.color.transfer
    let isTyped = context.source.metadata.contentLight != nil
    verdict.take(
      findings: clip.source.metadata.findings(transfer: transfer).filter { !isTyped || $0.code != Finding.placeholders }
    )
  }

  /// The properties that the JSON cannot state, one sentence each.
  var omissions: [String] {
    let named = [
      clip.source.log.map { ("transfer", $0.name, "\($0)") }, clip.source.gamut.map { ("primaries", $0.name, "\($0)") },
    ]
    return named.compactMap(\.self).map { option, name, title in
      "the JSON does not state \(title), which has no number in H.273; give --\(option) \(name) to the next command as well"
    }
  }

  /// The report as JSON: one track, which `--color-json` reads.
  var json: String {
    let sidecar = ColorSidecar(
      width: clip.size?.width, height: clip.size?.height, pixelFormat: clip.format.name,
      frameRate: clip.frameRate, color: clip.source.color, metadata: clip.source.metadata)
    var track = sidecar.jsonValue.members.merging(verdict.members) { $1 }
    track["version"] = nil
    track["frames"] = clip.frameCount?.jsonValue ?? .null
    return infoJSON(input: clip.name, container: clip.isRaw ? "raw" : "y4m", tracks: [.object(track)])
  }
}

extension ClipReport: CustomStringConvertible {
  var description: String {
    let color = clip.source.color
    let metadata = clip.source.metadata
    let facts: [(String, String?)] = [
      ("input", clip.name),
      ("size", clip.size?.description),
      ("frame rate", clip.frameRate?.fraction),
      ("frames", clip.frameCount.map(String.init)),
      ("pixel format", "\(clip.format.name), \(clip.format.chroma), \(clip.format.bitDepth) bits"),
      ("primaries", clip.source.gamut.map { "\($0.name), \($0)" } ?? color.primaries?.ffmpegName),
      ("transfer", clip.source.log.map { "\($0.name), \($0)" } ?? color.transfer?.inWords),
      ("matrix", color.matrix?.ffmpegName),
      ("range", color.range?.inWords),
      ("chroma location", color.chromaLocation?.ffmpegName),
      ("mastering", metadata.mastering?.inWords),
      ("content light", metadata.contentLight?.description),
      ("ambient", metadata.ambient?.description),
    ]
    return table(column: 17, facts.map { ($0, $1 ?? "not stated") } + verdict.lines)
  }
}
