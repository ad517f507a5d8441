import Colorimetry
import HDRMetadata
import LightStatistics
import TestSupport
import Testing

/// The light of curves, for clips in which only the numbers matter: each frame has a peak, and looks like its scene.
struct DynamicLightTests {
  /// Frames whose 99.99 percent reach these 12-bit codes. A change of the scene is a cut.
  private func clip(
    _ peaks: [Int], scenes: [Int]? = nil, averages: [Double]? = nil, hot: Set<Int> = [],
    rate: FrameRate? = FrameRate(24, 1)
  ) -> ClipStatistics {
    let header = ClipHeader(width: 1000, height: 1000, frameRate: rate)
    let frames = peaks.indices.map { place in
      var counts = [Int](repeating: 0, count: 4096)
      counts[min(500, peaks[place])] += hot.contains(place) ? 998_999 : 999_000
      counts[peaks[place]] += 1000
      // One pixel of a million.
      if hot.contains(place) { counts[4095] += 1 }
      let distribution = LightDistribution(counts: counts)
      let luminance = LightDistribution(
        histogram: distribution.histogram, minimumCode: distribution.minimumCode, maximumCode: distribution.maximumCode,
        averagePQ: averages.map { SignalLevel($0[place]) } ?? 0.25, percentileCodes: distribution.percentileCodes)
      let maximum = hot.contains(place) ? .nits(10_000) : PQ12Code(peaks[place]).luminance
      let scene = scenes?[place] ?? 0
      return FrameSummary(
        FrameStatistics(
          index: 100 + place, activeArea: PictureArea(left: 0, top: 0, width: 1000, height: 1000),
          maximumComponents: Light(neutral: maximum), maxRGBSum: 1, maxRGB: distribution,
          luminance: luminance,
          outsideBT709: 0, outsideP3: 0,
          grid: LightGrid(codes: (0..<144).map { ($0 + scene) % 3 == 0 ? 200 : 20 })))
    }
    return ClipStatistics(header: header, frames: frames)
  }

  private func peaks(_ clip: ClipStatistics, _ mode: DynamicLight.Mode = .frame) -> [Double] {
    DynamicLight(of: clip, mode: mode, floor: .nits(1)).lights.map(\.peak.nits)
  }

  /// The light of the upper edge of a code.
  private func light(_ code: Int) -> Double {
    PerceptualQuantizer().eotf(SignalLevel(min(1, (Double(code) + 0.5) / 4095))).nits
  }

  @Test func modesAreThoseOfTheClipItsScenesAndItsFrames() {
    let clip = clip(
      [1500, 1600, 1500, 1500, 1500, 1500, 3000, 3000, 3100, 3000, 3000, 3000],
      scenes: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
      averages: [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4])
    #expect(clip.scenes.map(\.firstFrame) == [100, 106])
    #expect(Set(peaks(clip, .static)) == [light(3100)])
    #expect(peaks(clip, .scene) == Array(repeating: light(1600), count: 6) + Array(repeating: light(3100), count: 6))
    let scene = DynamicLight(of: clip, mode: .scene)
    #expect(scene[100]?.average == PerceptualQuantizer().eotf(0.2))
    #expect(scene[111]?.average == PerceptualQuantizer().eotf(0.4))
    for index in [99, 112, Int.min, Int.max] { #expect(scene[index] == nil) }
  }

  /// Never below the frame's own peak, nor above the maximum of the scene; and the same from both ends.
  @Test func smoothedPeaksNeverClipAndAreSymmetric() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<20 {
      let codes = (0..<150).map { _ in Int.random(in: 200...4095, using: &random) }
      let smoothed = peaks(clip(codes))
      #expect(zip(smoothed, codes).allSatisfy { $0 >= light($1) && $0 <= light(codes.max()!) })
      let reversed = peaks(clip(codes.reversed()))
      #expect(reversed == smoothed.reversed())
    }
  }

  @Test func aFadeDoesNotPump() {
    let codes = (0..<40).map { _ in 3000 } + (0..<72).map { 3000 - 30 * $0 } + (0..<40).map { _ in 840 }
    let smoothed = peaks(clip(codes))
    #expect(zip(smoothed, smoothed.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(smoothed.first == light(3000))
    #expect(smoothed.last == light(840))
  }

  /// The average moves with the peak, from the same frame to the same frame; otherwise a fade moves what stays the same back and forth.
  @Test func theAverageMovesWithThePeak() {
    let steps = (0..<120).map { min(max($0 - 40, 0), 30) }
    let clip = clip(steps.map { 1000 + 60 * $0 }, averages: steps.map { 0.1 + 0.01 * Double($0) })
    let lights = DynamicLight(of: clip, mode: .frame, floor: .nits(1)).lights
    let pq = PerceptualQuantizer()
    let peaks = lights.map { (pq.inverseEOTF($0.peak).value * 4095 - 1000.5) / 60 }
    let averages = lights.map { (pq.inverseEOTF($0.average ?? .nits(0)).value - 0.1) / 0.01 }
    #expect(zip(peaks, averages).allSatisfy { abs($0 - $1) < 0.02 })
    #expect(peaks[27] > 0 && peaks[15] < 0.01)
  }

  @Test func aFlashLeavesNoDip() {
    let codes = (0..<120).map { (60..<62).contains($0) ? 3500 : 1800 }
    let smoothed = peaks(clip(codes))
    #expect(smoothed.min() == light(1800))
    #expect(smoothed[60] == light(3500))
    // It rises and falls once.
    #expect(zip(smoothed[..<61], smoothed[1..<61]).allSatisfy { $0 <= $1 })
    #expect(zip(smoothed[61...], smoothed[62...]).allSatisfy { $0 >= $1 })
    // No step is larger than a 25th of the change.
    let signals = smoothed.map { PerceptualQuantizer().inverseEOTF(.nits($0)).value * 4095 }
    #expect(zip(signals, signals.dropFirst()).allSatisfy { abs($0 - $1) <= 1700 / 25 + 0.01 })
    // The average does not see it.
    let averages = (0..<120).map { (60..<62).contains($0) ? 0.9 : 0.25 }
    let light = DynamicLight(of: clip(codes, averages: averages), mode: .frame)
    #expect(Set(light.lights.map(\.average)) == [PerceptualQuantizer().eotf(0.25)])
  }

  @Test func noWindowReachesOverACut() {
    let codes = (0..<40).map { _ in 1500 } + (0..<40).map { _ in 3500 }
    let scenes = (0..<80).map { $0 / 40 }
    #expect(peaks(clip(codes, scenes: scenes)) == codes.map(light))
    // The same without a cut.
    #expect(peaks(clip(codes)) != codes.map(light))
  }

  @Test func aHotPixelIsIgnoredAndTold() {
    let clip = clip((0..<60).map { _ in 2600 }, hot: [30, 31])
    for mode in DynamicLight.Mode.allCases {
      let light = DynamicLight(of: clip, mode: mode)
      #expect(Set(light.lights.map(\.peak.nits)) == [self.light(2600)])
      #expect(
        light.finding?.found
          == "2 of 60 frames have pixels above the peak in use, at most one of 10000 in each, up to 10000 cd/m² in frame 130"
      )
    }
    #expect(DynamicLight(of: self.clip([2600, 2600]), mode: .frame).finding == nil)
  }

  @Test func peaksHaveAFloorAndACeiling() {
    let dark = clip([300, 300, 400])
    #expect(DynamicLight(of: dark, mode: .frame).lights.allSatisfy { $0.peak == .referenceWhite })
    #expect(DynamicLight(of: dark, mode: .scene, floor: .nits(100)).lights.allSatisfy { $0.peak == .nits(100) })
    #expect(peaks(clip([4095, 4095])).allSatisfy { $0 == 10_000 })
  }

  /// In half a second of its own rate, and for 24 frames per second without one.
  @Test(
    arguments: [
      (FrameRate(24000, 1001), 12), (FrameRate(60, 1), 30), (FrameRate(25, 1), 13), (nil, 12),
      (FrameRate(1_000_000, 1), 120),
    ] as [(FrameRate?, Int)])
  func windowsAreSeconds(_ rate: FrameRate?, _ halfWidth: Int) {
    let codes = (0..<501).map { $0 == 250 ? 3000 : 1000 }
    let smoothed = peaks(clip(codes, rate: rate))
    #expect(smoothed.filter { $0 > light(1000) }.count == 4 * halfWidth + 1)
  }

  /// A list of the frames around gives the light that the whole list does.
  @Test func onePassEqualsFrameByFrame() {
    var random = SeededNumbers(seed: 3)
    let codes = (0..<200).map { _ in Int.random(in: 500...3500, using: &random) }
    let averages = (0..<200).map { _ in Double(Int.random(in: 100_000...500_000, using: &random)) / 1e6 }
    let clip = clip(codes, scenes: (0..<200).map { $0 < 70 ? 0 : 1 }, averages: averages)
    let whole = DynamicLight(of: clip, mode: .frame).lights
    let ahead = DynamicLight.lookAhead(for: clip.header)
    #expect(ahead == 42)
    for place in clip.frames.indices {
      let near = max(0, place - ahead)..<min(200, place + ahead + 1)
      let light = DynamicLight.light(at: place - near.lowerBound, among: Array(clip.frames[near]), of: clip.header)
      #expect(light == whole[place], "frame \(place)")
    }
    // With fewer frames it never clips.
    for place in clip.frames.indices {
      let near = max(0, place - 5)..<min(200, place + 6)
      let light = DynamicLight.light(
        at: place - near.lowerBound, among: Array(clip.frames[near]), of: clip.header, floor: .nits(1))
      #expect(light.peak.nits >= self.light(codes[place]))
    }
  }

  @Test func blackFramesHaveNoAverage() {
    let black = (0..<30).map { _ in MadePicture { _, _ in 0 } }
    let clip = LightStatisticsTests.clip(black)
    for mode in DynamicLight.Mode.allCases {
      let lights = DynamicLight(of: clip, mode: mode).lights
      #expect(lights.allSatisfy { $0.average == nil && $0.peak == .referenceWhite })
    }
  }
}
