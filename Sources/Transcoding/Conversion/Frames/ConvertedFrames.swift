internal import Synchronization

/// The converted frames of a conversion, in order.
///
/// Frames are read and converted ahead of the loop; at most two wait for it. A loop that ends early ends the conversion after the current frame.
/// Findings made while frames are read are not available here, but from ``MovieConversion/forEachFrame(_:)``; a truncated input throws
/// an error of the kind ``JobErrorKind/truncated`` after its last frame.
public struct ConvertedFrames: AsyncSequence, Sendable {
  private let conversion: MovieConversion

  init(of conversion: MovieConversion) { self.conversion = conversion }

  /// A converted frame. Its memory is reused once it is released.
  public final class Frame: Sendable {
    /// The index of the frame in the input.
    public let index: Int
    /// The time of the frame, in seconds from the start of the input; `nil` if the input states no times.
    public let seconds: Double?
    private let picture: RawPicture
    private let pool: FramePool

    fileprivate init(_ picture: RawPicture, index: Int, _ pool: FramePool) {
      (self.picture, self.index, self.pool) = (picture, index, pool)
      seconds = picture.seconds.withLock(\.self)
    }

    deinit { pool.put(picture) }

    /// Lends the frame.
    public func withView(_ body: (borrowing FrameView) throws -> Void) throws { try picture.withView(body) }
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: FrameStream

    /// Returns the next frame; `nil` after the last.
    ///
    /// - Throws: ``TranscodingError``, or `CancellationError`.
    public mutating func next() async throws -> Frame? { try await stream.next() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: FrameStream(conversion)) }
}

/// The frames of a conversion, which starts when a task or a blocked thread pulls the first frame, and ends when the last reference is released. One
/// caller at a time may pull.
package final class FrameStream: Sendable {
  private struct State {
    var frames: MovingFrames<RawPicture>?
    var count = 0
    /// The result of the conversion, once it has ended.
    var end: Result<Void, any Error>?
  }

  private let conversion: MovieConversion
  private let state = Mutex(State())
  private let pool = FramePool()

  package init(_ conversion: MovieConversion) { self.conversion = conversion }

  /// Ends the conversion after the current frame; a waiting caller gets no frame.
  package func cancel() {
    conversion.control.cancel()
    state.withLock(\.frames)?.pump.end()
  }

  /// Returns the next frame; `nil` after the last.
  package func next() throws -> ConvertedFrames.Frame? {
    guard let frames = try start() else { return nil }
    guard let picture = frames.pump.next() else {
      try end(frames)
      return nil
    }
    frames.pump.put(try pool.take() ?? conversion.makePicture())
    let index = state.withLock { state in
      defer { state.count += 1 }
      return conversion.range.first + state.count
    }
    return ConvertedFrames.Frame(picture, index: index, pool)
  }

  /// Returns the next frame, for a task, without blocking any of the few threads that tasks share.
  func next() async throws -> ConvertedFrames.Frame? {
    try await withTaskCancellationHandler {
      try await onOwnThread { try self.next() }
    } onCancel: {
      cancel()
    }
  }

  /// Starts the conversion unless it is running; returns `nil` after its end.
  private func start() throws -> MovingFrames<RawPicture>? {
    let (frames, end) = state.withLock { ($0.frames, $0.end) }
    guard frames == nil, end == nil else {
      try end?.get()
      return frames
    }
    let started = Result {
      try conversion.control.begin()
      return try conversion.control.finishing { try conversion.pulled() }
    }
    return try state.withLock { state in
      if case .failure(let error) = started { state.end = .failure(error) }
      state.frames = try started.get()
      return state.frames
    }
  }

  private func end(_ frames: MovingFrames<RawPicture>) throws {
    let end = Result {
      try conversion.control.finishing {
        try frames.pump.finish()
        try conversion.result(of: frames, state.withLock(\.count)).requireWhole()
      }
    }
    state.withLock { ($0.frames, $0.end) = (nil, end) }
    try end.get()
  }
}

/// Pictures that are not in use.
private final class FramePool: Sendable {
  private let pictures = Mutex<[RawPicture]>([])

  func put(_ picture: RawPicture) { pictures.withLock { $0.append(picture) } }
  func take() -> RawPicture? { pictures.withLock { $0.popLast() } }
}
