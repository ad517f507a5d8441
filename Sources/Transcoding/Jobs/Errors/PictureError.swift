public import HDRMetadata

/// An error of a thumbnail, a sheet of thumbnails or a sheet of choices.
public enum PictureError: JobError {
  // The size of pictures.
  case sideOutOfRange(SettingName, Int, allowed: ClosedRange<Int>)
  case sizeOutOfRange(PictureSize, sides: ClosedRange<Int>)
  // The movie.
  case notMovie(String)
  case sdr(String)
  case unknownDuration(String)
  // The moment of a picture, in seconds.
  case impossibleMoment(SettingName, String)
  case shareOfUnknownDuration(String)
  case afterEnd(String, at: Double, duration: Double)
  case noPicture(String, at: Double?)
  case afterLastPicture(String, at: Double)
  case jpegOfOtherColorSpace
  // Sheets of thumbnails.
  case everyNothing
  case emptyGrid(PictureSize)
  case sheetTooLarge(grid: PictureSize, cell: PictureSize, sides: ClosedRange<Int>)
  case tooManySheets(Double, of: PictureSize, every: Double, allowed: Int)
  case sheetsNeedFiles(String)
  // Sheets of choices.
  case missingMetadata(of: String, at: Double)
  case noChoiceFits(String, reason: Fix?)
  case choicesTooLarge(bytes: Int, allowed: Int)
  case pagesNeedFiles(Int, String)
  // The pictures that the program cvvdp reads.
  case cannotCreateFolder(in: String, reason: String)
  case cannotWrite(String, reason: String)

  public var kind: JobErrorKind {
    switch self {
    case .notMovie, .sdr, .unknownDuration, .noPicture, .afterLastPicture, .missingMetadata, .noChoiceFits: .data
    case .cannotCreateFolder: .cannotCreate
    case .cannotWrite: .inputOutput
    default: .settings
    }
  }

  public var sentence: Fix {
    switch self {
    case .sideOutOfRange(let setting, let side, let allowed):
      "\(setting) is \(side), but \(allowed.inWords) pixels were expected"
    case .sizeOutOfRange(let size, let sides):
      "pictures of \(size) were requested, but sides of \(sides.inWords) pixels were expected; use \(.fit)"
    case .notMovie(let name):
      "\(name) is Y4M, raw frames or a pipe, but a movie in a file was expected; use convert \(.preview) for frames"
    case .sdr(let name):
      "\(name) is SDR, but an HDR movie was expected: there is no light to map, so all choices are the same"
    case .unknownDuration(let name):
      "\(name) states no duration, but sheets cover the whole movie; convert it to .mkv first, with \(.to, "source") and"
        + " \(.videoCodec, "ffv1")"
    case .impossibleMoment(let setting, let moment):
      "\(setting) is \(moment), but a time of 0 s or more, or a percentage of 0 to 100% was expected"
    case .shareOfUnknownDuration(let name):
      "\(name) states no duration, but \(.at) is a share of it; convert it to .mkv first, with \(.to, "source") and"
        + " \(.videoCodec, "ffv1")"
    case .afterEnd(let name, let seconds, let duration):
      "\(.at) is \(seconds.rounded(to: 3)) s, but \(name) ends at \(duration.rounded(to: 3)) s; give an earlier time"
    case .noPicture(let name, let seconds):
      "\(name) has no picture\(seconds.map { " at \($0.rounded(to: 3)) s" } ?? ""); check that the file is complete"
    case .afterLastPicture(let name, let seconds):
      "\(name) has no picture at \(seconds.rounded(to: 3)) s; give an earlier \(.at)"
    case .jpegOfOtherColorSpace:
      "readers assume that a JPEG is sRGB, but another color space was chosen; write a png, or choose sRGB"
    case .everyNothing: "\(.every) is 0, but a time of 0.001 s or more, or a percentage above 0 was expected"
    case .emptyGrid(let grid):
      "\(.grid) is \(grid), but 1 picture or more was expected in a row and in a column"
    case .sheetTooLarge(let grid, let cell, let sides):
      "a sheet of \(grid) pictures of \(cell) was requested, but sheets with sides of \(sides.inWords) pixels were expected;"
        + " give a smaller \(.grid) or \(.width)"
    case .tooManySheets(let count, let grid, let seconds, let allowed):
      "a picture every \(seconds.rounded(to: 6)) s makes \(Int(exactly: count.rounded()).map(String.init) ?? "\(count)") sheets of \(grid), but up to \(allowed) were"
        + " expected; give a longer \(.every) or a larger \(.grid)"
    case .sheetsNeedFiles(let name): "\(name) is not a file, but each sheet is written to a named file; name a file"
    case .missingMetadata(let format, let seconds):
      "the picture at \(seconds.rounded(to: 3)) s carries no \(format) metadata, which the curve needs"
    case .noChoiceFits(let name, let reason):
      "no choice fits \(name): \(reason ?? "none was given"); choose other operators"
    case .choicesTooLarge(let bytes, let allowed):
      "two choices take \(bytes / 1000) kB, but a page of at most \(allowed / 1000) kB was expected; give a smaller \(.width) or fewer \(.at)"
    case .pagesNeedFiles(let count, let name):
      "the choices need \(count) pages, but \(name) holds one; name a file, or choose fewer"
    case .cannotCreateFolder(let parent, let reason):
      "a folder in \(parent) cannot be created (\(reason)), but cvvdp reads pictures from files; set TMPDIR to another folder"
    case .cannotWrite(let name, let reason):
      "\(name) cannot be written (\(reason)), but cvvdp reads pictures from files; free space, or set TMPDIR to another folder"
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var inWords: String { "\(lowerBound) to \(upperBound)" }
}
