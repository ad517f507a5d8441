internal import JSONText
internal import Movies
internal import Synchronization
internal import ToneMapping

/// A chunk of a movie: its frames are encoded, and nothing else is written.
final class ChunkTarget: FrameTarget {
  private let writer: ChunkWriter
  private let encoding: MovieEncoding

  /// - Parameters:
  ///   - file: An open file, written from its current position on.
  ///   - name: Its name in messages.
  init(_ encoding: MovieEncoding, of source: CopiedMovie, to file: Int32, named name: String) throws(TranscodingError) {
    self.encoding = encoding
    do {
      writer = try ChunkWriter(
        descriptor: file, name: name, container: encoding.container, video: encoding.video, of: source.reader,
        only: source.span)
    } catch {
      throw TranscodingError(error)
    }
  }

  func makePicture() throws -> MoviePicture { MoviePicture(try writer.makeFrame()) }

  func write(_ picture: MoviePicture) throws {
    Signals.progressed()
    try picture.frame.withLock { frame in
      encoding.setTime(of: &frame, number: 0)
      try writer.write(frame)
    }
  }

  func finish(_ color: OutputTags) throws {}

  /// Completes the chunk with facts for the joined movie.
  func finish(_ facts: ChunkFacts) throws {
    var facts = facts
    facts.lostCaptions = writer.lostCaptions
    try writer.finish(facts.json.line)
  }
}
