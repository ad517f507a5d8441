internal import Dispatch
internal import Synchronization
internal import ToneMapping

/// Reads, converts and writes frames, each on a thread of its own, so that the three overlap.
///
/// Memory is bounded by two buffers on each side, whatever the length of the clip. Frames come out in the order in which
/// they went in. If the reader fails, the clip ends after the last complete frame, and the error is thrown once that frame
/// has been written. If the writer fails, everything ends at once.
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

  static let buffersOnEachSide = 2

  private let emptyInputs = Handoff<Buffer>()
  private let readInputs = Handoff<Numbered>()
  private let emptyOutputs = Handoff<Buffer>()
  private let convertedOutputs = Handoff<Buffer>()

  /// Ends the loop after the current frame, from any thread.
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
  ///   - first: The absolute index of the first frame that `read` returns.
  ///   - input: Makes a frame in the input's format.
  ///   - output: Makes a frame in the output's format; runs on the caller's thread while the first frame is read.
  ///   - read: Fills a frame; returns whether there was one.
  ///   - converter: Makes the function that converts a frame, whose absolute index is the last argument; runs while the first
  ///     frame is read.
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

  /// The error that ended a thread; only the first one is kept.
  private final class Failure: Sendable {
    let error = Mutex<(any Error)?>(nil)

    func catching(_ work: () throws -> Void) {
      do { try work() } catch { self.error.withLock { $0 = $0 ?? error } }
    }
  }
}
