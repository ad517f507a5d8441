internal import HDRMetadata
internal import LookupFiles
internal import LookupTables
internal import ToneMapping

/// The kind of file that a LUT is written to.
package enum LUTKind {
  case table(LookupFileFormat)
  case profile(LUTProfile)

  /// Creates the kind that an output's name and the settings determine.
  package init(of output: Path, _ settings: LUTSettings) throws(TranscodingError) {
    guard let profile = settings.profile ?? (LUTProfile.isNamed(by: output) ? .link : nil) else {
      self = .table(try LUTFile.format(of: output, settings.format, for: settings.host))
      return
    }
    guard settings.host == nil, settings.format == nil else {
      throw .settings(
        "\(output) is an ICC profile, but \(settings.host == nil ? SettingName.format : .host) is about other files; leave it out, or name"
          + " another output")
    }
    let idle = profile == .display ? settings.idleForDisplayProfiles : []
    guard idle.isEmpty else {
      throw .settings(
        "\(list(idle.map { "\($0)" as Fix })) \(idle.count == 1 ? "is" : "are") about R′G′B′ numbers, but a display profile holds the colors that the display"
          + " shows; leave \(idle.count == 1 ? "it" : "them") out, or give \(.icc, "link")")
    }
    guard settings.bitDepth == nil else {
      throw .settings(
        "\(output) is an ICC profile, which always has 16 bits, but \(.bitDepth) was given; leave it out")
    }
    try LUTProfile.check()
    self = .profile(profile)
  }

  /// The format; `nil` for a profile.
  var format: LookupFileFormat? { if case .table(let format) = self { format } else { nil } }

  /// The file name extension of this kind.
  var ending: String { format?.fileExtension ?? "icc" }

  /// Returns whether a file can contain curves before the cube.
  func holdsShapers(in dialect: CubeDialect) -> Bool { format?.holdsShapers(in: dialect) ?? true }

  /// Returns the bytes of a table in a file of this kind.
  func bytes(of table: LookupTable, _ options: LookupFileOptions, for plan: ConversionPlan) throws(TranscodingError)
    -> [UInt8]
  {
    switch self {
    case .table(let format): try LUTFile.explained { try table.encoded(as: format, options: options) }
    case .profile(let profile):
      try profile.bytes(of: table, for: plan, size: table.cube?.size ?? 33, title: table.title ?? "LUT")
    }
  }

  /// Returns a table with its numbers rounded as in the file.
  func written(_ table: LookupTable, _ options: LookupFileOptions) throws(TranscodingError) -> LookupTable {
    switch self {
    case .table(let format):
      try LUTFile.explained { try LookupTable(parsing: table.encoded(as: format, options: options), as: format) }
    case .profile(let profile): try profile.written(table)
    }
  }
}

extension LUTSettings {
  /// The given settings that do not apply to a display profile.
  fileprivate var idleForDisplayProfiles: [SettingName] {
    [
      (SettingName.maxError, maximumError != nil), (.lutRange, range != .full), (.shaper, shaper != .automatic),
      (.vertices, vertices != nil), (.lutInterpolation, interpolation != nil),
    ].filter(\.1).map(\.0)
  }
}
