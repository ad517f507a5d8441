import JSONText
import Synchronization
import Transcoding

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

  /// The properties of the movie that a caller needs before taking frames.
  var json: JSONValue {
    let facts = conversion.facts
    return JSONValue([
      "width": facts.size.width, "height": facts.size.height, "pixel_format": conversion.plan.outputFormat.name,
      "frames": facts.frameCount, "frame_rate": facts.frameRate?.fraction,
      "plan": conversion.decision.report(in: .keys),
      "findings": conversion.findings.map { $0.named(in: .keys) },
    ])
  }
}
