import Colorimetry
import HDRMetadata
import LightStatistics
import TestSupport
import Testing

struct StatisticsFoldTests {
  /// A landscape into which the camera pans, cut to a room, with a flash, and faded out.
  private static let pictures: [MadePicture] =
    (0..<40).map { time in
      MadePicture { Scenery.landscape($0 + 0.004 * Double(time), $1) * (1 + 0.05 * Scenery.noise($0, $1, time)) }
    }
    + (0..<40).map { time in
      MadePicture { x, y in
        let light = Scenery.room(x, y) * (1 + 0.05 * Scenery.noise(x, y, time))
        return (20..<22).contains(time) ? 3000 : light * Double(min(40 - time, 12)) / 12
      }
    }

  private func fold(_ files: [(name: String, text: [UInt8])]) throws -> ClipStatistics {
    var fold = StatisticsFold()
    for file in files {
      fold.begin(file.name)
      try fold.take(file.text)
      try fold.finish()
    }
    return try fold.clip()
  }

  /// The files of these ranges of frames; a part does not know the frame before its first.
  private func files(_ ranges: [Range<Int>], of frames: [FrameStatistics]) -> [(name: String, text: [UInt8])] {
    ranges.enumerated().map { number, range in
      var part = Array(frames[range])
      part[0].sceneChange = nil
      return ("part\(number).jsonl", MadePicture.header.line + part.flatMap(\.line))
    }
  }

  /// Any split, in any order, overlapping, and joined: the same statistics.
  @Test(arguments: [1, 2, 3, 7, 80])
  func theSplitDoesNotMatter(_ count: Int) throws {
    let all = frames(Self.pictures)
    let whole = try fold(files([0..<all.count], of: all))
    var random = SeededNumbers(seed: UInt64(count))
    for overlap in [0, 3] {
      let ranges = (0..<count).map { part in
        part * all.count / count..<min(all.count, (part + 1) * all.count / count + overlap)
      }
      let parts = files(ranges, of: all).shuffled(using: &random)
      let joined = try fold([("all.jsonl", parts.flatMap(\.text))])
      for clip in [try fold(parts), joined] {
        #expect(clip.frames == whole.frames)
        #expect(clip.scenes == whole.scenes)
        #expect(clip.contentLight == whole.contentLight)
      }
    }
    #expect(whole.scenes.map(\.firstFrame) == [0, 40])
  }

  @Test func maximumAndAverageAreThoseOfCTA861() throws {
    // Letterbox in the first frame only: the union of areas is the whole picture.
    let boxed = MadePicture { _, y in abs(y - 0.5) > 0.25 ? 0 : 100 }
    let open = MadePicture { x, _ in x < 0.5 ? 10.25 : 100.25 }
    let clip = try fold(files([0..<2], of: frames([boxed, open])))
    // Both numbers, 100.25 and 55.25, are rounded up.
    #expect(clip.contentLight == ContentLightLevel(maxCLL: 101, maxFALL: 56))
    // Letterbox in both: only the rest counts.
    let alone = try fold(files([0..<1], of: frames([boxed])))
    #expect(alone.contentLight == ContentLightLevel(maxCLL: 100, maxFALL: 100))
    let black = try fold(files([0..<1], of: frames([MadePicture { _, _ in 0 }])))
    #expect(black.contentLight == ContentLightLevel(maxCLL: nil, maxFALL: nil))
  }

  @Test func whatContradictsIsToldWithBothPlaces() throws {
    let all = frames(Self.pictures)
    var parts = files([0..<20, 15..<80], of: all)
    var other = all[17]
    // One pixel is counted in another place.
    var histogram = other.luminance.histogram
    histogram[70] -= 1
    histogram[69] += 1
    other.luminance = LightDistribution(
      histogram: histogram, minimumCode: other.luminance.minimumCode, maximumCode: other.luminance.maximumCode,
      averagePQ: other.luminance.averagePQ, percentileCodes: other.luminance.percentileCodes)
    parts.append(("other.jsonl", MadePicture.header.line + other.line))
    let error = try #require(throws: StatisticsError.self) { try fold(parts.reversed()) }
    #expect("\(error)".hasPrefix("frame 17 differs between line 2 of other.jsonl and line"), "\(error)")
  }

  /// A change that a line states is taken, from whichever of two lines knows it.
  @Test func theChangeThatIsKnownIsTaken() throws {
    let first = MadePicture { Scenery.room($0, $1) }.statistics(0)
    var (known, unknown) = (first, first)
    (known.index, known.sceneChange) = (1, 0.75)
    (unknown.index, unknown.sceneChange) = (1, nil)
    for lines in [known.line + unknown.line, unknown.line + known.line] {
      let clip = try fold([("a.jsonl", MadePicture.header.line + first.line + lines)])
      #expect(clip.frames.map(\.sceneChange) == [nil, 0.75])
    }
  }

  /// A pipe does not know how many frames there are; the container does.
  @Test func aCountThatIsUnknownContradictsNone() throws {
    let frame = MadePicture { Scenery.room($0, $1) }.statistics(0).line
    var counted = MadePicture.header
    counted.frameCount = 5
    for headers in [[counted, MadePicture.header], [MadePicture.header, counted]] {
      let clip = try fold([("a.jsonl", headers[0].line + frame), ("b.jsonl", headers[1].line + frame)])
      #expect(clip.header.frameCount == 5)
      #expect(clip.findings.map(\.found) == ["frames 1…4 were not measured"])
    }
  }

  @Test func gapsAreToldWithTheLinesAtBothSides() throws {
    let error = try #require(throws: StatisticsError.self) {
      try fold(files([50..<80, 0..<20, 21..<30], of: frames(Self.pictures)))
    }
    #expect(
      "\(error)"
        == "frame 20 is missing between line 21 of part1.jsonl and line 2 of part2.jsonl, but all were expected; measure them too"
    )
    let wide = try #require(throws: StatisticsError.self) {
      try fold(files([50..<80, 0..<30], of: frames(Self.pictures)))
    }
    #expect("\(wide)".hasPrefix("frames 30…49 are missing between line 31 of part1.jsonl and line 2 of part0.jsonl"))
  }

  @Test func headersMustAgree() throws {
    let frame = MadePicture { Scenery.room($0, $1) }.statistics(0).line
    var other = MadePicture.header
    other.transfer = .hlg
    let error = try #require(throws: StatisticsError.self) {
      try fold([("a.jsonl", MadePicture.header.line + frame), ("b.jsonl", other.line + frame)])
    }
    #expect(
      "\(error)"
        == "transfer is arib-std-b67 in line 1 of b.jsonl, but smpte2084 was expected, as in line 1 of a.jsonl; fold files of one clip"
    )
    let missing = try #require(throws: StatisticsError.self) { try fold([("a.jsonl", frame)]) }
    #expect("\(missing)".hasPrefix("line 1 of a.jsonl is a frame, but a header was expected before it"))
    let empty = try #require(throws: StatisticsError.self) { try fold([("a.jsonl", MadePicture.header.line)]) }
    #expect("\(empty)".hasPrefix("there are no statistics of frames"))
    let cut = try #require(throws: StatisticsError.self) {
      try fold([("a.jsonl", MadePicture.header.line + frame + frame.prefix(800))])
    }
    #expect("\(cut)".hasPrefix("line 3 of a.jsonl is truncated"))
  }

  @Test func framesMissingAtTheEndsAreFindings() throws {
    var header = MadePicture.header
    header.frameCount = 90
    let part = frames(Array(Self.pictures[10..<80]), from: 10)
    let clip = try fold([("a.jsonl", header.line + part.flatMap(\.line))])
    #expect(clip.findings.map(\.found) == ["frames 0…9 were not measured", "frames 80…89 were not measured"])
    header.frameCount = 50
    let more = try fold([("a.jsonl", header.line + part.flatMap(\.line))])
    #expect(more.findings.map(\.code) == ["frames-missing", "more-frames-than-stated"])
  }

  /// HDR10+ by hand: two frames of known light.
  @Test func hdr10PlusIsThatOfTheScene() throws {
    var dim = MadePicture { x, _ in x < 0.25 ? 400 : 50 }.statistics(0)
    dim.maximumComponents = Light.nits(400, 30, 50)
    let bright = MadePicture { x, _ in x < 0.25 ? 401 : 101 }.statistics(1)
    let clip = try fold([("a.jsonl", MadePicture.header.line + dim.line + bright.line)])
    let document = clip.hdr10Plus(by: .init(name: "tonemap", version: "1"))
    #expect(document.profile == "A")
    #expect(document.frames.map(\.indexInScene) == [0, 1])
    let window = document.frames[1].metadata.windows[0]
    #expect(window.maximumComponents == [4010, 4010, 4010])
    // The averages are 137.5 and 176 cd/m².
    #expect(window.averageMaxRGB == 1568)
    #expect(window.distribution.map(\.percentage) == [1, 5, 10, 25, 50, 75, 90, 95, 99])
    let low = UInt32((bright.maxRGB.minimumCode.luminance.nits * 10).rounded())
    let high = UInt32((bright.maxRGB.maximumCode.luminance.nits * 10).rounded())
    // Three quarters of one frame and none of the other have at most 100 cd/m².
    #expect(window.distribution.map(\.number) == [low, high, 38, low, low, low, high, high, high])
    #expect(try HDR10PlusDocument(json: document.json()) == document)
    let scene = clip.scenes[0]
    let mean = (dim.maxRGB.averagePQ.value + bright.maxRGB.averagePQ.value) / 2
    #expect(scene.minimumCode == dim.maxRGB.minimumCode)
    #expect(scene.averageCode == PQ12Code(Int((mean * 4095).rounded())))
    #expect(scene.maximumCode == bright.maxRGB.maximumCode)
  }

  /// Lines that nobody measured end in an error, and never in a trap, whatever is made of them.
  @Test func impossibleLinesAreRefused() throws {
    let frame = MadePicture { x, _ in x > 0.5 ? 400 : 0.001 }.statistics(0)
    var black = frame
    (black.activeArea, black.index) = (nil, 1)
    var sum = black
    sum.maxRGB = LightDistribution(counts: Array(repeating: 0, count: 4096))
    sum.luminance = sum.maxRGB
    var late = frame
    (late.seconds, late.index) = (1e306, 1)
    for (other, key) in [(black, "max_rgb.histogram"), (sum, "max_rgb.sum"), (late, "time")] {
      #expect(throws: StatisticsError.self) {
        try fold([("a.jsonl", MadePicture.header.line + frame.line + other.line)])
      }
      do { _ = try fold([("a.jsonl", MadePicture.header.line + frame.line + other.line)]) } catch {
        #expect("\(error)".contains(key) && "\(error)".contains("line 3"), "\(error)")
      }
    }
    // Space at the end is no line.
    #expect(try fold([("a.jsonl", MadePicture.header.line + frame.line + Array("  ".utf8))]).frames.count == 1)
  }
}
