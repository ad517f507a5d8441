public import SystemCalls

/// The reason why a movie cannot be read or written. The first text of each case is the caller's name of the movie.
public enum MovieError: Error, Hashable, Sendable {
  /// The system refused to open the file, or to create it.
  case cannotOpen(String, SystemError)
  case cannotRead(String, SystemError)
  case cannotWrite(String, SystemError)
  case closedPipe(String)
  case noMemory(String)
  /// FFmpeg's libraries cannot be loaded; the reason is the system's.
  case noLibraries(reason: String)

  /// FFmpeg's libraries do not recognize the bytes as a movie.
  case notAMovie(String, reason: String)
  /// There is no video track; `tracks` lists the tracks.
  case noPicture(String, tracks: [MovieTrack])
  case noDecoder(String, MovieTrack)
  /// No packet yielded a picture.
  case nothingDecoded(String, MovieTrack, packets: Int, reason: String)
  /// The pictures have a layout that `PixelFormat` lacks.
  case unknownFormat(String, found: String)
  /// The picture cannot be lent.
  case picture(String, FrameError)
  /// The size or the layout of the pictures changes.
  case otherPicture(String, seconds: Seconds?, found: String, expected: String)
  /// The stated color of the pictures changes.
  case otherColor(String, seconds: Seconds?, found: String, expected: String)
  case size(String, width: Int, height: Int)
  /// The movie is not seekable to this time.
  case cannotSeek(String, seconds: Seconds)

  case unknownContainer(String, container: String)
  case unknownEncoder(String)
  case unknownOption(String, encoder: String)
  case badOption(String, value: String, encoder: String, reason: String)
  /// The encoder ignores an option that it was given; the reason is its own.
  case optionNotTaken(encoder: String, reason: String)
  /// The encoder rejects pictures of this layout; `takes` lists the layouts that it accepts.
  case formatNotTaken(PixelFormat, encoder: String, takes: [String])
  /// The encoder failed; the reason is its own.
  case encoder(String, reason: String)
  /// Writing the container failed; the reason is the library's.
  case container(String, container: String, reason: String)
  /// The file is no chunk of a movie, or is damaged.
  case notAChunk(String)
  /// The encoder of a chunk was another version, or had other settings.
  case otherChunk(String, encoder: String)
  /// The given frame differs from the encoder's in layout or size.
  case otherFrame(found: String, expected: String)
}

extension MovieError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let name, let reason):
      "\(name) cannot be opened (\(reason)); check the path"
    case .cannotRead(let name, let reason):
      "\(name) cannot be read (\(reason)); check that the file is still there and that the disk is healthy"
    case .cannotWrite(let name, let reason):
      "\(name) cannot be written (\(reason)); check that the disk has enough free space"
    case .closedPipe(let name):
      "\(name) cannot be written because its reader has closed the pipe"
    case .noMemory(let name):
      "the system has no memory for \(name); close other programs, or use fewer threads"
    case .noLibraries(let reason):
      MovieLibraries.missing(reason)
    case .notAMovie(let name, let reason):
      "\(name) is not a movie that FFmpeg's libraries can read (\(reason)); check that the file is complete"
    case .noPicture(let name, let tracks):
      "\(name) has \(Self.list(tracks)), but a video track was expected; give a movie with pictures"
    case .noDecoder(let name, let track):
      """
      \(name) has pictures in \(track), for which this FFmpeg has no decoder; use an FFmpeg that has one, or convert the movie to another \
      codec
      """
    case .nothingDecoded(let name, let track, let packets, let reason):
      "none of the \(packets) packets of \(name), \(track), could be decoded (\(reason)); check that the file is complete"
    case .unknownFormat(let name, let found):
      """
      the pictures of \(name) have the pixel format \(found), which is not supported; convert them first, as in ffmpeg -i FILE -c:v ffv1 -pix_fmt \
      \(Self.supported(insteadOf: found)) out.mkv
      """
    case .picture(let name, let error):
      "the pictures of \(name) cannot be used: \(error)"
    case .size(let name, let width, let height):
      "the pictures of \(name) have \(width)×\(height) pixels, but at least 1×1 and at most 65535×65535 were expected"
    case .otherPicture(let name, let seconds, let found, let expected):
      """
      the pictures of \(name) change from \(expected) to \(found)\(seconds.map { " at \(Self.text($0)) s" } ?? ""), but \
      pictures of one size and format were expected; cut the movie there
      """
    case .otherColor(let name, let seconds, let found, let expected):
      """
      the color of the pictures of \(name) changes from \(expected) to \(found)\(seconds.map { " at \(Self.text($0)) s" } ?? ""), but \
      pictures of one color were expected; cut the movie there
      """
    case .cannotSeek(let name, let seconds):
      """
      \(name) cannot seek to \(Self.text(seconds)) s; make a movie that states times, such as FFV1 in Matroska, or start at the \
      beginning
      """
    case .unknownContainer(let name, let container):
      "this FFmpeg cannot write \(name) as \(container); use a container such as mp4, mov or matroska"
    case .unknownEncoder(let encoder):
      "this FFmpeg has no encoder \(encoder); use another one, or an FFmpeg that was built with it"
    case .unknownOption(let option, let encoder):
      "the encoder \(encoder) has no option \(option); the command ffmpeg -h encoder=\(encoder) lists its options"
    case .badOption(let option, let value, let encoder, let reason):
      "the encoder \(encoder) does not accept \(value) as \(option) (\(reason)); the command ffmpeg -h encoder=\(encoder) lists its options"
    case .optionNotTaken(let encoder, let reason):
      "the encoder \(encoder) did not accept an option (\(reason)); leave it out, or correct its name or value"
    case .formatNotTaken(let format, let encoder, let takes):
      "the encoder \(encoder) does not accept pictures in \(format), only in \(takes.joined(separator: ", ")); choose one of these as the output's pixel format"
    case .encoder(let encoder, let reason):
      "the encoder \(encoder) failed (\(reason)); check its options and the size of the pictures"
    case .container(let name, let container, let reason):
      "\(name) cannot be written as \(container) (\(reason)); use another container or codec"
    case .notAChunk(let name):
      "\(name) is not a complete chunk of a movie; remove it, and convert that chunk again"
    case .otherChunk(let name, let encoder):
      """
      \(name) was encoded by another \(encoder) than the one here, or with other settings, but all chunks need the same; use the same FFmpeg on all \
      machines, and convert that chunk again
      """
    case .otherFrame(let found, let expected):
      "the frame has \(found), but the encoder expects \(expected); use the frames that the writer makes"
    }
  }

  private static func list(_ tracks: [MovieTrack]) -> String {
    tracks.isEmpty ? "no tracks at all" : tracks.map(\.description).joined(separator: ", ")
  }

  /// The name of a supported layout that holds another's samples, as an argument of FFmpeg's program.
  private static func supported(insteadOf format: String) -> String {
    if format.hasPrefix("bayer") { return "gbrp16le" }
    // FFmpeg's conversion of X′Y′Z′ has these tags but does not state them.
    if format.hasPrefix("xyz") { return "gbrp16le -color_primaries bt709 -color_trc gamma22 -color_range pc" }
    return "yuv444p" + (["16", "14", "12", "10", "9"].first { format.contains("p\($0)") }.map { "\($0)le" } ?? "")
  }

  /// A number with up to three decimals.
  private static func text(_ time: Seconds) -> String {
    let seconds = time.value
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return "\(seconds)" }
    return "\((seconds * 1000).rounded() / 1000)"
  }
}
