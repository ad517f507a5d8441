import Dispatch
import HDRMetadata
import JSONText
import Synchronization
import SystemCalls
import ToneMapping
import Transcoding

/// The converted frames of a movie, which a caller takes one after the other.
///
/// The conversion runs on its own thread, ahead of the caller. It copies a frame when the caller waits for it.
final class MovieFrames: Sendable {
  /// A copied frame.
  struct Copied {
    let index: Int
    let seconds: Double?
  }

  private enum Answer {
    case frame(Copied)
    case end((any Error)?)
  }

  private struct State {
    /// The destination of the waiting caller's frame; `nil` if no caller waits.
    var target: FrameCopy?
    var answer: Answer?
    var isStarted = false
    var isClosed = false
  }

  let conversion: MovieConversion
  private let state = Mutex(State())
  /// Held by the caller that takes a frame.
  private let turn = Mutex(())
  private let asked = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)

  init(_ conversion: MovieConversion) { self.conversion = conversion }

  /// Copies the next frame; `nil` after the last.
  func next(into output: inout MutableFrameView) throws -> Copied? {
    let target = try FrameCopy(output, conversion.facts.size)
    return try turn.withLock { _ in
      if case .end(let error)? = state.withLock({ $0.answer }) {
        if let error { throw error }
        return nil
      }
      try start()
      state.withLock { $0.target = target }
      asked.signal()
      answered.wait()
      let answer = state.withLock { state in
        state.target = nil
        return state.answer
      }
      switch answer {
      case .frame(let frame): return frame
      case .end(let error?): throw error
      case .end(nil), nil: return nil
      }
    }
  }

  /// Ends the conversion; a waiting caller gets no frame.
  func close() {
    state.withLock { $0.isClosed = true }
    asked.signal()
  }

  /// - Throws: `system` if the maximum number of movies is being read: each takes three of Dispatch's threads.
  private func start() throws {
    guard !state.withLock({ $0.isStarted }) else { return }
    guard DispatchThreads.areGrantedToFrameLoop else {
      throw TranscodingError.system(
        "the system grants no threads or descriptors for the frames; raise its limits, or close files")
    }
    try Self.running.withLock { running in
      guard running < Self.atOnce else {
        throw TranscodingError.system(
          "\(Self.atOnce) movies are being read, but no more can be at once; free one, or take all of its frames")
      }
      running += 1
    }
    state.withLock { $0.isStarted = true }
    DispatchQueue(label: "tonemap.movie").async { [self] in
      var end: (any Error)?
      do {
        let result = try conversion.forEachFrame { view, index, seconds in
          asked.wait()
          let (target, isClosed) = state.withLock { ($0.target, $0.isClosed) }
          guard !isClosed, let target else { throw CancellationError() }
          target.copy(view)
          state.withLock { $0.answer = .frame(Copied(index: index, seconds: seconds)) }
          answered.signal()
        }
        try result.requireWhole()
      } catch {
        end = error
      }
      // The caller that waits now, or the next one, gets the end.
      if !state.withLock({ $0.isClosed }) { asked.wait() }
      state.withLock { $0.answer = .end(end) }
      Self.running.withLock { $0 -= 1 }
      answered.signal()
    }
  }

  private static let running = Mutex(0)
  private static let atOnce = 64
}

extension MovieFrames {
  /// The properties of the movie that a caller needs before taking frames.
  var json: JSONValue {
    let facts = conversion.facts
    return JSONValue([
      "width": facts.size.width, "height": facts.size.height, "pixel_format": conversion.plan.outputFormat.name,
      "frames": facts.frameCount, "frame_rate": facts.frameRate?.fraction,
      "plan": conversion.decision.report(in: .keys),
      "findings": conversion.findings.map { $0.named(in: .keys).jsonValue },
    ])
  }
}

/// A caller's picture, which is written while the caller waits.
private struct FrameCopy: @unchecked Sendable {
  private let planes: [MutableFrameView.Plane]
  private let format: PixelFormat

  /// - Throws: `Misuse` for a picture of another size.
  init(_ output: borrowing MutableFrameView, _ size: PictureSize) throws {
    guard output.width == size.width, output.height == size.height else {
      throw Misuse(
        "the output is \(output.width)x\(output.height), but the frames of the movie are \(size); tonemap_movie_describe says so before"
      )
    }
    (planes, format) = (output.planes, output.format)
  }

  /// Copies a frame of the movie.
  func copy(_ view: borrowing FrameView) {
    let shapes = format.planes(width: view.width, height: view.height)
    for ((source, target), shape) in zip(zip(view.planes, planes), shapes) {
      guard var from = source.start, var to = target.start else { continue }
      for _ in 0..<shape.height {
        to.copyMemory(from: from, byteCount: shape.bytesPerRow)
        (from, to) = (from + source.stride, to + target.stride)
      }
    }
  }
}
