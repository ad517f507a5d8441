// The light of each frame of a scene, smoothed so that a picture does not pump.
//
// The peak of a frame is the maximum within half a second before and after, averaged over the same window, in PQ. So it is never below the frame's
// own peak; it looks ahead as far as back; it rises before a flash and falls after it, without a dip; and it is monotone in a fade. It changes in
// even steps: at 24 frames per second, by 1/25 of the change of the surrounding peaks, and no ramp over as many frames has smaller steps. The
// average is smoothed in the same way, so that both move together, after bright intervals no longer than a flash are removed. No window crosses a
// cut.
//
// Sums are integers, so the result is the same on every CPU.
extension ClipHeader {
  /// Half a second: a whole window is one second, in which libplacebo's peak detection adapts (its time constant is 20 frames).
  private static let halfSeconds = 0.5
  /// The half width of the smallest window that no flash fills.
  private static let flashHalfWidth = ClipScene.longestFlash / 2 + 1

  /// The number of frames from the center of a window to its end; without a frame rate, that of 24 frames per second.
  private var halfWidth: Int {
    // Clips of high-speed cameras play at another rate, so a window has at most 240 frames.
    Int(min(120, max(1, ((frameRate?.value ?? 24) * Self.halfSeconds).rounded())))
  }

  /// The number of frames ahead, and back, on which the light of a frame depends.
  var smoothingReach: Int { 2 * halfWidth + 2 * Self.flashHalfWidth }

  /// The smoothed light of the frames of a scene.
  func smoothedLights(of scene: ArraySlice<FrameSummary>, _ floor: Luminance) -> [DynamicLight.Levels] {
    let peaks = ramps(over: scene.map(\.peakHalfCode))
    // The mean PQ signals of luminance in millionths, their rounding unit; `nil` if everything is black.
    let means = scene.map { frame in
      frame.activeArea.map { _ in Int((frame.luminance.averagePQ.value * 1e6).rounded()) }
    }
    let minimum = Self.extremes(of: means, within: Self.flashHalfWidth, min)
    let averages = ramps(over: Self.extremes(of: minimum, within: Self.flashHalfWidth, max))
    return zip(peaks, averages).map { peak, average in
      DynamicLight.Levels(peakHalfCode: peak ?? 0, average: average.map { SignalLevel($0 / 1e6) }, floor)
    }
  }

  /// The mean of the maximum values around each index; `nil` where none is known.
  private func ramps(over values: [Int?]) -> [Double?] {
    let halfWidth = halfWidth
    let maximum = Self.extremes(of: values, within: halfWidth, max)
    return maximum.indices.map { place in
      let known = maximum[Self.window(place, halfWidth, of: maximum)].compactMap(\.self)
      return known.isEmpty ? nil : Double(known.reduce(0, +)) / Double(known.count)
    }
  }

  /// The minimum or maximum of the known values around each index.
  private static func extremes(of values: [Int?], within reach: Int, _ extreme: (Int, Int) -> Int) -> [Int?] {
    values.indices.map { place in
      values[window(place, reach, of: values)].reduce(nil) { found, value in
        guard let found, let value else { return found ?? value }
        return extreme(found, value)
      }
    }
  }

  private static func window(_ place: Int, _ reach: Int, of values: [Int?]) -> Range<Int> {
    max(0, place - reach)..<min(values.count, place + reach + 1)
  }
}
