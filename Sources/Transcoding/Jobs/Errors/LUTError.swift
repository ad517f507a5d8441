public import HDRMetadata
public import LookupFiles
public import LookupTables

/// An error of a lookup table.
public enum LUTError: JobError {
  case unreadable(path: String, reason: String)
  case wrong(path: String, LookupFileError)
  case unnamedFormat(path: String)
  /// The same, of a table to convert by, which has no setting for its format.
  case unnamedInput(path: String)
  case format(LookupFileFormat, LookupHost)
  case cubeSize(Int, LookupHost)
  case shaper(LookupFileFormat, LookupHost)
  case impossible(LookupTableError)
  case unwritable(LookupFileError)
  /// The smallest error in 8-bit codes, of a cube of this size.
  case inexact(size: Int, error: Double, allowed: Double)
  case notForProfiles(SettingName, path: String)
  case notForDisplayProfiles([SettingName])
  case otherFile(SettingName, path: String, expected: String)
  /// A title that breaks the tool of YouTube.
  case titleOfTwoWords(String)
  case profile(reason: String)
  case lacksLittleCMS

  public var kind: JobErrorKind {
    switch self {
    case .unreadable: .notFound
    case .wrong: .data
    case .inexact: .checkFailed
    default: .settings
    }
  }

  public var sentence: Fix {
    switch self {
    case .unreadable(let path, let reason): "the LUT \(path) cannot be read (\(reason)); check its path"
    case .wrong(let path, let error): "the LUT \(path) is wrong: \(error)"
    case .unnamedFormat(let path):
      "the extension of \(path) selects no LUT format, but one of \(Self.names(LookupFileFormat.allCases)) was expected;"
        + " give \(.format), or another name"
    case .unnamedInput(let path):
      "the extension of \(path) selects no LUT format; expected one of \(list(LookupFileFormat.allCases.map { ".\($0.fileExtension)" }))"
    case .format(let format, let host):
      "\(host.name) does not read \(format.rawValue), but \(Self.names(host.formats)) was expected;"
        + " change the extension, or choose another host"
    case .cubeSize(let size, let host):
      "\(.cubeSize) is \(size), but \(host.name) reads at most \(host.maximumCubeSize); choose that, or another host"
    case .shaper(let format, let host):
      "\(.shaper) asks for curves before the cube, but \(host.name) does not read them in \(format.rawValue); leave \(.shaper) out, or"
        + " choose another host or format"
    case .impossible(let error): "the LUT cannot be made: \(error)"
    case .unwritable(let error): "the LUT cannot be written: \(error)"
    case .inexact(let size, let error, let allowed):
      "the best cube, of \(size) samples, is off by \(error.rounded(to: 2)) of an 8-bit code, but"
        + " \(.maxError) allows \(allowed); allow more, or choose a format or host with a shaper"
    case .notForProfiles(let setting, let path):
      "\(path) is an ICC profile, but \(setting) applies only to other files; leave it out, or name another output"
    case .notForDisplayProfiles(let settings):
      "\(list(settings)) \(settings.count == 1 ? "applies" : "apply") to R′G′B′ values, but a display profile describes the"
        + " display's colors; leave \(settings.count == 1 ? "it" : "them") out, or give \(.icc, "link")"
    case .otherFile(let setting, let path, let expected):
      "\(setting) is for \(expected), but \(path) is another file; leave \(setting) out, or name such a file"
    case .titleOfTwoWords(let title):
      "YouTube's tool reads a line of three words as a color, as the one with the title \(title) would be; give \(.title) of one word,"
        + " or of three or more"
    case .profile(let reason): "the profile cannot be made: \(reason)"
    case .lacksLittleCMS:
      "this program was built without Little-CMS, which ICC profiles need; build with swift build --traits LittleCMS, or write another"
        + " format"
    }
  }

  private static func names(_ formats: [LookupFileFormat]) -> String { formats.map(\.rawValue).joined(separator: ", ") }
}
