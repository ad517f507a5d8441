/// Counts the frames of a phase, and reports progress.
package struct FrameCounter {
  let phase: ConversionProgress.Phase
  let range: FrameRange
  let clip: Clip
  let control: RunControl
  var destination: Destination?
  private(set) var frames = 0
  private let start = ContinuousClock.now

  init(_ phase: ConversionProgress.Phase, _ range: FrameRange, of clip: Clip, _ control: RunControl) {
    (self.phase, self.range, self.clip, self.control) = (phase, range, clip, control)
  }

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  mutating func advance() {
    frames += 1
    control.show(progress(isComplete: false))
  }

  func finish() { control.show(progress(isComplete: true)) }

  private func progress(isComplete: Bool) -> ConversionProgress {
    ConversionProgress(
      phase: phase, frames: frames, expectedFrames: range.expected, isEstimated: range.isEstimated, seconds: seconds,
      shown: clip.frameRate.map { Double(frames) / $0.value },
      bytes: isComplete ? nil : destination.flatMap { $0.isFile ? System.status(of: $0.descriptor)?.length : nil },
      isComplete: isComplete)
  }
}
