package enum LUTKind {
  case table(LookupFileFormat)
  case profile(LUTProfile)

  package init(of output: Path, _ settings: LUTSettings) throws(TranscodingError) {
    guard let profile = settings.profile ?? (LUTProfile.isNamed(by: output) ? .link : nil) else {
      let format = try LUTFile.format(of: output, settings.format, for: settings.host)
      try settings.checkForm(of: format, at: output)
      self = .table(format)
      return
    }
    if LookupFileFormat(fileName: "\(FileEnding.complete(output))") != nil {
      throw .lut(.otherFile(.icc, path: "\(output)", expected: "ICC profiles"))
    }
    if let other = settings.given([.host, .format, .bitDepth, .clfForm]).first {
      throw .lut(.notForProfiles(other, path: "\(output)"))
    }
    let idle = profile == .display ? settings.given([.maxError, .lutRange, .shaper, .vertices, .lutInterpolation]) : []
    guard idle.isEmpty else { throw .lut(.notForDisplayProfiles(idle)) }
    try LUTProfile.check()
    self = .profile(profile)
  }

  var format: LookupFileFormat? { if case .table(let format) = self { format } else { nil } }
  var ending: String { format?.fileExtension ?? "icc" }
  func holdsShapers(in dialect: CubeDialect) -> Bool { format?.holdsShapers(in: dialect) ?? true }
  func bytes(of table: LookupTable, _ options: LookupFileOptions, for plan: ConversionPlan) throws(TranscodingError)
    -> [UInt8]
  {
    switch self {
    case .table(let format): try LUTFile.encoded(table, as: format, options)
    case .profile(let profile):
      try profile.bytes(of: table, for: plan, size: table.cube?.size ?? 33, title: table.title ?? "LUT")
    }
  }

  /// Returns a table with its numbers rounded as in the file.
  func written(_ table: LookupTable, _ options: LookupFileOptions) throws(TranscodingError) -> LookupTable {
    switch self {
    case .table(let format): try LUTFile.written(LUTFile.encoded(table, as: format, options), as: format)
    case .profile(.link): try LUTProfile.tableStored(inLinkOf: table, size: table.cube?.size ?? 33).table
    case .profile(.display): table
    }
  }
}
