internal import Dispatch
internal import HDRMetadata
internal import Synchronization
internal import SystemCalls
internal import ToneMapping
public import VideoFrames

/// The converted frames of a conversion, in order.
///
/// Frames are read and converted ahead of the loop; at most two wait for it. A loop that ends early ends the conversion after the current frame. What is found
/// while frames are read is with ``MovieConversion/forEachFrame(_:)``; an input that ends before it says throws ``TranscodingError/truncated(_:)`` after its last
/// frame.
public struct ConvertedFrames: AsyncSequence, Sendable {
  private let conversion: MovieConversion

  init(of conversion: MovieConversion) { self.conversion = conversion }

  /// A converted frame. Its memory is used again when nobody holds it any more.
  public final class Frame: Sendable {
    /// The index in the input.
    public let index: Int
    /// When the frame is shown, in seconds from the start of the input; `nil` if the input states no times.
    public let seconds: Double?
    private let picture: TimedPicture
    private let pool: FramePool

    fileprivate init(_ picture: TimedPicture, index: Int, _ pool: FramePool) {
      (self.picture, self.index, self.pool) = (picture, index, pool)
      seconds = picture.seconds
    }

    deinit { pool.put(picture) }

    /// Lends the frame.
    public func withView(_ body: (borrowing FrameView) throws -> Void) throws { try picture.withView(body) }
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: Stream

    /// The next frame; `nil` after the last.
    ///
    /// - Throws: ``TranscodingError``, or `CancellationError`.
    public mutating func next() async throws -> Frame? { try await stream.next() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: Stream(conversion)) }

  /// A conversion that runs while frames are taken; it ends with the last reference.
  fileprivate final class Stream: Sendable {
    private let conversion: MovieConversion
    private let channel = FrameChannel()
    private let isStarted = Mutex(false)

    init(_ conversion: MovieConversion) { self.conversion = conversion }

    deinit { if isStarted.withLock(\.self) { conversion.control.cancel() } }

    func next() async throws -> Frame? {
      start()
      return try await withTaskCancellationHandler {
        try await channel.take()
      } onCancel: {
        conversion.control.cancel()
      }
    }

    /// Starts the conversion, on a thread that is not one of the few that tasks share.
    private func start() {
      let wasStarted = isStarted.withLock { isStarted in
        defer { isStarted = true }
        return isStarted
      }
      guard !wasStarted else { return }
      let (channel, conversion) = (channel, conversion)
      guard DispatchThreads.areGrantedToFrameLoop else {
        return channel.finish(
          .failure(
            TranscodingError.system("the system grants no thread for the frames; raise its limit, or use forEachFrame"))
        )
      }
      DispatchQueue(label: "tonemap.frames").async {
        channel.finish(
          Result {
            try conversion.control.run {
              let converted = try conversion.deliver(to: FrameSender(conversion, channel))
              guard !converted.isCutShort else {
                throw TranscodingError.truncated(
                  "\(list(converted.found.filter(\.isCutShort).map { "\($0.sentence)" as Fix }))")
              }
            }
          })
      }
    }
  }
}

/// A picture in memory, and when it is shown.
final class TimedPicture: Picture {
  private let picture: RawPicture
  private let time = Mutex<Double?>(nil)

  init(_ frame: VideoFrames.Frame) { picture = RawPicture(frame) }

  var seconds: Double? { time.withLock { $0 } }
  var messages: FrameMessages { picture.messages }

  func note(seconds: Double?) { time.withLock { $0 = seconds } }
  func copyTimes(from other: some Picture) {}
  func withView(_ body: (borrowing FrameView) throws -> Void) throws { try picture.withView(body) }
  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws { try picture.withMutableView(body) }

  func exchange(with other: TimedPicture) {
    picture.exchange(with: other.picture)
    let own = seconds
    note(seconds: other.seconds)
    other.note(seconds: own)
  }
}

/// Pictures that nobody holds.
private final class FramePool: Sendable {
  private let pictures = Mutex<[TimedPicture]>([])

  func put(_ picture: TimedPicture) { pictures.withLock { $0.append(picture) } }
  func take() -> TimedPicture? { pictures.withLock { $0.popLast() } }
}

/// Frames on their way from a conversion to a loop.
private final class FrameChannel: Sendable {
  private struct State {
    var frames: [ConvertedFrames.Frame] = []
    var waiting: CheckedContinuation<ConvertedFrames.Frame?, any Error>?
    /// How the conversion ended.
    var end: Result<Void, any Error>?
  }

  private let state = Mutex(State())
  /// The places for frames that wait.
  private let places = DispatchSemaphore(value: 0)

  init() {
    // A semaphore must not be freed with less than it was made with.
    for _ in 0..<2 { places.signal() }
  }

  /// Hands a frame on, when there is a place for it; returns whether it was.
  func put(_ frame: ConvertedFrames.Frame, while goesOn: () -> Bool) -> Bool {
    repeat {
      guard goesOn() else { return false }
    } while places.wait(timeout: .now() + .milliseconds(50)) == .timedOut
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.frames.append(frame) }
      return state.waiting
    }
    if let waiting {
      places.signal()
      waiting.resume(returning: frame)
    }
    return true
  }

  func finish(_ end: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      state.end = end
      return state.waiting
    }
    waiting?.resume(with: end.map { nil })
  }

  func take() async throws -> ConvertedFrames.Frame? {
    try await withCheckedThrowingContinuation { continuation in
      let ready: Result<ConvertedFrames.Frame?, any Error>? = state.withLock { state in
        if !state.frames.isEmpty { return .success(state.frames.removeFirst()) }
        if let end = state.end {
          state.end = .success(())
          return end.map { nil }
        }
        state.waiting = continuation
        return nil
      }
      guard let ready else { return }
      if case .success(_?) = ready { places.signal() }
      continuation.resume(with: ready)
    }
  }
}

/// Hands converted frames to a channel.
private final class FrameSender: FrameTarget {
  private let conversion: MovieConversion
  private let channel: FrameChannel
  private let pool = FramePool()
  private var index: Int

  init(_ conversion: MovieConversion, _ channel: FrameChannel) {
    (self.conversion, self.channel, index) = (conversion, channel, conversion.range.first)
  }

  var statesLightAtTheEnd: Bool { true }

  func makePicture() throws -> TimedPicture {
    TimedPicture(try conversion.source.clip.frame(conversion.plan.outputFormat))
  }

  func write(_ picture: TimedPicture) throws {
    let own = try pool.take() ?? makePicture()
    own.exchange(with: picture)
    guard channel.put(ConvertedFrames.Frame(own, index: index, pool), while: { !conversion.control.isCancelled() })
    else {
      throw TranscodingError.cancelled
    }
    index += 1
  }

  func finish(_ color: OutputTags) {}
}

/// Lends converted frames to a closure.
final class FrameVisitor: FrameTarget {
  private let conversion: MovieConversion
  private let visit: (borrowing FrameView, Int, Double?) throws -> Void
  private var index: Int

  init(
    _ conversion: MovieConversion,
    _ visit: @escaping (_ frame: borrowing FrameView, _ index: Int, _ seconds: Double?) throws -> Void
  ) {
    (self.conversion, self.visit, index) = (conversion, visit, conversion.range.first)
  }

  var statesLightAtTheEnd: Bool { true }

  func makePicture() throws -> TimedPicture {
    TimedPicture(try conversion.source.clip.frame(conversion.plan.outputFormat))
  }

  func write(_ picture: TimedPicture) throws {
    try picture.withView { view in try conversion.control.calling { try visit(view, index, picture.seconds) } }
    index += 1
  }

  func finish(_ color: OutputTags) {}
}
