import Testing
import ToneMapping
import Transcoding

@Suite struct LightPlotTests {
  private static let header = ClipHeader(
    width: 64, height: 36, primaries: .bt2020, transfer: .pq, frameRate: FrameRate(24000, 1001))

  /// The statistics of gray pictures, whose 10-bit PQ code is a function of the place.
  private static func frames(_ count: Int, _ code: (_ time: Int, _ x: Int, _ y: Int) -> Int) throws -> [FrameSummary] {
    var meter = try FrameMeter(.measuring(.hdr10(), reading: .gray10), width: 64, height: 36)
    var frame = try Frame(.gray10, width: 64, height: 36)
    return try (0..<count).map { time in
      for y in 0..<36 { for x in 0..<64 { try frame.setCode(code(time, x, y), component: 0, x: x, y: y) } }
      return FrameSummary(
        try meter.measure(frame, index: time, seconds: Seconds(Double(time) * 1001 / 24000)))
    }
  }

  @Test func scenesAndLimitsAreDrawn() throws {
    let frames = try Self.frames(60) { time, x, y in
      time < 30 ? (x < 30 ? 700 : 200) + time : (y < 18 ? 150 : 600) + time
    }
    let clip = ClipStatistics(header: Self.header, frames: frames)
    let svg = LightPlot(clip, title: "a <b> & \u{1}c").svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(svg.hasSuffix("</svg>\n"))
    // One cut, in the middle.
    #expect(svg.components(separatedBy: "stroke-dasharray=\"2 3\"") == 2)
    #expect(svg.contains("<path d=\"M830 110L830 690\" stroke=\"#868e96\" stroke-dasharray=\"2 3\"/>"))
    #expect(svg.contains(">a &lt;b&gt; &amp; \u{FFFD}c</text>"))
    #expect(svg.contains(">\(clip.contentLight)</text>") || svg.contains("\(clip.contentLight)</text>"))
    #expect(svg.contains("60 frames · 2 scenes"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  /// However many frames there are, the picture has no more steps than columns.
  @Test func longClipsAreNotLonger() throws {
    let frame = try Self.frames(1) { 300 + $1 + $0 + $2 }[0]
    let frames = (0..<50_000).map { index in
      var frame = frame
      (frame.index, frame.seconds, frame.sceneChange) = (index, nil, 0)
      return frame
    }
    let svg = LightPlot(ClipStatistics(header: Self.header, frames: frames), title: "long").svg
    #expect(svg.utf8.count < 200_000, "\(svg.utf8.count)")
    #expect(svg.contains(">frame</text>"))
    #expect(svg.contains(">45000</text>"))
  }

  @Test func timesBefore0AreNegative() throws {
    let frame = try Self.frames(1) { 300 + $1 + $0 + $2 }[0]
    let frames = (0..<50).map { index in
      var frame = frame
      (frame.index, frame.seconds, frame.sceneChange) = (index, Seconds(Double(4 * index - 100)), 0)
      return frame
    }
    let svg = LightPlot(ClipStatistics(header: Self.header, frames: frames), title: "early").svg
    #expect(svg.contains(">-1:00</text>") && svg.contains(">0:00</text>") && svg.contains(">1:00</text>"))
  }

  @Test func oneBlackFrame() throws {
    let svg = LightPlot(ClipStatistics(header: Self.header, frames: try Self.frames(1) { _, _, _ in 64 }), title: "")
      .svg
    #expect(svg.contains("MaxCLL unknown, MaxFALL unknown"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}

extension String {
  /// How many parts a separator makes of this text.
  fileprivate func components(separatedBy separator: String) -> Int {
    var (count, rest) = (1, self[...])
    while let range = rest.firstRange(of: separator) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
