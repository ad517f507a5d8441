internal import Transcoding
internal import HDRMetadata
internal import LightStatistics
internal import ToneMapping

/// One run of `measure --fold`: reads files of statistics, and tells what they say of the whole clip.
struct Folding {
  let files: [Path]
  let light: LightOptions
  let overwriting: OverwritingOptions
  let report: ReportOptions

  /// Folds all files.
  func run() throws {
    let outputs = Outputs(force: overwriting.force, .console)
    for file in files { outputs.read(file, as: "the statistics") }
    Interruption.begin()
    do {
      let written = try LightFiles(light.settings, in: outputs, .console)
      let clip = try StatisticsFiles(paths: files, control: .console).clip()
      if report.strict, let finding = clip.findings.first {
        throw TranscodingError.data("\(finding); or leave --strict out")
      }
      if light.hdr10Plus != nil, clip.firstFrame > 0 {
        throw TranscodingError.data(
          "--hdr10plus counts frames from the first of the clip, but the statistics begin with frame \(clip.firstFrame); measure all of"
            + " the clip")
      }
      if let refusal = light.settings.refusal(of: clip.header.transfer) { throw TranscodingError.data(refusal) }
      if !report.json { Console.complain(clip.findings) }
      try written.write(clip, title: title)
      try outputs.commit()
      try Self.tell(clip, asJSON: report.json, besides: written.areOnStandardOutput)
    } catch {
      outputs.discard()
      throw error
    }
  }

  private var title: String {
    "\(files[0].split.name)" + (files.count > 1 ? " and \(files.count - 1) more" : "")
  }

  /// Prints what was measured of a clip: on standard output, unless something else goes there.
  static func tell(_ clip: ClipStatistics, asJSON: Bool, besides holdsOutput: Bool) throws(TranscodingError) {
    let text = asJSON ? jsonText(clip.jsonValue) : clip.inWords
    if holdsOutput { Console.say(text) } else { try Console.print(text) }
  }
}

extension ClipStatistics {
  /// The light of the clip and a line for each scene.
  fileprivate var inWords: String {
    let light = contentLight
    var lines = [
      "frames          \(frames.count), \(firstFrame)…\(firstFrame + frames.count - 1)",
      "MaxCLL          \(light.maximum.map { "\($0)" } ?? "unknown, all is black")",
      "MaxFALL         \(light.maximumFrameAverage.map { "\($0)" } ?? "unknown, all is black")",
      "scenes          \(scenes.count); light in cd/m², levels as PQ codes of 12 bits", "",
    ]
    let titles = ["first", "frames", "maximum", "average", "min", "mean", "max"]
    let rows =
      [titles]
      + scenes.map { scene in
        [
          "\(scene.firstFrame)", "\(scene.count)", "\(scene.maximum.nits.rounded(to: 1))",
          "\(scene.averageMaxRGB.nits.rounded(to: 1))",
          "\(scene.levels.minimum)", "\(scene.levels.average)", "\(scene.levels.maximum)",
        ]
      }
    let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    lines += rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n")
  }
}
