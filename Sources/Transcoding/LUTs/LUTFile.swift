/// LUT files at locations that the user names.
package enum LUTFile {
  package typealias Contents = (bytes: [UInt8], format: LookupFileFormat, table: LookupTable)

  /// Reads a LUT file; without a format, the name determines it.
  package static func read(_ path: Path, as format: LookupFileFormat? = nil) throws(TranscodingError) -> Contents {
    let format = try self.format(of: path, format)
    if let length = System.status(of: path)?.length {
      guard length <= LookupFileFormat.largestFile else {
        throw .lut(.wrong(path: "\(path)", .tooLarge(bytes: Int(length))))
      }
      try MemoryNeed(ofLookupFile: length).check("reading \(path)", fix: "use a smaller LUT")
    }
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path, upTo: LookupFileFormat.largestFile)
    } catch {
      throw .lut(.unreadable(path: "\(path)", reason: "\(error)"))
    }
    do {
      var table = try LookupTable(parsing: bytes, as: format)
      if table.inputRange == nil, table.outputRange == nil, let stated = certifiedRange(of: path, bytes) {
        (table.inputRange, table.outputRange) = (stated, stated)
      }
      return (bytes, format, table)
    } catch {
      throw .lut(.wrong(path: "\(path)", error))
    }
  }

  /// Returns the range that the certificate beside a file states, if the certificate belongs to the file's bytes.
  private static func certifiedRange(of path: Path, _ bytes: [UInt8]) -> QuantizationRange? {
    guard let json = try? System.contents(of: certificate(of: path), upTo: LookupFileFormat.largestFile),
      let certificate = try? Certificate(json: json), certificate.belongs(to: bytes)
    else { return nil }
    return certificate.value(of: "lut-range").flatMap { try? QuantizationRange(option: $0) }
  }

  /// Returns the format of a file: the requested one, else that of its name, or for standard output the one that the host prefers.
  ///
  /// - Throws: `settings` if the name does not determine a format, or the host does not read it.
  package static func format(
    of path: Path, _ asked: LookupFileFormat?, for host: LookupHost? = nil
  ) throws(TranscodingError) -> LookupFileFormat {
    if let format = asked
      ?? (path == .standardStream ? host?.formats[0] : LookupFileFormat(fileName: "\(FileEnding.complete(path))"))
    {
      if let host, !host.formats.contains(format) { throw .lut(.format(format, host)) }
      return format
    }
    throw .lut(.unnamedFormat(path: "\(path)"))
  }

  /// Writes a table.
  ///
  /// - Returns: The difference between the file's table and the intended one, and whether the output is a file.
  package static func write(
    _ table: LookupTable, comparing meant: LookupTable, to path: Path, as format: LookupFileFormat,
    _ options: LookupFileOptions, reading input: [ReadFile], force: Bool, _ control: RunControl
  ) throws -> (difference: LookupMeasurement.Errors<EightBitCodes>, isFile: Bool) {
    try MemoryNeed(ofLookupTable: table.cube?.size ?? 0).check("the LUT", fix: "give a smaller \(.cubeSize)")
    let bytes = try encoded(table, as: format, options)
    let written = try written(bytes, as: format)
    let isFile = try place(bytes, at: path, reading: input, force: force, control)
    return (difference(of: written, from: meant), isFile)
  }

  static func encoded(
    _ table: LookupTable, as format: LookupFileFormat, _ options: LookupFileOptions
  ) throws(TranscodingError) -> [UInt8] {
    do { return try table.encoded(as: format, options: options) } catch { throw .lut(.unwritable(error)) }
  }

  /// Returns the table that such bytes hold, with its numbers rounded.
  static func written(_ bytes: [UInt8], as format: LookupFileFormat) throws(TranscodingError) -> LookupTable {
    do { return try LookupTable(parsing: bytes, as: format) } catch { throw .lut(.unwritable(error)) }
  }

  /// Returns the difference between a table and the intended one, with an interpolation, or else that of the intended one.
  package static func difference(
    of table: LookupTable, from meant: LookupTable, by interpolation: CubeInterpolation? = nil
  ) -> LookupMeasurement.Errors<EightBitCodes> {
    let (table, meant) = (table.inFullRange, meant.inFullRange)
    let interpolation = interpolation ?? meant.interpolation ?? .tetrahedral
    return LookupMeasurement.measure(
      table, interpolations: [interpolation], shown: { Light($0.components) },
      against: { meant($0, interpolation: interpolation) })[0].codesOf8Bits
  }

  /// Writes the bytes of a file, and its certificate beside it; returns whether it is a file, not a stream, which has no certificate.
  package static func place(
    _ bytes: [UInt8], at path: Path, reading input: [ReadFile], force: Bool,
    certificate: [UInt8]? = nil, _ control: RunControl
  ) throws -> Bool {
    try control.writing(reading: input, force: force) { outputs in
      let destination = try outputs.open(path, as: "the LUT")
      try destination.write(bytes)
      if destination.isFile, let certificate {
        let file = try outputs.open(self.certificate(of: path), as: "the certificate", isGiven: false)
        try file.write(certificate)
      }
      try control.check()
      return destination.isFile
    }
  }

  package static func certificate(of path: Path) -> Path { path + ".certificate.json" }

  /// Returns the result of a closure that makes a table.
  package static func made<Result>(_ make: () throws(LookupTableError) -> Result) throws(TranscodingError) -> Result {
    do { return try make() } catch { throw .lut(.impossible(error)) }
  }
}

extension PlanningContext {
  /// Returns the lookup table, if one was given. Its name determines its format, because `--format` is that of the output.
  ///
  /// - Throws: `settings` for a name of no format, `notFound` if the file cannot be read, `data` if it does not contain a valid table.
  package func lookupTable() throws(TranscodingError) -> LookupTable? {
    guard let path = lookup.file else { return nil }
    if hdr10PlusJSON != nil { throw .setting(.exclusive([.lut, .frameMetadata])) }
    guard let format = LookupFileFormat(fileName: "lut.\(FileEnding.of(path))") else {
      throw .lut(.unnamedInput(path: "\(path)"))
    }
    return try LUTFile.read(path, as: format).table
  }
}
