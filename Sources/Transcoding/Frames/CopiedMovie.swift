internal import MediaFiles
internal import Movies

/// A movie whose other tracks are copied beside new frames.
struct CopiedMovie {
  let reader: MovieReader
  /// The part that is copied; `nil` if it starts where the movie does.
  let span: Range<Seconds>?
  /// The rate of the movie's frames, if it is known to be constant.
  let grid: RateGrid?
  /// The movie's title, if the file also has others, such as a collection's, and the languages of the tracks in BCP 47.
  let title: String?
  let languages: [String?]
  let dolbyVision: DolbyVisionConfiguration?
}
