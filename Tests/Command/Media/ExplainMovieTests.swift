import Foundation
import TestSupport
import Testing

/// The commands that `tonemap explain MOVIE` prints.
@Suite struct ExplainMovieTests {
  private func commands(_ outcome: Tool.Outcome) -> [String] {
    outcome.text.split(separator: "\n").map(String.init).drop { !$0.hasPrefix("tonemap info") }.map { $0 }
  }

  @Test func aMovieGetsItsPlanAndItsCommands() throws {
    let folder = try Folder()
    let movie = try folder.file("it's HLG.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--tone-mapping", "bt2390"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("HLG, OOTF") && outcome.text.contains("bt2390"), "\(outcome.text)")
    let lines = commands(outcome)
    #expect(lines.count == 4, "\(outcome.text)")
    #expect(lines[0] == "tonemap info '\(folder.path)/it'\\''s HLG.mov' --color-json 'it'\\''s HLG.color.json'")
    #expect(lines[1].contains("-pix_fmt yuv420p10le -strict -1 -f yuv4mpegpipe - "))
    #expect(lines[2] == "  | tonemap convert - - --color-json 'it'\\''s HLG.color.json' --tone-mapping bt2390 \\")
    #expect(lines[3].contains("-c:v libx264") && lines[3].contains("-color_primaries bt709"))
  }

  @Test func lightLevelsOfHDRAreKnownAtTheEnd() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--to", "hdr10"])
    #expect(outcome.text.contains("-c:v libx265") && outcome.text.contains("smpte2084"), "\(outcome.text)")
    #expect(outcome.text.contains("MaxCLL and MaxFALL are known once all frames are converted"))
    let toSDR = try Tool.run(["explain", movie])
    #expect(!toSDR.text.contains("MaxCLL"), "SDR needs no light levels")
  }

  /// The format is what the pictures have, and the pipe ends with the command that writes them.
  @Test func picturesAreExplained() throws {
    let folder = try Folder()
    let movie = try folder.file("50%.mov", Data(MediaInfoTests.phone.bytes))
    let png = try Tool.run(["explain", movie, "--format", "png", "--to", "hlg"])
    #expect(png.code == 0 && png.text.contains("gbrp16le, 16 bits, full range"), "\(png.text)\(png.errors)")
    let lines = commands(png)
    #expect(lines.count == 3, "\(png.text)")
    #expect(
      lines[2] == "  | tonemap convert - '50%%-%05d.png' --color-json '50%.color.json' --format png --to hlg",
      "\(lines)")
    let jpeg = try Tool.run(["explain", movie, "--format", "jpg"])
    #expect(jpeg.code == 0 && jpeg.errors.contains("readers of JPEG assume"), "\(jpeg.errors)")
    #expect(jpeg.text.contains("yuv420p, 8 bits, full range, matrix SMPTE ST 170"), "\(jpeg.text)")
    let refused = try Tool.run(["explain", movie, "--format", "jpg", "--to", "hlg"])
    #expect(refused.code == 64 && refused.errors.contains(".png or .avif"), "\(refused.errors)")
  }

  @Test func theSameAsJSON() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect((report["commands"] as? [String])?.count == 4 && report["plan"] is [String: Any], "\(outcome.text)")
    #expect((report["commands"] as? [String])?[2].contains("--json") == false)
  }

  @Test func theProgramIsPrintedWithItsTimes() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let text = try Tool.run(["explain", movie, "--program"]).text
    #expect(
      text.contains("\n\nread\n  ") && text.contains("HLG inverse OETF") && text.contains("% of the allowed"),
      "\(text)")
    #expect(!text.contains("convert --program") && !text.contains(" --program"), "no command takes the option: \(text)")
    let outcome = try Tool.run(["explain", "--transfer", "pq", "--program", "--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let steps = try #require((report["program"] as? [String: Any])?["steps"] as? [[String: Any]])
    let shares = steps.compactMap { $0["time"] as? Double }
    #expect(
      shares.count == steps.count && abs(shares.reduce(0, +) - 1) < 1e-9, "the shares of time add up to 1: \(shares)")
    #expect(steps.contains { ($0["operation"] as? String) == "factor and perceptual gamut map" })
    let units = steps.compactMap { $0["units"] as? String }
    #expect(units.count == steps.count && units.last == "codes", "\(units)")
    #expect(text.contains(" ▸ light, 1.0 is 203 cd/m²\n"), "\(text)")
  }

  /// FFmpeg packs the components of a PNG unless it is told otherwise, and raw frames do not state their format.
  @Test func aPictureIsDecodedToTheFormatThatConvertIsTold() throws {
    let folder = try Folder()
    let picture = try folder.file("sky.png", Data(TestPNG.hdr.bytes))
    let outcome = try Tool.run(["explain", picture])
    let lines = commands(outcome)
    #expect(lines.count == 4 && lines[1].contains("-pix_fmt gbrp16le -f rawvideo - "), "\(outcome.text)")
    #expect(lines[2] == "  | tonemap convert - - --color-json sky.color.json --pixel-format gbrp16le \\")
  }

  @Test func aColorJSONBesideAMovieIsRefused() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--color-json", "x.json"])
    #expect(outcome.code == 64 && outcome.errors.contains("states its own color"), "\(outcome.errors)")
  }

  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264", "libx265"), "needs an ffmpeg with x264 and x265"))
  func aLateAndAVaryingAndAPortraitPictureStayInTime() throws {
    let folder = try Folder()
    let outcome = try Tool.shell(
      """
      set -e; cd \(folder.path)
      x=log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:max-cll=993,119
      ffmpeg -v error -f lavfi -i testsrc2=s=320x180:d=0.8:r=25 -pix_fmt yuv420p10le -c:v libx265 -x265-params $x v.mp4
      ffmpeg -v error -f lavfi -i sine=d=1.2 -itsoffset 0.4 -i v.mp4 -map 1:v -map 0:a -c:v copy -c:a pcm_s16le late.mov
      ffmpeg -v error -i v.mp4 -vf "select='not(between(n,5,10))'" -fps_mode passthrough -pix_fmt yuv420p10le \\
        -c:v libx265 -x265-params $x varying.mkv
      ffmpeg -v error -i v.mp4 -c copy -metadata:s:v rotate=90 portrait.mp4
      for f in late.mov varying.mkv portrait.mp4; do
        tonemap explain $f > all; sed -n '/^tonemap info/,$p' all > commands
        bash -e commands > /dev/null; bash -e commands > /dev/null
        ffprobe -v error -select_streams v -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 ${f%.*}-sdr.${f##*.}
      done
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // 0.4 s before the picture are filled, and so are the six frames that are missing; FFmpeg turns a portrait picture.
    #expect(
      outcome.text.split(separator: "\n").suffix(3) == ["320,180,30", "320,180,20", "180,320,20"], "\(outcome.text)")
  }

  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264", "libx265"), "needs an ffmpeg with x264 and x265"))
  func theCommandsConvertAMovie() throws {
    let folder = try Folder()
    let outcome = try Tool.shell(
      """
      set -e; cd \(folder.path)
      ffmpeg -v error -f lavfi -i testsrc2=s=320x180:d=0.4:r=25 -f lavfi -i sine=d=0.4 -pix_fmt yuv420p10le -c:v libx265 \
        -x265-params log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:max-cll=993,119 \
        -tag:v hvc1 'a clip.mov'
      tonemap explain 'a clip.mov' > all; sed -n '/^tonemap info/,$p' all > commands; bash -e commands > /dev/null
      ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames,pix_fmt,color_transfer \
        -of default=nw=1 'a clip-sdr.mov'
      ffprobe -v error -select_streams a -show_entries stream=codec_type -of default=nw=1:nk=1 'a clip-sdr.mov'
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text == "pix_fmt=yuv420p\ncolor_transfer=bt709\nnb_read_frames=10\naudio\n", "\(outcome.text)")
  }
}
