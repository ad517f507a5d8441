import LightStatistics
import Testing

struct LightPlotTests {
  private static let pictures =
    (0..<30).map { time in MadePicture { x, y in Scenery.landscape(x, y, window: 0.02 * Double(time)) } }
    + (0..<30).map { _ in MadePicture { Scenery.room($0, $1) } }

  @Test func scenesAndLimitsAreDrawn() {
    let clip = clip(Self.pictures)
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
  @Test func longClipsAreNotLonger() {
    let frame = FrameSummary(Self.pictures[0].statistics(0))
    let frames = (0..<50_000).map { index in
      var frame = frame
      (frame.index, frame.seconds, frame.sceneChange) = (index, nil, 0)
      return frame
    }
    let svg = LightPlot(ClipStatistics(header: MadePicture.header, frames: frames), title: "long").svg
    #expect(svg.utf8.count < 200_000, "\(svg.utf8.count)")
    #expect(svg.contains(">frame</text>"))
    #expect(svg.contains(">45000</text>"))
  }

  @Test func oneBlackFrame() {
    let svg = LightPlot(clip([MadePicture { _, _ in 0 }]), title: "").svg
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
