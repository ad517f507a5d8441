import Movies
import Testing
import VideoFrames

/// A part of a movie has the pictures that it has in the whole.
@Suite struct MovingTests {
  /// The place of each picture, by number and by time, leads to that picture, and to no other.
  private func checkAllPlaces(of path: String) throws {
    let whole = try readClip(path)
    let base = whole.video.timeBase.value
    let start = whole.video.start?.count ?? 0
    // AVI does not say when pictures are shown that are decoded in another order.
    let rate = try #require(whole.video.frameRate).value
    let times = whole.times.enumerated().map { $1.time.map { Double($0 - start) * base } ?? Double($0) / rate }
    for (number, seconds) in times.enumerated() {
      // After the picture before, and up to the picture itself.
      let before = number == 0 ? 0 : times[number - 1]
      for place in [
        MovieReader.Position.number(number), .seconds(Seconds(seconds)),
        .seconds(Seconds((before * 2 + seconds * 3) / 5)),
      ] {
        let file = OpenedFile(reading: path)
        let reader = try MovieReader(descriptor: file.descriptor, name: path, threads: 2)
        let found = try #require(try reader.move(to: place), "\(place)")
        #expect(found.number == number && abs(found.seconds.value - seconds) < 1e-9, "\(place): \(found)")
        var frame = try reader.makeFrame()
        var rest: [Shown] = []
        while try reader.read(into: &frame) {
          if rest.isEmpty { #expect((frame.withView(samples) == whole.pictures[number]) as Bool, "\(place)") }
          rest.append(Shown(time: frame.time?.count, duration: frame.duration?.count))
        }
        #expect(rest.map(\.time) == whole.times[number...].map(\.time), "\(place)")
      }
    }
    for place in [MovieReader.Position.number(whole.times.count), .seconds(1e6), .seconds(Seconds(.infinity))] {
      let file = OpenedFile(reading: path)
      let reader = try MovieReader(descriptor: file.descriptor, name: path, threads: 1)
      #expect(try reader.move(to: place) == nil, "\(place)")
    }
  }

  @Test func ofVariableRate() throws {
    let folder = try Folder()
    let encoding = VideoEncoding(encoder: "ffv1", format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 1000)!)
    _ = try writeClip(folder["clip"], container: "matroska", encoding, times: TimeTests.variable.map { $0 + 500 })
    try checkAllPlaces(of: folder["clip"])
  }

  /// Pictures that are shown in another order than they are decoded, and groups that begin with pictures that need the group before.
  @Test(
    .enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264"),
    arguments: ["mp4", "mkv", "ts", "mpg", "avi"], ["0", "1"])
  func ofOtherOrders(ending: String, isOpen: String) throws {
    let folder = try Folder()
    let encoder =
      ending == "mpg"
      ? ["mpeg2video"] : ["libx264", "-x264-params", "keyint=8:bframes=3:b-adapt=0:open-gop=\(isOpen)"]
    _ = try #require(
      output(
        of: "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v"] + encoder
          + ["-bf", "3", folder["in." + ending]]))
    try checkAllPlaces(of: folder["in." + ending])
    guard ending == "mp4" || ending == "mkv" else { return }
    // As phones do it: the first pictures are there, but an edit list leaves them out, and moves the times that pictures are shown at.
    let cut = ["-v", "error", "-ss", "0.2", "-i", folder["in." + ending], "-c", "copy", folder["cut.mov"]]
    _ = try #require(output(of: "ffmpeg", cut))
    try checkAllPlaces(of: folder["cut.mov"])
  }
}
