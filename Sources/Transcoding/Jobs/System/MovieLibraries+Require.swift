internal import Movies

extension MovieLibraries {
  /// Makes sure that the libraries are installed.
  static func require() throws(TranscodingError) {
    do { try load() } catch { throw TranscodingError(error) }
  }
}
