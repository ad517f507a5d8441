internal import CLibAV
internal import CLibAVLoading

/// FFmpeg's libraries, loaded when the first movie is opened.
public enum MovieLibraries {
  /// The names and versions in the headers of this build, such as `libavformat 59.27.100`. Reading them loads nothing.
  public static var versions: [String] {
    [
      ("libavformat", LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_MINOR, LIBAVFORMAT_VERSION_MICRO),
      ("libavcodec", LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_MINOR, LIBAVCODEC_VERSION_MICRO),
      ("libavutil", LIBAVUTIL_VERSION_MAJOR, LIBAVUTIL_VERSION_MINOR, LIBAVUTIL_VERSION_MICRO),
      ("libavfilter", LIBAVFILTER_VERSION_MAJOR, LIBAVFILTER_VERSION_MINOR, LIBAVFILTER_VERSION_MICRO),
      ("libswresample", LIBSWRESAMPLE_VERSION_MAJOR, LIBSWRESAMPLE_VERSION_MINOR, LIBSWRESAMPLE_VERSION_MICRO),
    ].map { "\($0) \($1).\($2).\($3)" }
  }

  /// Whether the decoder of PFM returns color rows in file order, from the bottom up.
  ///
  /// - Source: FFmpeg, `libavcodec/pnmdec.c`, before and after 5.1.
  public static let givesPFMBottomUp = LIBAVCODEC_VERSION_MAJOR < 60

  /// Loads the libraries for movies, unless they are loaded. Opening the first movie does the same; a separate thread can do it earlier.
  ///
  /// - Throws: ``MovieError/noLibraries(reason:)``.
  public static func load() throws(MovieError) { try check(forMovies) }

  /// Whether the libraries have a video encoder; `false` if they cannot be loaded.
  ///
  /// - Parameter name: FFmpeg's name of the encoder, such as `libx264`.
  public static func haveEncoder(named name: String) -> Bool { codec(ofEncoder: name) != nil }

  /// FFmpeg's name of the codec of a video encoder, such as `h264` for `libx264`; `nil` without that encoder.
  package static func codec(ofEncoder name: String) -> String? {
    guard forMovies == nil, let codec = unsafe avcodec_find_encoder_by_name(name),
      unsafe codec.pointee.type == AVMEDIA_TYPE_VIDEO
    else { return nil }
    return unsafe String(cString: avcodec_get_name(codec.pointee.id))
  }

  /// Loads the deinterlacer's libraries, which few movies need.
  static func loadFilters() throws(MovieError) { try check(forFilters) }

  private static let forMovies = reason([LIBAV_UTIL, LIBAV_RESAMPLE, LIBAV_CODEC, LIBAV_FORMAT])
  private static let forFilters = forMovies ?? reason([LIBAV_FILTER])

  private static func reason(_ libraries: [libav_library]) -> String? {
    for library in libraries {
      if let reason = unsafe libav_load(library) { return unsafe String(cString: reason) }
    }
    return nil
  }

  private static func check(_ reason: String?) throws(MovieError) {
    if let reason { throw .noLibraries(reason: reason) }
  }

  /// The message about libraries that cannot be loaded: FFmpeg's version, and Debian's packages, which are named like the files.
  static func missing(_ reason: String) -> String {
    """
    FFmpeg's libraries, which movies need, cannot be loaded (\(reason)); install FFmpeg \(LIBAVFORMAT_VERSION_MAJOR - 54), as with \
    apt install libavformat\(LIBAVFORMAT_VERSION_MAJOR) libavfilter\(LIBAVFILTER_VERSION_MAJOR)
    """
  }
}
