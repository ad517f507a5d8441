internal import ArgumentParser
package import JSONText
internal import Transcoding

struct FoldStatistics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold",
    abstract: "Combine statistics files.",
    discussion: """
      tonemap measure fold part1.jsonl part2.jsonl --json
      tonemap measure fold in.jsonl --hdr10plus in.json --plot in.svg

      Prints MaxCLL, MaxFALL and scenes of the whole clip. Files may be in any order, and a frame may be in several of them; frames \
      that are missing between others, or that were measured with different results, are reported with their lines, with exit code 65.
      """)

  @Argument(help: "The statistics files; - is standard input.", completion: .file())
  var files: [Path]

  @OptionGroup var light: LightOptions
  @OptionGroup var overwriting: OverwritingOptions
  @OptionGroup var strictness: StrictOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    try light.refuseSharedStandardOutput()
    try Path.refuseSharedStandardInput(files)
  }

  func run() throws {
    let control = RunControl.console
    let (clip, holdsOutput) = try control.writing(
      reading: files.map { ("the statistics", $0) }, force: overwriting.force
    ) { outputs in
      let written = try LightFiles(light.settings, in: outputs, control)
      let clip = try ClipStatistics(files: files, control)
      if strictness.strict, let finding = clip.findings.first { throw TranscodingError.strict(finding) }
      if light.hdr10Plus != nil, clip.firstFrame > 0 {
        throw ProgramError(
          .data,
          "--hdr10plus counts frames from the first of the clip, but the statistics begin with frame \(clip.firstFrame); measure the"
            + " whole clip")
      }
      guard light.settings.mayDescribe(clip.header.transfer) else {
        throw TranscodingError.light(.statisticsAreNotPQ(clip.header.transfer))
      }
      if !report.json { for finding in clip.findings { Console.warn(.finding(finding)) } }
      let others = files.count > 1 ? " and \(files.count - 1) more" : ""
      try written.write(clip, title: "\(files[0].split.name)\(others)")
      return (clip, written.areOnStandardOutput)
    }
    try Console.print(report.json ? jsonText(clip) : clip.inWords, besides: holdsOutput)
  }
}

extension ClipStatistics: JSONConvertible {
  /// MaxCLL and MaxFALL (0 if unknown), the number of frames, the scenes (light in cd/m², levels as codes) and the findings.
  package var jsonValue: JSONValue {
    let scenes = scenes.map { scene in
      JSONValue([
        "first": scene.firstFrame, "count": scene.count, "maximum": scene.maximum.nits,
        "average": scene.averageMaxRGB.nits.rounded(to: 4),
        "levels": JSONValue([
          "minimum": scene.minimumCode.number, "average": scene.averageCode.number,
          "maximum": scene.maximumCode.number,
        ]),
      ])
    }
    return JSONValue([
      "MaxCLL": contentLight.maxCLL?.units ?? 0, "MaxFALL": contentLight.maxFALL?.units ?? 0,
      "first_frame": firstFrame, "frames": frames.count, "scenes": scenes, "findings": findings,
    ])
  }

  /// The light of the clip, and a line per scene.
  var inWords: String {
    let black = "unknown, all is black"
    let facts = table([
      ("frames", "\(frames.count), \(firstFrame)…\(firstFrame + frames.count - 1)"),
      ("MaxCLL", contentLight.maximum?.description ?? black),
      ("MaxFALL", contentLight.maximumFrameAverage?.description ?? black),
      ("scenes", "\(scenes.count); light in cd/m², levels as PQ codes of 12 bits"),
    ])
    let rows = scenes.map { scene in
      [
        "\(scene.firstFrame)", "\(scene.count)", "\(scene.maximum.nits.rounded(to: 1))",
        "\(scene.averageMaxRGB.nits.rounded(to: 1))", "\(scene.minimumCode)", "\(scene.averageCode)",
        "\(scene.maximumCode)",
      ]
    }
    let titles = ["first", "frames", "maximum", "average", "min", "mean", "max"]
    return ([facts, ""] + aligned([titles] + rows)).joined(separator: "\n")
  }
}
