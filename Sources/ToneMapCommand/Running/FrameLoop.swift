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

  private let emptyInputs = Handoff<Buffer>()
  private let readInputs = Handoff<Numbered>()
  private let emptyOutputs = Handoff<Buffer>()
  private let convertedOutputs = Handoff<Numbered>()

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
  ///   - input: A frame as the input has them.
  ///   - output: A frame as the output has them.
  ///   - read: Fills a frame; tells whether there was one.
  ///   - convert: Converts a frame, whose absolute index is the last argument.
  ///   - write: Writes a frame; runs on the caller's thread.
  func run(
    first: Int, input: Frame, output: Frame,
    read: @escaping @Sendable (inout Frame) throws -> Bool,
    convert: @escaping @Sendable (borrowing Frame, inout Frame, Int) -> Void,
    write: (borrowing Frame) throws -> Void
  ) throws {
    for _ in 0..<2 {
      emptyInputs.put(Buffer(input))
      emptyOutputs.put(Buffer(output))
    }
    let failure = Failure()
    DispatchQueue(label: "tonemap.read").async { [emptyInputs, readInputs] in
      var index = first
      do {
        while let buffer = emptyInputs.take(), try buffer.frame.withLock({ try read(&$0) }) {
          readInputs.put(Numbered(buffer: buffer, index: index))
          index += 1
        }
      } catch {
        failure.error.withLock { $0 = error }
      }
      readInputs.close()
    }
    DispatchQueue(label: "tonemap.convert").async { [emptyInputs, readInputs, emptyOutputs, convertedOutputs] in
      while let input = readInputs.take(), let output = emptyOutputs.take() {
        let index = input.index
        input.buffer.frame.withLock { input in
          output.frame.withLock { output in convert(input, &output, index) }
        }
        emptyInputs.put(input.buffer)
        convertedOutputs.put(Numbered(buffer: output, index: input.index))
      }
      convertedOutputs.close()
    }
    while let output = convertedOutputs.take() {
      try output.buffer.frame.withLock { try write($0) }
      emptyOutputs.put(output.buffer)
    }
    if let error = failure.error.withLock(\.self) { throw error }
  }

  private final class Failure: Sendable {
    let error = Mutex<(any Error)?>(nil)
  }
}
