internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// How the frames of a movie are decoded.
struct DecodingOptions: ParsableArguments {
  @Flag(
    help:
      "Make one whole frame of the two fields of each interlaced frame of a movie, by libavfilter's bwdif; other frames stay as they are."
  )
  var deinterlace = false
}
