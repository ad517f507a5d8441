internal import Synchronization
internal import Threading
internal import ToneMapping

/// Reads, converts and writes frames, each on a thread of its own, so that the three overlap.
///
/// Memory is bounded by two buffers on each side, whatever the length of the clip. Frames come out in the order in which
/// they went in. If the reader fails, the clip ends after the last complete frame, and the error is thrown once that frame
/// has been written; the same if the converter fails. If the writer fails, everything ends at once. Where the system has no more threads,
/// the caller's does the work of those that are missing, with the same result.
struct FrameLoop {
  /// A buffer that the stages pass around. Its lock is never contended, since one stage at a time has the buffer.
  private final class Buffer: Sendable {
    let frame: Mutex<Frame>
    init(_ frame: Frame) { self.frame = Mutex(frame) }
  }

  private struct Numbered: Sendable {
    let buffer: Buffer
    let index: Int
  }

  /// The function that converts a frame, whose absolute index is the last argument.
  struct Converting: Sendable {
    let convert: @Sendable (borrowing Frame, inout Frame, Int) throws -> Void
    /// The threads that it would use, but that the system refused.
    let refusedThreads: Int
  }

  static let buffersOnEachSide = 2
  /// The threads beside the caller's: one reads, one converts.
  static let helpers = 2

  private let emptyInputs = Handoff<Buffer>()
  private let readInputs = Handoff<Numbered>()
  private let emptyOutputs = Handoff<Buffer>()
  private let convertedOutputs = Handoff<Buffer>()

  /// Runs the loop to the end of the input, or until it is not to go on; then it ends after the current frame.
  ///
  /// - Parameters:
  ///   - first: The absolute index of the first frame that `read` returns.
  ///   - input: Makes a frame in the input's format.
  ///   - output: Makes a frame in the output's format; runs on the caller's thread while the first frame is read.
  ///   - read: Fills a frame; returns whether there was one.
  ///   - converter: Makes what converts frames; runs while the first frame is read.
  ///   - goesOn: Whether to go on; asked on the caller's thread, often.
  ///   - lacking: Called before the first frame is written if the system refused threads, with their number.
  ///   - write: Writes a frame; runs on the caller's thread.
  func run(
    first: Int,
    input: @escaping @Sendable () throws -> Frame,
    output: () throws -> Frame,
    read: @escaping @Sendable (inout Frame) throws -> Bool,
    converter: () throws -> Converting,
    while goesOn: () -> Bool,
    lacking: (_ threads: Int) -> Void,
    write: (borrowing Frame) throws -> Void
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
        guard let buffer = index - first < Self.buffersOnEachSide ? Buffer(try input()) : emptyInputs.take(),
          try buffer.frame.withLock({ try read(&$0) })
        else { return nil }
        return Numbered(buffer: buffer, index: index)
      }
    }
    let reader = SystemThread {
      while let input = readNext() { readInputs.put(input) }
      readInputs.close()
    }
    let isReadAhead = reader != nil
    let converting = try converter()
    @Sendable func convertNext(into output: Buffer) -> Bool {
      guard let input = isReadAhead ? readInputs.take() : readNext() else { return false }
      let isConverted: Void? = failure.catching {
        try input.buffer.frame.withLock { frame in
          try output.frame.withLock { output in try converting.convert(frame, &output, input.index) }
        }
      }
      guard isConverted != nil else {
        emptyInputs.close()
        return false
      }
      emptyInputs.put(input.buffer)
      return true
    }
    let worker = SystemThread {
      while let output = emptyOutputs.take(), convertNext(into: output) { convertedOutputs.put(output) }
      convertedOutputs.close()
    }
    func nextOutput() -> Buffer? {
      guard worker == nil else { return convertedOutputs.take(while: goesOn) }
      guard goesOn(), let output = emptyOutputs.take(), convertNext(into: output) else { return nil }
      return output
    }
    let refused = (reader == nil ? 1 : 0) + (worker == nil ? 1 : 0) + converting.refusedThreads
    if refused > 0 { lacking(refused) }
    for _ in 0..<Self.buffersOnEachSide { emptyOutputs.put(Buffer(try output())) }
    while let output = nextOutput() {
      try output.frame.withLock { try write($0) }
      emptyOutputs.put(output)
    }
    if let error = failure.error.withLock(\.self) { throw error }
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
}
