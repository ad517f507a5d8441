internal import Dispatch
internal import Synchronization
internal import SystemCalls

/// Reads and converts frames, each on a serial queue of its own, and writes them on the caller's thread, so that the three overlap.
///
/// Memory is bounded by two pictures on each side, whatever the length of the clip. Frames come out in the order in which
/// they went in. If the reader fails, the clip ends after the last complete frame, and the error is thrown once that frame
/// has been written; the same if the converter fails. If the writer fails, everything ends at once. Where the system
/// has no threads for the queues, the caller's does their work, with the same result.
struct FrameLoop<Input: AnyObject & Sendable, Output: AnyObject & Sendable, Note: Sendable> {
  private struct Numbered: Sendable {
    let picture: Input
    let index: Int
    let note: Note
  }

  /// The function that converts a frame, which gets its absolute index and what the reader noted of it.
  struct Converting: Sendable {
    let convert: @Sendable (Input, Output, Int, Note) throws -> Void
    /// The threads that it would use, but that the system refused.
    let refusedThreads: Int
  }

  private let emptyInputs = Handoff<Input>()
  private let readInputs = Handoff<Numbered>()
  private let emptyOutputs = Handoff<Output>()
  private let convertedOutputs = Handoff<Output>()
  /// Whether to wait for the queues, however the loop ends.
  private let joins: Bool

  init(joins: Bool = true) { self.joins = joins }

  /// Runs the loop to the end of the input, or until it is not to go on; then it ends after the current frame.
  ///
  /// - Parameters:
  ///   - first: The absolute index of the first frame that `read` returns.
  ///   - input: Makes a frame in the input's format.
  ///   - output: Makes a frame in the output's format; runs on the caller's thread while the first frame is read.
  ///   - read: Fills a frame, of which it gets the absolute index; returns what is noted of it, or `nil` after the last.
  ///   - converter: Makes what converts frames; runs while the first frame is read.
  ///   - goesOn: Whether to go on; asked on the caller's thread, often.
  ///   - lacking: Called before the first frame is written if the system refused threads, with their number.
  ///   - write: Writes a frame; runs on the caller's thread.
  func run(
    first: Int,
    input: @escaping @Sendable () throws -> Input,
    output: () throws -> Output,
    read: @escaping @Sendable (Input, Int) throws -> Note?,
    converter: () throws -> Converting,
    while goesOn: () -> Bool,
    lacking: (_ threads: Int) -> Void,
    write: (Output) throws -> Void
  ) throws {
    let failure = Failure()
    let position = Mutex(first)
    @Sendable func readNext() -> Numbered? {
      let index = position.withLock { position in
        defer { position += 1 }
        return position
      }
      return failure.catching {
        // Each is made when it is first needed: a clip of one frame does not wait for the second.
        guard let picture = index - first < FrameLoopSize.picturesOnEachSide ? try input() : emptyInputs.take(),
          let note = try read(picture, index)
        else { return nil }
        return Numbered(picture: picture, index: index, note: note)
      }
    }
    let isParallel = DispatchThreads.areGrantedToFrameLoop
    let queues = DispatchGroup()
    defer {
      emptyInputs.close()
      readInputs.close()
      emptyOutputs.close()
      convertedOutputs.close()
      // A read that waits for a pipe ends with the next bytes.
      if joins { queues.wait() }
    }
    if isParallel {
      DispatchQueue(label: "tonemap.reader").async(group: queues) {
        while let input = readNext() { readInputs.put(input) }
        readInputs.close()
      }
    }
    let converting = try converter()
    @Sendable func convertNext(into output: Output) -> Bool {
      guard let input = isParallel ? readInputs.take() : readNext() else { return false }
      let isConverted: Void? = failure.catching {
        try converting.convert(input.picture, output, input.index, input.note)
      }
      guard isConverted != nil else {
        emptyInputs.close()
        return false
      }
      emptyInputs.put(input.picture)
      return true
    }
    if isParallel {
      DispatchQueue(label: "tonemap.converter").async(group: queues) {
        while let output = emptyOutputs.take(), convertNext(into: output) { convertedOutputs.put(output) }
        convertedOutputs.close()
      }
    }
    func nextOutput() -> Output? {
      guard !isParallel else { return convertedOutputs.take(while: goesOn) }
      guard goesOn(), let output = emptyOutputs.take(), convertNext(into: output) else { return nil }
      return output
    }
    let refused = (isParallel ? 0 : DispatchThreads.ofFrameLoop) + converting.refusedThreads
    if refused > 0 { lacking(refused) }
    for _ in 0..<FrameLoopSize.picturesOnEachSide { emptyOutputs.put(try output()) }
    while let output = nextOutput() {
      try write(output)
      emptyOutputs.put(output)
    }
    if let error = failure.error.withLock(\.self) { throw error }
  }

}

enum FrameLoopSize {
  static let picturesOnEachSide = 2
}

/// The error that ended a thread; only the first one is kept.
private final class Failure: Sendable {
  let error = Mutex<(any Error)?>(nil)

  /// The result of some work; `nil` if it threw.
  func catching<Result>(_ work: () throws -> Result?) -> Result? {
    do {
      return try work()
    } catch {
      self.error.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}
