internal import ToneMapping

/// Frames that are ready to be read: their light is measured as far as needed in advance.
struct PreparedFrames<Source: FrameSource> {
  let source: Source
  let curves: ToneCurveSchedule
  let backdrop: (any Backdrop)?
  /// Reads the next frame; takes its index.
  let read: @Sendable (Source.Input, Int) throws -> PendingCurve?
}

/// Frames that are being read and converted.
struct MovingFrames<Output: Picture>: Sendable {
  let pump: FramePump<Output>
  let curves: ToneCurveSchedule
  let backdrop: (any Backdrop)?
  let worker: ConversionWorker?
  /// The counter of frames that are brighter than stated.
  let bright: BrightPictures?

  /// The facts about frames, after the last.
  func facts(_ count: Int) -> ChunkFacts {
    var facts = ChunkFacts()
    (facts.frames, facts.light, facts.brightFrames) = (count, worker?.contentLight, bright?.count ?? 0)
    return facts
  }

  /// The assumptions for the curves of the frames.
  var assumed: [Finding] { worker?.findings ?? [] }
}

extension ChunkFacts {
  /// The light levels that an output states at the end: the counted ones, where none are stated or the stated ones are exceeded.
  func light(for stated: OutputTags) -> ContentLightLevel? {
    stated.needsContentLight || brightFrames > 0 ? light : nil
  }
}
