import Foundation
import TestSupport
import Testing

/// `tonemap tag` on real files, if FFmpeg is installed, and on damaged ones.
@Suite struct TagTests {
  /// A checksum of a file's frames.
  private func frames(_ path: String) throws -> String {
    let outcome = try Tool.shell("ffmpeg -v error -xerror -i \(path) -map 0:v -map '0:a?' -f md5 -")
    try #require(outcome.code == 0, "\(outcome.errors)")
    return outcome.text
  }

  private func probed(_ path: String, _ entry: String) throws -> String {
    try Tool.shell("ffprobe -v error -select_streams v -show_entries \(entry) -of default=nw=1 \(path)").text
  }

  private static let x265 = "-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=none -tag:v hvc1"

  /// The layouts of a movie: header before or after the media data; and media data in fragments whose offsets count from the start
  /// of the file, from the fragment, or from the previous one, with a list or an index of them.
  static let layouts = [
    ("front.mov", "\(x265) -movflags +faststart"), ("back.mov", x265), ("front.mp4", "\(x265) -movflags +faststart"),
    ("back.mp4", x265), ("tagless.mov", "-c:v mpeg4 -movflags +faststart"),
    ("fragments.mp4", "\(x265) -g 4 -movflags frag_keyframe+empty_moov"),
    ("half.mp4", "\(x265) -g 4 -movflags frag_keyframe"),
    ("default.mp4", "\(x265) -g 4 -movflags frag_keyframe+empty_moov+default_base_moof"),
    ("omitted.mp4", "\(x265) -g 4 -movflags frag_keyframe+empty_moov+omit_tfhd_offset"),
    ("index.mp4", "\(x265) -g 4 -movflags dash+global_sidx -frag_duration 100000"),
  ]

  private func make(_ path: String, _ layout: String) throws {
    let made = try Tool.shell(
      """
      ffmpeg -v error -y -f lavfi -i testsrc2=s=128x96:r=24:d=0.5 -f lavfi -i sine=d=0.5 -c:a aac \
        \(words(layout)) \(path)
      """)
    try #require(made.code == 0, "\(made.errors)")
  }

  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"), arguments: layouts)
  func framesStayAndTagsChange(name: String, layout: String) throws {
    let folder = try Folder()
    let (input, output) = (folder["in-" + name], folder[name])
    try make(input, layout)
    let before = try frames(input)
    let outcome = try Tool.run([
      "tag", input, output, "--primaries", "bt2020", "--transfer", "pq", "--matrix", "bt2020nc", "--max-cll",
      "1000,400",
      "--ambient", "314,0.3127,0.329", "--master-display",
      "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
    ])
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(try frames(output) == before, "the same frames and the same sound")
    // ffprobe reports the stream's tags for H.265, and the container's for MPEG-4, whose stream has none.
    let isTagless = layout.contains("mpeg4")
    let told = try probed(output, "stream=color_transfer,color_primaries,color_space:stream_side_data")
    let tags = isTagless ? ["color_space=bt2020nc", "color_transfer=smpte2084", "color_primaries=bt2020"] : []
    for fact in tags + [
      "red_x=34000/50000", "max_luminance=10000000/10000", "max_content=1000", "max_average=400",
    ] {
      #expect(told.contains(fact), "\(told)")
    }
    let check = try Tool.run(["info", output, "--check", "hdr10"])
    // MPEG-4 Part 2 has 8 bits here. Its headers are not read, but the decoder knows.
    let broken = isTagless ? ["codec"] : []
    let failed = check.text.split(separator: "\n").filter { $0.hasPrefix("failed ") }
    #expect(check.code == (broken.isEmpty ? 0 : 1) && failed.count == broken.count, "\(check.text)\(check.errors)")
    for (line, rule) in zip(failed, broken) {
      #expect(line.contains(" \(rule): ") && line.contains("8 bits"), "\(line)")
    }
    #expect(try Tool.run(["info", output]).text.contains("314 lux"))
    // Changed back in place: every byte except the color is as before.
    let undone = try Tool.run(["tag", output, output, "--remove", "mdcv", "--remove", "clli", "--remove", "amve"])
    #expect(undone.code == 0, "\(undone.errors)")
    #expect(try frames(output) == before)
    #expect(try !Tool.run(["info", output]).text.contains("314 lux"))
    #expect(try folder.names == ["in-" + name, name].sorted())
  }

  @Test func whatTheStreamSaysOtherwiseIsTold() throws {
    let folder = try Folder()
    let file = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["tag", file, folder["out.mov"], "--transfer", "pq"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("the transfer is smpte2084 in the container, but arib-std-b67 in the stream"))
    let words = try Tool.run(["info", folder["out.mov"]]).text
    #expect(
      words.contains("bt2020nc (as above)") || words.contains("matrix           bt2020nc"), "the rest stays: \(words)")
    #expect(words.contains("Dolby Vision 8.4"))
  }

  /// A movie can be written to a pipe but not read from one: that once waited forever for a second writer.
  @Test func aPipeIsWrittenAndNotRead() throws {
    let folder = try Folder()
    _ = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo pipe; cat pipe > got & timeout -s KILL 20 tonemap tag in.mov pipe --transfer pq; echo $?
      wait $!; timeout -s KILL 20 tonemap tag pipe out.mov --transfer pq; echo $?
      """)
    #expect(outcome.text.split(separator: "\n") == ["0", "66"], "\(outcome.errors)")
    #expect(outcome.complaints.first?.contains("was not checked") == true, "\(outcome.errors)")
    #expect(try Tool.run(["tag", folder["in.mov"], folder["out.mov"], "--transfer", "pq"]).code == 0)
    #expect(try folder.bytes("got") == folder.bytes("out.mov"))
  }

  @Test func aDistanceAcrossTheHeaderIsRefused() throws {
    let folder = try Folder()
    // A fragment before the movie header, its media data after it.
    let fragment = box(
      "moof",
      box("traf", fullBox("tfhd", flags: 0x02_0000, big(1, 4)), fullBox("trun", flags: 1, big(1, 4), big(9999, 4))))
    let phone = MediaInfoTests.phone
    let movie = Data(phone.before + fragment + phone.bytes.dropFirst(phone.before.count) + box("mdat", zeros(9999)))
    let file = try folder.file("in.mov", movie)
    let outcome = try Tool.run(["tag", file, file, "--max-cll", "1000,400"])
    #expect(outcome.code == 65 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("/moof/traf/trun at byte"), "\(outcome.errors)")
    #expect(try folder.bytes("in.mov") == movie, "nothing is lost on failure")
    // A replacement of equal size moves nothing, so fragments do not matter.
    #expect(try Tool.run(["tag", file, folder["out.mov"], "--transfer", "pq"]).code == 0)
    #expect(try folder.bytes("out.mov").count == movie.count)
  }

  @Test(arguments: [100, 300, 500]) func aDamagedMovieStaysAsItIs(length: Int) throws {
    let folder = try Folder()
    let damaged = Data(MediaInfoTests.phone.bytes.prefix(length))
    let file = try folder.file("in.mov", damaged)
    let outcome = try Tool.run(["tag", file, file, "--max-cll", "1000,400"])
    #expect(outcome.code == 65 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(try folder.bytes("in.mov") == damaged)
    #expect(try folder.names == ["in.mov"])
  }

  /// If nothing can be written, the movie does not change, and no other file is left.
  @Test(
    arguments: [
      ("ulimit -f 0; tonemap tag in.mov in.mov --max-cll 1000,400", "74"),
      ("tonemap tag in.mov /dev/full --max-cll 1000,400", "74"),
      ("tonemap tag in.mov in.mov/out.mov --max-cll 1000,400", "73"),
    ] as [(Script, String)]) func whatCannotBeWrittenCostsNothing(line: Script, code: String) throws
  {
    let folder = try Folder()
    let movie = Data(MediaInfoTests.phone.bytes)
    _ = try folder.file("in.mov", movie)
    let outcome = try Tool.shell("cd \(folder.path); (\(line)) 2> /dev/null; echo $?")
    #expect(outcome.text == code + "\n", "\(outcome.text)")
    #expect(try folder.bytes("in.mov") == movie)
    #expect(try !folder.names.contains { $0.hasSuffix(".part") })
  }

  /// A replaced movie keeps its permissions; for a link, the file that it leads to is replaced.
  @Test(arguments: [0o640, 0o600, 0o664]) func whoMayReadStays(mode: Int) throws {
    let folder = try Folder()
    // A name of the maximum allowed length.
    let name = String(repeating: "n", count: 251) + ".mov"
    let file = try folder.file(name, Data(MediaInfoTests.phone.bytes))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: folder["link.mov"], withDestinationPath: name)
    let link = folder["link.mov"]
    #expect(try Tool.run(["tag", link, link, "--max-cll", "1000,400"]).code == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == mode)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == name)
    #expect(try folder.bytes(name) != Data(MediaInfoTests.phone.bytes))
    #expect(try folder.names == ["link.mov", name])
  }

  @Test func mistakesCostALine() throws {
    let folder = try Folder()
    let file = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    #expect(try Tool.run(["tag", file, folder["out.mov"]]).code == 64)
    #expect(try Tool.run(["tag", file, "-", "--transfer", "pq"]).code == 64)
    #expect(try Tool.run(["tag", folder["none.mov"], folder["out.mov"], "--transfer", "pq"]).code == 66)
    #expect(try Tool.run(["tag", file, folder["no/out.mov"], "--transfer", "pq"]).code == 73)
    #expect(try folder.names == ["in.mov"])
  }
}
