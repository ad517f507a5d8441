internal import Dispatch
internal import Synchronization
internal import ToneMapping

/// Reads, converts and writes frames, each on a thread of its own, so that the three overlap.
///
/// Memory is bounded by two buffers on each side, whatever the length of the clip. Frames come out in the order they
/// went in. A reader that fails ends the clip behind the last whole frame, and the failure is told after that frame has
/// been written; a writer that fails ends everything at once.
struct FrameLoop {
  /// A buffer that the stages hand around; its lock is never waited for, since one stage at a time has it.
  private final class Buffer: Sendable {
    let frame: Mutex<Frame>
    init(_ frame: Frame) { self.frame = Mutex(frame) }
  }

  private struct Numbered: Sendable {
    let buffer: Buffer
    let index: Int
  }

  static let buffersOnEachSide = 2

  private let emptyInputs = Handoff<Buffer>()
  private let readInputs = Handoff<Numbered>()
  private let emptyOutputs = Handoff<Buffer>()
  private let convertedOutputs = Handoff<Buffer>()

  /// Ends the loop at the next border of a frame, from any thread.
  var stop: @Sendable () -> Void {
    { [emptyInputs, readInputs, emptyOutputs, convertedOutputs] in
      emptyInputs.stop()
      readInputs.stop()
      emptyOutputs.stop()
      convertedOutputs.stop()
    }
  }

  /// Runs the loop to the end of the input, or until it is stopped.
  ///
  /// - Parameters:
  ///   - first: The absolute index of the first frame that `read` gives.
  ///   - input: Makes a frame as the input has them.
  ///   - output: Makes a frame as the output has them; runs on the caller's thread, while the first frame is read.
  ///   - read: Fills a frame; tells whether there was one.
  ///   - converter: Makes what converts a frame, whose absolute index is the last argument; the first frame is read meanwhile.
  ///   - write: Writes a frame; runs on the caller's thread.
  func run(
    first: Int,
    input: @escaping @Sendable () throws -> Frame,
    output: () throws -> Frame,
    read: @escaping @Sendable (inout Frame) throws -> Bool,
    converter: () throws -> @Sendable (borrowing Frame, inout Frame, Int) -> Void,
    write: (borrowing Frame) throws -> Void
  ) throws {
    let failure = Failure()
    DispatchQueue(label: "tonemap.read").async { [emptyInputs, readInputs] in
      var index = first
      failure.catching {
        // Each is made when it is first needed: a clip of one frame does not wait for the second.
        while let buffer = index - first < Self.buffersOnEachSide ? Buffer(try input()) : emptyInputs.take(),
          try buffer.frame.withLock({ try read(&$0) })
        {
          readInputs.put(Numbered(buffer: buffer, index: index))
          index += 1
        }
      }
      readInputs.close()
    }
    let convert = try converter()
    DispatchQueue(label: "tonemap.convert").async { [emptyInputs, readInputs, emptyOutputs, convertedOutputs] in
      while let input = readInputs.take(), let output = emptyOutputs.take() {
        let index = input.index
        input.buffer.frame.withLock { input in
          output.frame.withLock { output in convert(input, &output, index) }
        }
        emptyInputs.put(input.buffer)
        convertedOutputs.put(output)
      }
      convertedOutputs.close()
    }
    for _ in 0..<Self.buffersOnEachSide { emptyOutputs.put(Buffer(try output())) }
    while let output = convertedOutputs.take() {
      try output.frame.withLock { try write($0) }
      emptyOutputs.put(output)
    }
    if let error = failure.error.withLock(\.self) { throw error }
  }

  /// What ended a thread: the first failure is told.
  private final class Failure: Sendable {
    let error = Mutex<(any Error)?>(nil)

    func catching(_ work: () throws -> Void) {
      do { try work() } catch { self.error.withLock { $0 = $0 ?? error } }
    }
  }
}
