public import HDRMetadata
public import MediaFiles
public import RawVideo
public import ToneMapping

/// An error of an input: the file, its layout, its tags, its frames, its alpha and its background.
///
/// The first text of each case about a file is the name of the file.
public enum InputError: JobError {
  // MARK: Files
  case directory(String)
  case media(String, MediaFileError)
  /// A picture that is refused by name; `word` is the file's name as a word of a command line.
  case unreadPicture(String, UnreadPicture, word: String)
  case movieAsFrames(String, from: Access)
  case unexpected(String, reason: String)

  // MARK: Layout and color
  case unreadableColorJSON(String, reason: String)
  case wrongColorJSON(String, MetadataError)
  case unknownPixelFormat(colorJSON: String, found: String)
  case colorJSONOfMovie(String, colorJSON: String)
  case layoutOfMovie(String, SettingName)
  case sizeOfColorJSON(String, found: PictureSize, expected: PictureSize)
  case missingLayout(String, [SettingName])
  case statedByY4M(String, SettingName, given: String, stated: String)
  case interlacedY4M(String, Y4MInterlacing)
  /// The file states a color that is not read, and no other.
  case unreadColor(String, found: String, PlanError)

  // MARK: Frames
  /// The selection has no frame; `count` is the number of the file's frames, if known.
  case noFrame(String, FrameSelection, count: Int?)
  /// The setting is a time, which needs a frame rate.
  case missingRate(String, SettingName, FramePosition)
  /// The metadata of a frame that no file holds cannot be used.
  case frameMetadata(reason: Fix)
  /// The metadata of a frame that no file holds has no curve and no light for the operator.
  case missingFrameMetadata(operator: String)

  // MARK: Movies
  case decoderError(String, reason: String)
  case truncatedPicture(String)
  case decodedSize(String, stated: PictureSize?, decoded: PictureSize)
  case interlaced(String)
  /// A movie that begins with whole frames becomes interlaced at a time in seconds, if known.
  case interlacedLater(String, seconds: Double?)
  /// Each picture is one field; `first` is the field that comes first.
  case singleFields(String, PictureSize, first: String)
  case notDeinterlaced(String, PixelFormat)
  /// A rate is given for a movie whose frames have times, and no movie is written.
  case rateOfMovie(String, FrameRate)
  case rateBesideHDR10Plus(String)
  case timeGap(String)

  // MARK: Alpha and background
  case alphaTwice(String, PixelFormat)
  case alphaLayout(String, PixelFormat)
  case noLayoutWithAlpha(String, PixelFormat)
  case formatOfAlphaFile(String, given: PixelFormat, kind: String)
  case sizeOfLayer(Layer, String, found: PictureSize, of: String, expected: PictureSize)
  /// A layer ends before this frame of the file that it belongs to; `count` is the number of its frames, if known.
  case shortLayer(Layer, String, count: Int?, before: Int, of: String)
  case backgroundNotAFile(String)
  case background(String, PlanError)
  /// A picture is given as the background of frames that no file holds.
  case pictureBehindFrames

  public enum Access: Hashable, Sendable {
    case file, pipe, standardInput
  }

  public enum Layer: String, Sendable {
    case alpha = "the alpha file"
    case background = "the background"
  }

  // MARK: Pictures

  case unreadablePicture(String, reason: String)
  case cutPNG(String, reason: String)
  case damagedPNG(String, reason: String)
  case unreadableFolder(String, ofPictures: String, reason: String)
  case noPictures(String, such: String)
  case notAPicture(String)
  case otherPicture(String, property: String, found: String?, first: String, expected: String?)

  public var kind: JobErrorKind {
    switch self {
    case .directory, .unreadableColorJSON, .backgroundNotAFile, .media(_, .notAFile), .media(_, .cannotOpen),
      .unreadablePicture, .unreadableFolder, .noPictures:
      .notFound
    case .media(_, .cannotRead): .inputOutput
    case .unexpected: .fault
    case .colorJSONOfMovie, .layoutOfMovie, .missingLayout, .statedByY4M, .unreadColor, .missingRate, .rateOfMovie,
      .rateBesideHDR10Plus, .alphaTwice, .noLayoutWithAlpha, .formatOfAlphaFile, .pictureBehindFrames:
      .settings
    default: .data
    }
  }

  public var sentence: Fix {
    switch self {
    case .directory(let file):
      "the input \(file) is a directory, but a file was expected; name a file of frames in it"
    case .media(let file, let error):
      kind == .data ? "\(file): \(error)" : "\(error)"
    case .unreadPicture(let file, let picture, let word):
      "\(file): \(MediaFileError.unreadPicture(picture).clause); \(picture.fix(for: word) { ShellWords.line([$0]) })"
    case .movieAsFrames(let file, let access):
      "\(file) is a movie, a bare stream or a picture, but Y4M or raw frames were expected; \(access.remedy)"
    case .unexpected(let file, let reason):
      "\(file) could not be read for an unexpected reason (\(reason)); please report it"

    case .unreadableColorJSON(let file, let reason):
      "the color JSON \(file) cannot be read (\(reason)); check its path"
    case .wrongColorJSON(let file, let error):
      "the color JSON \(file) is wrong: \(error)"
    case .unknownPixelFormat(let file, let found):
      "the color JSON \(file) has the unknown pix_fmt \(found); give the format with \(.pixelFormat)"
    case .colorJSONOfMovie(let file, let json):
      "\(.colorJSON) is \(json), but \(file) is a movie, a bare stream or a picture, which states its own color; leave \(.colorJSON) out"
    case .layoutOfMovie(let file, let setting):
      "\(setting) is for raw frames, but \(file) is a movie, a bare stream or a picture, which states its own; leave \(setting) out"
    case .sizeOfColorJSON(let file, let found, let expected):
      "the color JSON says \(found), but the Y4M header of \(file) says \(expected); give the JSON of this clip"
    case .missingLayout(let file, let settings):
      "\(file) is not Y4M, and raw frames do not state their layout; give \(list(settings.map(Self.example))), or \(.colorJSON)"
    case .statedByY4M(let file, let setting, let given, let stated):
      "\(setting) says \(given), but the Y4M header of \(file) says \(stated); leave \(setting) out, since Y4M states its own"
    case .interlacedY4M(let file, let interlacing):
      "the Y4M header of \(file) says I\(interlacing.rawValue), which is interlaced, but progressive frames were expected;"
        + " deinterlace first: ffmpeg -i \(file == "standard input" ? "-" : file) -vf bwdif=mode=send_frame -strict -1 out.y4m"
    case .unreadColor(let file, let found, let error):
      "\(file) states \(found), and \(error)"

    case .noFrame(let file, let frames, let count):
      frames.emptySentence(for: file, count)
    case .missingRate(let file, let setting, let time):
      "\(file) states no frame rate, but \(setting, time) is a time; give \(.fps), such as \(.fps, 25)"
    case .frameMetadata(let reason):
      "the metadata of the frame cannot be used: \(reason)"
    case .missingFrameMetadata(let name):
      "the metadata of the frame lacks what \(name) needs for a curve: HDR10+ for st2094-40, a message of"
        + " ST 2094-50 for st2094-50, or stated light for the others; leave it out for this frame, or choose another operator"

    case .decoderError(let file, let reason):
      "the decoder of \(file) reports an error (\(reason)); check that the file is complete, or export it with another compression"
    case .truncatedPicture(let file):
      "\(file) is truncated or damaged; copy or export it again"
    case .decodedSize(let file, let stated, let decoded):
      "\(file) states \(stated.map { "\($0)" } ?? "no size"), but FFmpeg decodes \(decoded) pixels; write it again with the program that made it"
    case .interlaced(let file):
      "\(file) is interlaced, but progressive frames were expected; use \(.deinterlace) with convert or measure"
    case .interlacedLater(let file, let seconds):
      "\(file) starts with progressive frames, but \(seconds.map { "at \($0.rounded(to: 3)) s" } ?? "later") interlaced frames"
        + " follow; use \(.deinterlace) with convert or measure"
    case .singleFields(let file, let size, let first):
      "\(file) is interlaced, and each of its pictures is one field of \(size.width)×\(size.height) pixels, but frames were expected;"
        + " make frames of them first, as in \(Self.weaving(file, first: first))"
    case .notDeinterlaced(let file, let format):
      "\(file) is interlaced, but FFmpeg's bwdif does not deinterlace \(format.name); convert it to a planar format such as"
        + " yuv420p10 first"
    case .rateOfMovie(let file, let rate):
      "\(.fps) is \(rate.fraction), but \(file) is a movie with its own frame times, and the output is no movie; leave \(.fps) out"
    case .rateBesideHDR10Plus(let file):
      "\(.fps) repeats or drops frames, but \(.outHDR10plus) describes each frame of \(file); leave one out"
    case .timeGap(let file):
      "the times of \(file) jump ahead by more than an hour, which a constant rate would fill with one repeated frame; cut the movie there, or leave \(.fps) out"

    case .alphaTwice(let file, let format):
      "\(file) has alpha of its own (\(format)), but \(.alphaFile) gives another; leave it out"
    case .alphaLayout(let file, let format):
      "the alpha file \(file) has frames of \(format), but gray or planar Y′CbCr was expected"
    case .noLayoutWithAlpha(let file, let format):
      "\(file) has frames of \(format), but no planar integer format has room for their samples and alpha; convert the frames to"
        + " \(format.planar(bitDepth: 16)?.name ?? "yuv444p16le") first"
    case .formatOfAlphaFile(let file, let given, let kind):
      "\(.alphaPixelFormat) says \(given.name), but the alpha file \(file) is \(kind), which states its own; leave it out"
    case .sizeOfLayer(let layer, let file, let found, let clip, let expected):
      "\(layer.rawValue) \(file) has frames of \(found), but \(clip) has \(expected);"
        + " \(layer == .alpha ? "give the alpha file of this clip" : "scale or crop it first")"
    case .shortLayer(let layer, let file, let count, let frame, let clip):
      "\(layer.rawValue) \(file)\(count.map { " has \(plural($0, "frame")) and" } ?? "") ends before frame \(frame) of \(clip);"
        + " \(layer == .alpha ? "give the alpha file of this clip" : "give one of the same length, or a single picture")"
    case .backgroundNotAFile(let file):
      "the background \(file) is not a regular file, but it is read more than once; give a file"
    case .background(let file, .unknownTransfer):
      "the background \(file) has more than 8 bits and states no transfer, so it could be PQ, HLG or SDR; tag it, or give a"
        + " picture that states its color"
    case .background(let file, let error):
      "the background \(file) cannot be used: \(error)"
    case .pictureBehindFrames:
      "\(.background) is a picture, but frames from memory can only be put over a color; choose a color, such as black"
    case .unreadablePicture(let name, let reason):
      "the picture \(name) cannot be read (\(reason)); check its path, and that it is at most 1 GiB"
    case .cutPNG(let name, let reason): "\(name) is truncated (\(reason)); copy or export it again"
    case .damagedPNG(let name, let reason):
      "\(name) is a truncated or corrupt PNG (\(reason)); give one that is not damaged"
    case .unreadableFolder(let folder, let pictures, let reason):
      "the directory \(folder) of the pictures \(pictures) cannot be read (\(reason)); check its path"
    case .noPictures(let pattern, let name):
      "no file matches \(pattern), such as \(name); check the name"
    case .notAPicture(let name):
      "\(name) is not a supported picture, but every file of a series must be one; give a movie by its own name"
    case .otherPicture(let name, let property, let found, let first, let expected):
      "\(name) has a different \(property)\(found.map { " (\($0))" } ?? "") from \(first)\(expected.map { " (\($0))" } ?? "")"
        + ", but the same was expected; convert it by itself"
    }
  }

  private static func example(of setting: SettingName) -> Fix {
    "\(setting) (\(setting == .size ? "3840x2160" : "yuv420p10le"))"
  }

  private static func weaving(_ file: String, first field: String) -> String {
    let filter = "weave=first_field=\(field),bwdif=mode=0"
    return ShellWords.line(["ffmpeg", "-i", file, "-vf", filter, "-c:a", "copy", "-c:v", "ffv1", "whole.mkv"])
  }
}

extension InputError.Access {
  fileprivate var remedy: Fix {
    switch self {
    case .file: "check that it is complete, and decode it first: ffmpeg -i FILE -strict -1 out.y4m"
    case .pipe: "movies need random access, which a pipe lacks: write it to a file first"
    case .standardInput:
      "give the file by its name, as in tonemap convert MOVIE OUTPUT, or decode it first: ffmpeg -i MOVIE -strict -1"
        + " -f yuv4mpegpipe - | tonemap …"
    }
  }
}

extension FrameSelection {
  fileprivate func emptySentence(for file: String, _ count: Int?) -> Fix {
    guard !start.isAtStart || duration != nil else {
      return "\(file) has no frames, but at least 1 was expected; check how the file was made"
    }
    guard count == nil, let duration else {
      let found = count.map { "\(plural($0, "frame")), but none" } ?? "no frame"
      return "\(file) has \(found) at or after \(.start) \(start); choose a smaller start"
    }
    return "no frame of \(file) begins within the \(duration.rounded(to: 3)) s of \(.duration) from \(.start) \(start);"
      + " choose a smaller start or a longer duration"
  }
}
