import Foundation
import HDRMetadata
import TestSupport
import Testing

/// Dolby Vision whose base layer other players cannot show: its samples are no Y′CbCr, whatever the tags say.
@Suite struct DolbyVisionOnlyTests {
  private static let sentence = "Dolby Vision without a compatible base layer"

  /// PQ in container and stream, with a configuration of Dolby Vision; `nil` for none.
  private func movie(_ entry: String, _ profile: Int, compatibility: Int?) throws -> TestMovie {
    var movie = TestMovie(entryType: entry)
    movie.properties = [
      hvcC(TestHEVCSequence(color: TestColor(codes: [9, 16, 9])).unit), colr([9, 16, 9], isFull: false),
    ]
    if let compatibility {
      movie.properties.append(
        try DolbyVisionConfiguration(profile: profile, level: 3, compatibility: compatibility).box)
    }
    return movie
  }

  /// - Source: Dolby Vision streams within ISO base media file format: 0 is compatible with nothing, 1 HDR10, 2 SDR, 4 HLG, 6 Blu-ray.
  @Test(
    arguments: [
      ("dvh1", 5, 0, true), ("hvc1", 5, 0, true), ("hev1", 8, 0, true), ("dvhe", 4, 0, true), ("hvc1", 20, 0, true),
      ("dvh1", 5, nil, true), ("dvhe", 5, nil, true), ("hvc1", 5, nil, false), ("hvc1", 8, 1, false),
      ("hvc1", 8, 2, false), ("dvh1", 8, 4, false), ("hev1", 7, 6, false), ("dvhe", 4, 2, false),
    ] as [(String, Int, Int?, Bool)])
  func theConfigurationDecides(entry: String, profile: Int, compatibility: Int?, isRefused: Bool) throws {
    let folder = try Folder()
    let file = try folder.file("in.mp4", Data(movie(entry, profile, compatibility: compatibility).bytes))
    for options in [[], ["--transfer", "pq", "--matrix", "bt2020nc"]] {
      let outcome = try Tool.run(["explain", file] + options)
      #expect(outcome.code == (isRefused ? 65 : 0), "\(outcome.errors)")
      #expect(outcome.errors.contains(Self.sentence) == isRefused, "\(outcome.errors)")
    }
    let info = try Tool.run(["info", file])
    #expect(info.code == 0 && info.text.contains("would be refused") == isRefused, "\(info.text)")
    #expect(try Tool.run(["info", file, "--strict"]).errors.contains(Self.sentence) == isRefused)
  }

  /// The color JSON of frames that were decoded elsewhere says so too.
  @Test func decodedFramesAreRefused() throws {
    let folder = try Folder()
    let y4m = try folder.file("in.y4m", Clips.y4m(frames: 1))
    for (entry, compatibility) in [("hvc1", 0), ("dvh1", nil)] {
      let file = try folder.file("in.mp4", Data(movie(entry, 5, compatibility: compatibility).bytes))
      let json = folder["\(entry).json"]
      #expect(try Tool.run(["info", file, "--color-json", json]).code == 0)
      // The size is that of the movie, not of these frames.
      let text = try String(decoding: folder.bytes("\(entry).json"), as: UTF8.self)
        .replacing("1920", with: "16").replacing("1080", with: "8")
      let small = try folder.file("small.json", Data(text.utf8))
      for command in [["convert", y4m, folder["o.y4m"]], ["measure", y4m], ["lut", "make", folder["o.cube"]]] {
        let outcome = try Tool.run(command + ["--color-json", small])
        #expect(outcome.code == 65 && outcome.errors.contains(Self.sentence), "\(command) \(outcome.errors)")
      }
    }
  }

  @Test func newTagsAreNotBelieved() throws {
    let folder = try Folder()
    let file = try folder.file("in.mp4", Data(movie("dvh1", 5, compatibility: 0).bytes))
    let tagged = try Tool.run(["tag", file, folder["out.mp4"], "--transfer", "hlg"])
    #expect(tagged.code == 0 && tagged.errors.contains(Self.sentence), "\(tagged.errors)")
    #expect(try Tool.run(["explain", folder["out.mp4"]]).code == 65)
  }

  /// Where no container says anything, the RPU does.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"),
    arguments: ["hevc", "mkv", "ts"])
  func theStreamDecides(ending: String) throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 3, in: folder)
    for (rpu, isRefused) in [("dovi_tool, profile5", true), ("x265, profile 8.1", false)] {
      let unit = try Vectors.rpuUnit(rpu)
      _ = try folder.file("in.hevc", try HEVCMessages.adding(after: [unit, unit, unit], to: plain))
      if ending != "hevc" {
        let made = try Tool.shell(
          "cd \(folder[""]) && ffmpeg -y -v error -nostdin -r 25 -i in.hevc -c copy -bsf:v setts=pts=N*3600:dts=N*3600:time_base=1/90000 in.\(ending)"
        )
        try #require(made.code == 0, "\(made.errors)")
      }
      let file = folder["in.\(ending)"]
      let tags = ["--progress", "none", "--source-peak", "1000"]
      for command in [
        ["convert", file, folder["o.y4m"], "--force"] + tags,
        ["convert", file, folder["p.y4m"], "--transfer", "pq", "--force"] + tags,
        ["measure", file, "--progress", "none"], ["thumbnail", file, folder["o.png"], "--force"],
      ] {
        let outcome = try Tool.run(command)
        #expect(outcome.code == (isRefused ? 65 : 0), "\(command) \(outcome.errors)")
        #expect(outcome.errors.contains(Self.sentence) == isRefused, "\(outcome.errors)")
      }
    }
  }
}
