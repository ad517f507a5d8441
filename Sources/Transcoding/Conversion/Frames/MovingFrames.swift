internal import ToneMapping

/// Frames that are ready to be read: their light is measured as far as needed in advance.
struct PreparedFrames<Source: FrameSource> {
  let source: Source
  let curves: ToneCurveSchedule
  let backdrop: Backdrop?
  /// Reads the next frame; takes its index.
  let read: @Sendable (Source.Input, Int) throws -> PendingCurve?
}

/// Frames that are being read and converted.
struct MovingFrames<Output: OutputPicture>: Sendable {
  /// When their preparation began, for frames that a caller pulls; otherwise when they began to move.
  let begin: ContinuousClock.Instant
  let pump: FramePump<Output>
  let curves: ToneCurveSchedule
  let backdrop: Backdrop?
  let worker: ConversionWorker?
  /// The counter of frames that are brighter than stated.
  let bright: BrightPictures?

  func facts(_ count: Int) -> ChunkFacts {
    ChunkFacts(
      frames: count, light: worker?.contentLight, brightFrames: bright?.count ?? 0, brightest: bright?.brightest ?? 0)
  }

  var assumed: [Finding] { worker?.findings ?? [] }
}
