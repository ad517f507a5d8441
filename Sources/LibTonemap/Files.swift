public import CTonemap
import JSONText
import Synchronization
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
    var filling: SystemCall.Fill?
    if let fill {
      filling = { (range: Range<Int>) throws(SystemError) in
        let code = fill(context, Int64(range.lowerBound), Int64(range.count))
        if code != 0 { throw SystemError(code: code) }
      }
    }
    do throws(SystemError) { try SystemCall.setFill(filling, at: name) } catch {
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

/// The converted frames of a movie, which a caller takes one after the other.
final class MovieFrames: Sendable {
  let conversion: MovieConversion
  private let stream: FrameStream
  /// Held by the caller that takes a frame.
  private let turn = Mutex<(place: Place?, hasBegun: Bool)>((nil, false))

  init(_ conversion: MovieConversion) {
    self.conversion = conversion
    stream = FrameStream(conversion)
  }

  /// Copies the next frame, and returns its index and its time; `nil` after the last.
  func next(into output: inout MutableFrameView) throws -> (index: Int, seconds: Double?)? {
    let size = conversion.facts.size
    guard output.width == size.width, output.height == size.height else {
      throw ProgramError.wrong(
        "the output", "\(output.width)x\(output.height)", expected: "\(size)",
        fix: "tonemap_movie_describe says the size of the frames before")
    }
    let (x, y) = (output.columns.lowerBound, output.rows.lowerBound)
    guard output.format.hasChromaSample(x: x, y: y) else {
      throw ProgramError.wrong(
        "the start of the output", "column \(x) and row \(y)",
        expected: "a pixel with a chroma sample of \(output.format)", fix: "start at an even column and row")
    }
    return try turn.withLock { turn in
      if !turn.hasBegun { turn = (try Place.take(), true) }
      var hasFrame = false
      defer { if !hasFrame { turn.place = nil } }
      guard let frame = try stream.next() else { return nil }
      try frame.withView { output.copy($0) }
      hasFrame = true
      return (frame.index, frame.seconds)
    }
  }

  /// Ends the conversion; a waiting caller gets no frame.
  func close() { stream.cancel() }

  /// The place of a movie among those that are read at once: as many as the threads of Dispatch are enough for, each of which takes two.
  private final class Place: Sendable {
    private static let taken = Mutex(0)
    private static let atOnce = 64

    static func take() throws -> Place {
      try taken.withLock { taken in
        guard taken < atOnce else {
          throw ProgramError(
            .system,
            "\(atOnce) movies are being read, and no more can be at the same time; free one, or read all of its frames")
        }
        taken += 1
      }
      return Place()
    }

    deinit { Self.taken.withLock { $0 -= 1 } }
  }

  var json: JSONValue {
    let facts = conversion.facts
    return JSONValue([
      "width": facts.size.width, "height": facts.size.height, "pixel_format": conversion.plan.outputFormat.name,
      "frames": facts.frameCount, "frame_rate": facts.frameRate?.fraction,
      "plan": conversion.decision.report(in: .keys),
      "findings": conversion.findingsBefore.map { $0.named(in: .keys) },
    ])
  }
}
