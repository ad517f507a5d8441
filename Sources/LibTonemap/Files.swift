public import CTonemap
import JSONText
import SystemCalls
import Transcoding

@_cdecl("tonemap_convert_file")
public func convertFile(
  _ input: CText, _ output: CText, _ options: CText,
  _ progress: tonemap_progress?, _ context: UnsafeMutableRawPointer?, _ findings: Text, _ message: Text
) -> Int32 {
  findings?.pointee = nil
  return call(message) {
    let (input, output) = (try location(input, "input"), try location(output, "output"))
    let settings = try ConversionSettings(forFile: options)
    try requireThreads()
    let result = try MovieConversion(of: input, to: output, settings, for: .keys).write { done in
      guard let progress else { return }
      // Of measured frames, none is done, but the caller can cancel.
      let frames = done.phase == .measuring ? 0 : done.frames
      guard progress(context, Int64(frames), Int64(done.expectedFrames ?? -1)) == 0 else {
        throw CancellationError()
      }
    }
    findings?.pointee = json(result.findings.map { $0.named(in: .keys) }.jsonValue)
    try result.requireWhole()
  }
}

@_cdecl("tonemap_fill_file")
public func fillFile(
  _ path: CText, _ fill: tonemap_fill?, _ context: UnsafeMutableRawPointer?, _ message: Text
) -> Int32 {
  call(message) {
    guard let name = path else { throw ProgramError.null("path", expected: "the name of a file", fix: "give one") }
    nonisolated(unsafe) let context = context
    var filling: FilledFiles.Fill?
    if let fill {
      filling = { (range: Range<Int>) throws(SystemError) in
        let code = fill(context, Int64(range.lowerBound), Int64(range.count))
        if code != 0 { throw SystemError(code: code) }
      }
    }
    do throws(SystemError) { try FilledFiles.register(filling, at: name) } catch {
      let path = try location(path, "path")
      throw ProgramError(
        .notFound,
        "\(path) cannot be filled (\(error)), but a file was expected; create it with the length of the remote file first"
      )
    }
  }
}

let movies = Handles<MovieFrames>(of: "movie", mark: 9, freedBy: "tonemap_movie_free")

@_cdecl("tonemap_movie_open")
public func openMovie(_ input: CText, _ options: CText, _ movie: HandlePlace, _ message: Text) -> Int32 {
  call(message, giving: movie, "movie") {
    let input = try location(input, "input")
    let settings = try ConversionSettings(forFile: options)
    try requireThreads()
    return movies.hold(MovieFrames(try MovieConversion(of: input, to: nil, settings, for: .keys)))
  }
}

@_cdecl("tonemap_movie_free")
public func freeMovie(_ movie: OpaquePointer?) {
  _ = call(nil) {
    let frames = try? movies[movie]
    movies.release(movie)
    frames?.close()
  }
}

@_cdecl("tonemap_movie_describe")
public func describeMovie(_ movie: OpaquePointer?, _ text: Text, _ message: Text) -> Int32 {
  call(message, giving: text, "json") { json(try movies[movie].json) }
}

@_cdecl("tonemap_movie_next")
public func nextFrame(
  _ movie: OpaquePointer?, _ output: UnsafePointer<tonemap_view>?, _ index: UnsafeMutablePointer<Int64>?,
  _ seconds: UnsafeMutablePointer<Double>?, _ message: Text
) -> Int32 {
  var isOver = false
  let status = call(message) {
    let movie = try movies[movie]
    try requireThreads()
    try output.withOutput(movie.conversion.plan.outputFormat) { output in
      guard let frame = try movie.next(into: &output) else {
        isOver = true
        return
      }
      index?.pointee = Int64(frame.index)
      seconds?.pointee = frame.seconds ?? -1
    }
  }
  return isOver ? Int32(TONEMAP_END.rawValue) : status
}

/// Checks that threads are available: files are read, converted and written by several of them.
func requireThreads() throws {
  if ForkedProcess.isWithoutDispatch {
    throw ProgramError(
      .system,
      """
      this process is a fork without the library's threads, which files need, because the first process had used them; start a new process instead, as \
      Python's multiprocessing does with the start method spawn
      """)
  }
  ForkedProcess.useDispatch()
}
