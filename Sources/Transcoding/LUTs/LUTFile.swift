internal import HDRMetadata
internal import Colorimetry
package import LookupTables
package import LookupFiles

/// LUT files at locations that the user names.
package enum LUTFile {
  /// The bytes of a file, its format and its table.
  package struct Contents {
    package let bytes: [UInt8]
    let format: LookupFileFormat
    package let table: LookupTable
  }

  /// Reads a LUT file.
  ///
  /// - Parameter format: The format of the file; `nil` means the one that its name determines.
  package static func read(_ path: Path, as format: LookupFileFormat? = nil) throws(TranscodingError) -> Contents {
    let format = try self.format(of: path, format)
    if let length = System.status(of: path)?.length {
      guard length <= LookupFileFormat.largestFile else {
        throw .data("the LUT \(path) is wrong: \(LookupFileError.tooLarge(bytes: Int(length)))")
      }
      try MemoryNeed(ofLookupFile: length).check("reading \(path)", fix: "use a smaller LUT")
    }
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path, upTo: LookupFileFormat.largestFile)
    } catch {
      throw .notFound("the LUT \(path) cannot be read (\(error)); check its path")
    }
    do {
      var table = try LookupTable(parsing: bytes, as: format)
      if table.inputRange == nil, table.outputRange == nil, let stated = certifiedRange(of: path, bytes) {
        (table.inputRange, table.outputRange) = (stated, stated)
      }
      return Contents(bytes: bytes, format: format, table: table)
    } catch {
      throw .data("the LUT \(path) is wrong: \(error)")
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
      if let host, !host.formats.contains(format) {
        throw .settings(
          "\(host.name) does not read \(format.rawValue), but \(host.formats.map(\.rawValue).joined(separator: ", ")) was expected;"
            + " name the file so, or choose another host")
      }
      return format
    }
    let names = LookupFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw .settings(
      "the name \(path) does not say the format of the LUT, but one of \(names) was expected; give \(.format), or another name"
    )
  }

  /// Writes a table.
  ///
  /// - Returns: The difference between the file's table and the intended one, in words, and whether the output is a file.
  package static func write(
    _ table: LookupTable, comparing meant: LookupTable, to path: Path, as format: LookupFileFormat,
    _ options: LookupFileOptions, reading input: [ReadFile], force: Bool, _ control: RunControl
  ) throws(TranscodingError) -> (difference: String, isFile: Bool) {
    try MemoryNeed(ofLookupTable: table.cube?.size ?? 0).check("the LUT", fix: "give a smaller \(.cubeSize)")
    let bytes = try explained { try table.encoded(as: format, options: options) }
    let written = try explained { try LookupTable(parsing: bytes, as: format) }
    let isFile = try place(bytes, at: path, reading: input, force: force, control)
    return (difference(of: written, from: meant), isFile)
  }

  /// Returns the difference between a table and the intended one, in words.
  package static func difference(of written: LookupTable, from meant: LookupTable) -> String {
    let (written, meant) = (written.inFullRange, meant.inFullRange)
    let interpolation = meant.interpolation ?? .tetrahedral
    let difference = LookupMeasurement.measure(
      written, interpolations: [interpolation], shown: { Light($0.components) },
      against: { meant($0, interpolation: interpolation) })[0]
    return "difference      8-bit codes \(difference.codesOf8Bits.inWords)"
  }

  /// Writes the bytes of a file.
  ///
  /// - Parameter certificate: The certificate to write beside it, if it is a file.
  /// - Returns: Whether it is a file, not a stream, which may be standard output.
  package static func place(
    _ bytes: [UInt8], at path: Path, reading input: [ReadFile], force: Bool,
    certificate: String? = nil, _ control: RunControl
  ) throws(TranscodingError) -> Bool {
    let outputs = Outputs(reading: input, force: force, control)
    control.start()
    let destination = try outputs.open(path, as: "the LUT")
    try destination.write(bytes)
    if destination.isFile, let certificate {
      try outputs.open(self.certificate(of: path), as: "the certificate", isGiven: false).write(Array(certificate.utf8))
    }
    try control.check()
    try outputs.commit()
    return destination.isFile
  }

  /// Returns the name of the certificate beside a file.
  package static func certificate(of path: Path) -> Path { path + ".certificate.json" }

  /// Returns the result of a closure, with its errors as those of the command.
  package static func explained<Result>(_ make: () throws -> Result) throws(TranscodingError) -> Result {
    do {
      return try make()
    } catch let error as LookupTableError {
      throw .settings("there is no such LUT: \(error)")
    } catch let error as LookupFileError {
      throw .settings("the LUT cannot be written: \(error)")
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .fault("\(error)")
    }
  }
}

extension PlanningContext {
  /// Returns the lookup table, if one was given. Its name determines its format, because `--format` is that of the output.
  ///
  /// - Throws: `settings` for a name of no format, `notFound` if the file cannot be read, `data` if it does not contain a valid table.
  package func lookupTable() throws(TranscodingError) -> LookupTable? {
    guard let path = lookup.file else { return nil }
    if let json = hdr10PlusJSON {
      throw .settings(
        "\(.lut) and \(.frameMetadata) are \(path) and \(json), but only one can say how light changes; leave one out"
      )
    }
    guard let format = LookupFileFormat(fileName: "lut.\(FileEnding.of(path))") else {
      let endings = LookupFileFormat.allCases.map { ".\($0.fileExtension)" }
      throw .settings("the name \(path) does not say the format of the LUT; expected one of \(list(endings))")
    }
    return try LUTFile.read(path, as: format).table
  }
}
