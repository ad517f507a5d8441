public import CTonemap
import JSONText
import Synchronization
import Transcoding

@_cdecl("tonemap_chunk_plan")
public func planChunks(
  _ input: CText, _ output: CText, _ folder: CText, _ options: CText, _ text: Text, _ message: Text
) -> Int32 {
  call(message, giving: text, "json") {
    let (input, output) = (try location(input, "input"), try location(output, "output"))
    let folder = try location(folder, "folder")
    let options = try members(options)
    try requireThreads()
    return json(try ChunkedMovie(of: input, to: output, options: options, in: folder, for: .keys).plan.json)
  }
}

@_cdecl("tonemap_chunk_measure")
public func measureChunk(
  _ folder: CText, _ chunk: Int64, _ input: CText, _ threads: Int32,
  _ progress: tonemap_progress?, _ context: UnsafeMutableRawPointer?, _ message: Text
) -> Int32 {
  call(message) {
    let movie = try chunkedMovie(folder, input)
    try movie.measure(Int(chunk), running: running(threads), for: control(progress, context))
  }
}

@_cdecl("tonemap_chunk_convert")
public func convertChunk(
  _ folder: CText, _ chunk: Int64, _ input: CText, _ threads: Int32,
  _ progress: tonemap_progress?, _ context: UnsafeMutableRawPointer?, _ findings: Text, _ message: Text
) -> Int32 {
  findings?.pointee = nil
  return call(message) {
    let movie = try chunkedMovie(folder, input)
    let found = try movie.convert(Int(chunk), running: running(threads), for: control(progress, context))
    findings?.pointee = json(found.map { $0.named(in: .keys) }.jsonValue)
  }
}

@_cdecl("tonemap_chunk_join")
public func joinChunks(
  _ folder: CText, _ input: CText, _ output: CText,
  _ progress: tonemap_progress?, _ context: UnsafeMutableRawPointer?, _ findings: Text, _ message: Text
) -> Int32 {
  findings?.pointee = nil
  return call(message) {
    let movie = try chunkedMovie(folder, input)
    let output = try output.map { try location($0, "output") }
    let result = try movie.join(to: output, for: control(progress, context))
    findings?.pointee = json(result.findings.map { $0.named(in: .keys) }.jsonValue)
    try result.requireWhole()
  }
}

/// Opens a chunk folder; `input` is the movie, if it has another name here than in the plan.
private func chunkedMovie(_ folder: CText, _ input: CText) throws -> ChunkedMovie {
  let folder = try location(folder, "folder")
  let input = try input.map { try location($0, "input") }
  try requireThreads()
  return try ChunkedMovie(in: folder, input: input)
}

private func running(_ threads: Int32) throws -> RunningSettings {
  var running = RunningSettings()
  running.threads = try threadCount(threads)
  return running
}

/// The control of a job that reports each frame to a caller, who may end it.
private func control(_ progress: tonemap_progress?, _ context: UnsafeMutableRawPointer?) -> RunControl {
  guard let progress else { return .keys }
  nonisolated(unsafe) let context = context
  let isEnded = Mutex(false)
  return RunControl(
    isCancelled: { isEnded.withLock(\.self) },
    show: { done in
      // The end of the work is no frame.
      guard !done.isComplete else { return }
      if progress(context, Int64(done.frames), Int64(done.expectedFrames ?? -1)) != 0 {
        isEnded.withLock { $0 = true }
      }
    },
    nameOfSetting: { OptionStyle.keys.name($0.setting) })
}
