internal import ArgumentParser

/// How the frames of a movie are decoded.
struct DecodingOptions: ParsableArguments {
  @Flag(
    help:
      "Make one whole frame of the two fields of each interlaced frame of a movie, by libavfilter's bwdif; other frames stay as they are."
  )
  var deinterlace = false
}

/// What is done with pictures that consist of two fields.
enum FieldHandling: Hashable, Sendable {
  /// They are refused.
  case refused
  /// Whole pictures are made of them.
  case joined
  /// The caller takes one field.
  case kept
}
