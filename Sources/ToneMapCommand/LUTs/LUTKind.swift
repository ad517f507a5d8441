internal import Transcoding
internal import HDRMetadata
internal import LookupFiles
internal import LookupTables
internal import ToneMapping

/// The kind of file that a LUT is written to.
enum LUTKind {
  case table(LookupFileFormat)
  case profile(LUTProfile)

  /// What an output's name and the options say.
  init(of output: Path, _ options: LUTOptions) throws(TranscodingError) {
    if let profile = options.icc ?? (LUTProfile.isNamed(by: output) ? .link : nil) {
      guard options.host == nil, options.file.format == nil else {
        throw .settings(
          "\(output) is an ICC profile, but \(options.host == nil ? "--format" : "--host") is about other files; leave it out, or name"
            + " another output")
      }
      if profile == .display {
        let idle = options.idleForDisplayProfiles
        guard idle.isEmpty else {
          throw .settings(
            "\(list(idle)) \(idle.count == 1 ? "is" : "are") about R′G′B′ numbers, but a display profile holds the colors that the display"
              + " shows; leave \(idle.count == 1 ? "it" : "them") out, or give --icc link")
        }
      }
      guard options.file.bitDepth == nil else {
        throw .settings(
          "\(output) is an ICC profile, which always has 16 bits, but --bit-depth was given; leave it out")
      }
      try LUTProfile.check()
      self = .profile(profile)
      return
    }
    self = .table(try LUTFile.format(of: output, options.file.format, for: options.host))
  }

  /// The format, if it is no profile.
  var format: LookupFileFormat? { if case .table(let format) = self { format } else { nil } }

  /// The ending of such files.
  var ending: String { format?.fileExtension ?? "icc" }

  /// Whether a file may hold curves before the cube.
  func holdsShapers(in dialect: CubeDialect) -> Bool { format?.holdsShapers(in: dialect) ?? true }

  /// The bytes of a table in a file of this kind.
  func bytes(of table: LookupTable, _ options: LookupFileOptions, for plan: ConversionPlan) throws(TranscodingError)
    -> [UInt8]
  {
    switch self {
    case .table(let format): try LUTFile.explained { try table.encoded(as: format, options: options) }
    case .profile(let profile):
      try profile.bytes(of: table, for: plan, size: table.cube?.size ?? 33, title: table.title ?? "LUT")
    }
  }

  /// A table with its numbers rounded as the file rounds them.
  func written(_ table: LookupTable, _ options: LookupFileOptions) throws(TranscodingError) -> LookupTable {
    switch self {
    case .table(let format):
      try LUTFile.explained { try LookupTable(parsing: table.encoded(as: format, options: options), as: format) }
    case .profile(let profile): try profile.written(table)
    }
  }
}

extension LUTOptions {
  /// The given options that a display profile has no place for.
  fileprivate var idleForDisplayProfiles: [String] {
    var hasShaper = true
    if case .auto = shaper { hasShaper = false }
    return [
      ("--max-error", maxError != nil), ("--lut-range", lutRange != .full), ("--shaper", hasShaper),
      ("--vertices", vertices != nil), ("--lut-interpolation", lutInterpolation != nil),
    ].filter(\.1).map(\.0)
  }
}
