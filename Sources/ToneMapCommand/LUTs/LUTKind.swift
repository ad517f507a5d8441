internal import LookupFiles
internal import LookupTables
internal import ToneMapping

/// The kind of file that a LUT is written to.
enum LUTKind {
  case table(LookupFileFormat)
  case profile(LUTProfile)

  /// What an output's name and the options say.
  init(of output: Path, _ options: LUTOptions) throws(CommandError) {
    if let profile = options.icc ?? (LUTProfile.isNamed(by: output) ? .link : nil) {
      guard options.host == nil, options.file.format == nil else {
        throw .usage(
          "\(output) is an ICC profile, but \(options.host == nil ? "--format" : "--host") is about other files; leave it out, or name"
            + " another output")
      }
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
  func bytes(of table: LookupTable, _ options: LookupFileOptions, for plan: ConversionPlan) throws(CommandError)
    -> [UInt8]
  {
    switch self {
    case .table(let format): try LUTFile.explained { try table.encoded(as: format, options: options) }
    case .profile(let profile):
      try profile.bytes(of: table, for: plan, size: table.cube?.size ?? 33, title: table.title ?? "LUT")
    }
  }

  /// A table with its numbers rounded as the file rounds them.
  func written(_ table: LookupTable, _ options: LookupFileOptions) throws(CommandError) -> LookupTable {
    switch self {
    case .table(let format):
      try LUTFile.explained { try LookupTable(parsing: table.encoded(as: format, options: options), as: format) }
    case .profile: try LUTFile.explained { try table.rounded(toBits: 16) }
    }
  }
}

extension LookupTable {
  /// This table with the values of its cubes rounded to integers of a depth, as ICC profiles hold them.
  fileprivate func rounded(toBits bits: Int) throws(LookupTableError) -> LookupTable {
    let greatest = Float((1 << bits) - 1)
    var table = self
    for (index, step) in steps.enumerated() {
      guard case .cube(let cube) = step else { continue }
      table.steps[index] = .cube(
        try Cube(
          size: cube.size, domain: cube.domain,
          values: cube.values.map { ($0 * greatest).rounded(.toNearestOrAwayFromZero) / greatest }))
    }
    return table
  }
}
