internal import CLibAV
internal import CLibAVLoading

/// FFmpeg's libraries, which are loaded when the first movie is opened.
public enum MovieLibraries {
  /// Their names and versions in the headers of this build, such as `libavformat 59.27.100`. Nothing is loaded to know them.
  public static var versions: [String] {
    [
      ("libavformat", LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_MINOR, LIBAVFORMAT_VERSION_MICRO),
      ("libavcodec", LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_MINOR, LIBAVCODEC_VERSION_MICRO),
      ("libavutil", LIBAVUTIL_VERSION_MAJOR, LIBAVUTIL_VERSION_MINOR, LIBAVUTIL_VERSION_MICRO),
      ("libavfilter", LIBAVFILTER_VERSION_MAJOR, LIBAVFILTER_VERSION_MINOR, LIBAVFILTER_VERSION_MICRO),
      ("libswresample", LIBSWRESAMPLE_VERSION_MAJOR, LIBSWRESAMPLE_VERSION_MINOR, LIBSWRESAMPLE_VERSION_MICRO),
    ].map { "\($0) \($1).\($2).\($3)" }
  }

  /// Whether the decoder of PFM gives colors in the order of the file, from the bottom up.
  ///
  /// - Source: FFmpeg, `libavcodec/pnmdec.c`, before and after 5.1.
  public static let givesPFMBottomUp = LIBAVCODEC_VERSION_MAJOR < 60

  /// Loads the libraries for movies, unless they are loaded. The first movie does the same; a thread of its own can do it earlier.
  ///
  /// - Throws: ``MovieError/noLibraries(reason:)``.
  public static func load() throws(MovieError) { try check(forMovies) }

  /// Whether they have an encoder of pictures; they have none where they cannot be loaded.
  ///
  /// - Parameter name: Its name as FFmpeg has it, such as `libx264`.
  public static func haveEncoder(named name: String) -> Bool {
    guard forMovies == nil, let codec = unsafe avcodec_find_encoder_by_name(name) else { return false }
    return unsafe codec.pointee.type == AVMEDIA_TYPE_VIDEO
  }

  /// Loads what makes whole pictures of fields, with what it needs, which few movies do.
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

  /// The sentence about libraries that cannot be loaded: FFmpeg's version, and the packages of Debian, whose names have those of the files.
  static func missing(_ reason: String) -> String {
    """
    FFmpeg's libraries, which movies need, cannot be loaded (\(reason)); install FFmpeg \(LIBAVFORMAT_VERSION_MAJOR - 54), as with \
    apt install libavformat\(LIBAVFORMAT_VERSION_MAJOR) libavfilter\(LIBAVFILTER_VERSION_MAJOR)
    """
  }
}
