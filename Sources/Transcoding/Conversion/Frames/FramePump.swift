internal import Dispatch
internal import Synchronization
internal import SystemCalls

/// A pipeline that reads and converts frames ahead of the caller, each on its own serial queue, so that reading, converting and writing overlap.
///
///     while let output = pump.next() {
///       try write(output)
///       pump.put(output)
///     }
///     try pump.finish()
///
/// Memory is bounded by two pictures on each side, whatever the length of the clip. Frames are returned in input order.
/// If the reader or the converter fails, the clip ends after the last complete frame, and the error is thrown once that frame
/// has been taken. Both queues end after their current frame when the pump is finished or released.
/// If the system grants no threads for the queues, the caller's thread does their work, with the same result.
final class FramePump<Output: AnyObject & Sendable>: Sendable {
  private let empty = Handoff<Output>()
  private let converted = Handoff<Output>()
  private let failure = Failure()
  private let queues = DispatchGroup()
  private let control: RunControl
  private let isParallel: Bool
  /// Converts the next frame; returns `false` at the end.
  private let convertNext: @Sendable (Output) -> Bool
  /// Ends the queues after their current frame.
  let end: @Sendable () -> Void
  static var picturesOnEachSide: Int { 2 }

  /// - Parameters:
  ///   - first: The absolute index of the first frame that `read` returns.
  ///   - control: Checked for cancellation by the caller of `next`; notified if the system refused threads.
  ///   - output: Makes a frame in the output's format; runs on the caller's thread while the first frame is read.
  ///   - read: Takes an empty frame and an absolute index; returns the frame with that index, which may be in other memory, and the note for the
  ///     converter; `nil` after the last frame.
  ///   - converter: Makes the function that converts a frame, given its absolute index and the reader's note, and returns the number of its
  ///     threads that the system refused; runs while the first frame is read.
  init<Input: AnyObject & Sendable, Note: Sendable>(
    first: Int, _ control: RunControl, input: @escaping @Sendable () throws -> Input, output: () throws -> Output,
    read: @escaping @Sendable (Input, Int) throws -> (picture: Input, note: Note)?,
    converter: () throws -> (convert: @Sendable (Input, Output, Int, Note) throws -> Void, refusedThreads: Int)
  ) throws {
    typealias Numbered = (picture: Input, index: Int, note: Note)
    let (emptyInputs, readInputs) = (Handoff<Input>(), Handoff<Numbered>())
    let position = Mutex(first)
    let (empty, converted, failure, queues) = (empty, converted, failure, queues)
    let isParallel = Workers.areGrantedToFrameLoop
    @Sendable func readNext() -> Numbered? {
      let index = position.withLock { position in
        defer { position += 1 }
        return position
      }
      return failure.catching {
        // Each picture is made when it is first needed: a clip of one frame does not wait for the second.
        guard let empty = index - first < Self.picturesOnEachSide ? try input() : emptyInputs.take(),
          let read = try read(empty, index)
        else { return nil }
        return (read.picture, index, read.note)
      }
    }
    (self.control, self.isParallel) = (control, isParallel)
    end = {
      emptyInputs.close()
      readInputs.close()
      empty.close()
      converted.close()
    }
    if isParallel {
      DispatchQueue(label: "tonemap.reader").async(group: queues) {
        while let input = readNext() { readInputs.put(input) }
        readInputs.close()
      }
    }
    do {
      let (convert, refused) = try converter()
      convertNext = { output in
        guard let input = isParallel ? readInputs.take() : readNext() else { return false }
        let isConverted: Void? = failure.catching { try convert(input.picture, output, input.index, input.note) }
        guard isConverted != nil else {
          emptyInputs.close()
          return false
        }
        emptyInputs.put(input.picture)
        return true
      }
      let lacking = (isParallel ? 0 : Workers.ofFrameLoop) + refused
      if lacking > 0 { control.reportThreads(lacking: lacking) }
      for _ in 0..<Self.picturesOnEachSide { empty.put(try output()) }
    } catch {
      end()
      if control.joinsThreads { queues.wait() }
      throw error
    }
    if isParallel {
      DispatchQueue(label: "tonemap.converter").async(group: queues) { [convertNext] in
        while let output = empty.take(), convertNext(output) { converted.put(output) }
        converted.close()
      }
    }
  }

  deinit { end() }

  /// Returns the next frame in order; `nil` after the last, or after cancellation.
  func next() -> Output? {
    if isParallel { return converted.take { !control.isCancelled() } }
    guard !control.isCancelled(), let output = empty.take(), convertNext(output) else { return nil }
    return output
  }

  /// Returns a frame to the pump to convert into: the last one, or another in its place.
  func put(_ output: Output) { empty.put(output) }

  func forEach(_ body: (Output) throws -> Void) throws {
    do {
      while let output = next() {
        try body(output)
        put(output)
      }
    } catch {
      try? finish()
      throw error
    }
    try finish()
  }

  /// Ends the queues, and waits for them if jobs wait for their threads. A read that waits for a pipe ends with the next bytes.
  ///
  /// - Throws: The error that ended the frames early.
  func finish() throws {
    end()
    if control.joinsThreads { queues.wait() }
    if let error = failure.error.withLock(\.self) { throw error }
  }
}

/// A queue in which one thread hands items to another, in order. The pump passes around a fixed number of pictures, which bounds its length.
private final class Handoff<Item: Sendable>: Sendable {
  private let state = Mutex((items: [Item](), isClosed: false))
  /// Counts the items, plus one once the queue is closed.
  private let ready = DispatchSemaphore(value: 0)

  /// Adds an item; once the queue is closed, the item is dropped.
  func put(_ item: Item) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.items.append(item)
      ready.signal()
    }
  }

  /// Waits for the next item; `nil` once the queue is closed and empty, or once `shouldContinue` returns `false`.
  ///
  /// - Parameter shouldContinue: Called before and, 20 times a second, while waiting: a signal handler cannot wake a Swift thread.
  func take(while shouldContinue: () -> Bool = { true }) -> Item? {
    repeat {
      guard shouldContinue() else { return nil }
    } while ready.wait(timeout: .now() + .milliseconds(50)) == .timedOut
    return state.withLock { state in
      guard state.items.isEmpty else { return state.items.removeFirst() }
      ready.signal()  // Wakes the next waiting thread, which finds the end too.
      return nil
    }
  }

  /// Closes the queue: no more items are added, but those in it can still be taken.
  func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }
}

/// The error that ended a thread; only the first one is kept.
private final class Failure: Sendable {
  let error = Mutex<(any Error)?>(nil)

  /// Returns the result of some work; `nil` if it threw.
  func catching<Result>(_ work: () throws -> Result?) -> Result? {
    do {
      return try work()
    } catch {
      self.error.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}

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
