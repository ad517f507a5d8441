public import HDRMetadata
public import ToneMapping

/// An error of a movie that is to be encoded: its encoder, its pictures and their times.
///
/// `SettingError` has the errors of a setting by itself, and `MovieError` those that the encoder finds.
public enum EncodingError: JobError {
  // MARK: Encoders
  /// FFmpeg's libraries lack all encoders of a codec; `package` is the package that would provide one.
  case missingEncoder([String], codec: String, package: String?)
  case crfOutOfRange(Double, greatest: Int, encoder: String)
  /// A codec for an output that holds another one alone.
  case otherCodec(String, OutputKind)
  case notAMovie([SettingName], output: String?, isPicture: Bool)

  // MARK: Pictures
  case tooSmall(PictureSize, smallestSide: Int, encoder: String)
  /// An odd side where chroma is subsampled; `full` is the format without subsampling, if the encoder takes it.
  case oddSize(PictureSize, PixelFormat, encoder: String, full: PixelFormat?)
  case narrowRange(encoder: String)
  case scaledNumbers(SettingName, of: String, PixelFormat)
  case scaledAlpha(SettingName, of: String)
  case hevcAlpha(of: String)
  case noAlphaLayer
  case lostAlpha(PixelFormat, container: String, encoder: String)

  // MARK: Times
  case unholdableRate(FrameRate)
  case noFrameRate(of: String)

  case unstatedLight(in: String)

  public var kind: JobErrorKind {
    switch self {
    case .unstatedLight: .fault
    default: .settings
    }
  }

  public var sentence: Fix {
    switch self {
    case .missingEncoder(let encoders, let codec, let package):
      "FFmpeg's libraries on this system have no encoder \(encoders.joined(separator: " or "))\(encoders == [codec] ? "" : " for \(codec)")"
        + (package.map { "; install \($0), or choose another \(.videoCodec)" }
          ?? ", but the name of an encoder was expected; ffmpeg -encoders lists them")
    case .crfOutOfRange(let crf, let greatest, let encoder):
      "\(.crf) is \(crf), but \(encoder) accepts 0 to \(greatest)"
    case .otherCodec(let codec, let kind):
      "\(.videoCodec) is \(codec), but a .\(kind) file holds H.265 alone; leave it out, or name another output, such as out.mp4"
    case .notAMovie(let settings, let output, let isPicture):
      "\(list(settings)) \(settings.count == 1 ? "applies" : "apply") only to movies, but \(output ?? "the output") \(isPicture ? "is a picture" : "holds uncompressed frames");"
        + " leave \(settings.count == 1 ? "it" : "them") out, or name a movie, such as out.mp4"

    case .tooSmall(let size, let smallest, let encoder):
      "the pictures are \(size), but \(encoder) expects sides of at least \(smallest) pixels; give \(.width) \(size.evenWidth(shorterSide: smallest)) or more, and \(.enlarge)"
    case .oddSize(let size, let format, let encoder, let full):
      "the pictures are \(size), but \(encoder) expects even sides for \(format.name); give \(.oddSize, "crop") to leave out the last column or"
        + " row, \(.oddSize, "pad") to repeat it" + (full.map { ", or \(.outPixelFormat, $0.name)" } ?? "")
    case .narrowRange(let encoder):
      "the pictures have narrow range, but \(encoder) expects full range; give \(.outRange) full"
    case .scaledNumbers(let setting, let name, let format):
      "\(setting) scales integer codes, but the frames of \(name) are \(format.name); leave it out"
    case .scaledAlpha(let setting, let name):
      "\(setting) does not scale alpha, but \(name) has alpha; give \(.alpha, "ignore"), or leave \(setting) out"
    case .hevcAlpha(let name):
      "\(name) has alpha, but for H.265 only libx265 encodes alpha, at 8 bits and 4:2:0; write a .mov with \(.videoCodec) prores, put it"
        + " over a color with \(.background), or drop it with \(.alpha, "ignore")"
    case .noAlphaLayer:
      "\(.alphaQuality) is for the alpha layer of H.265, but the output has no such layer; leave \(.alphaQuality) out"
    case .lostAlpha(let format, let container, let encoder):
      "\(.outPixelFormat) is \(format.name), but \(container) does not carry the alpha of \(encoder); write .webm or .mkv, or choose a"
        + " format without alpha"

    case .unholdableRate(let rate):
      "\(.fps) is \(rate.fraction), but no movie can store its frame times; give a rate such as \(.fps, 25)"
    case .noFrameRate(let name):
      "\(name) states no frame rate, but a movie needs frame times; give \(.fps), such as \(.fps, 25)"
    case .unstatedLight(let output):
      "the measured MaxCLL and MaxFALL could not be written to \(output); please report it"
    }
  }
}

extension PictureSize {
  fileprivate func evenWidth(shorterSide: Int) -> Int {
    let shorter = min(width, height)
    let width = (shorterSide * width + shorter - 1) / shorter
    return width + width % 2
  }
}
