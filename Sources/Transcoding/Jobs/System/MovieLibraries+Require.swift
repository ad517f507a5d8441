internal import Movies

extension MovieLibraries {
  /// Makes sure that the libraries are installed.
  ///
  /// - Throws: `movie`.
  static func require() throws(TranscodingError) {
    do { try load() } catch { throw TranscodingError(error) }
  }
}
