internal import Certificates
internal import Colorimetry
internal import LookupFiles
internal import LookupTables

/// LUT files, read from where the user says.
enum LUTFile {
  /// A file and what it holds.
  struct Contents {
    let bytes: [UInt8]
    let format: LookupFileFormat
    let table: LookupTable
  }

  /// Reads a LUT file.
  ///
  /// - Parameter format: Its format; `nil` means as its name says.
  static func read(_ path: Path, as format: LookupFileFormat? = nil) throws(CommandError) -> Contents {
    let format = try self.format(of: path, format)
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path, upTo: LookupFileFormat.largestFile)
    } catch {
      throw .noInput("the LUT \(path) cannot be read (\(error)); check its path")
    }
    do {
      return Contents(bytes: bytes, format: format, table: try LookupTable(parsing: bytes, as: format))
    } catch {
      throw .data("the LUT \(path) is wrong: \(error)")
    }
  }

  /// The format of a file: the one that is asked for, else what its name says.
  static func format(of path: Path, _ asked: LookupFileFormat?) throws(CommandError) -> LookupFileFormat {
    if let format = asked ?? (path == "-" ? nil : LookupFileFormat(fileName: "\(path)")) { return format }
    let names = LookupFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw .usage(
      "the name \(path) does not say the format of the LUT, but one of \(names) was expected; give --format, or another name"
    )
  }

  /// Writes a table, and tells how far what the file holds is from the table that was meant.
  static func write(
    _ table: LookupTable, comparing meant: LookupTable, to path: Path, as format: LookupFileFormat,
    _ options: LookupFileOptions, force: Bool
  ) throws(CommandError) {
    let bytes = try explained { try table.encoded(as: format, options: options) }
    let written = try explained { try LookupTable(parsing: bytes, as: format) }
    let interpolation = meant.interpolation ?? .tetrahedral
    let difference = LookupMeasurement.measure(
      written, interpolations: [interpolation], shown: { Light($0.components) },
      against: { meant($0, interpolation: interpolation) })[0]
    let outputs = Outputs(reading: [:], force: force)
    Interruption.begin()
    do {
      let destination = try outputs.open(path, as: "the LUT")
      try destination.write(bytes)
      try Interruption.check()
      try outputs.commit()
      guard !destination.isStandardOutput else { return }
    } catch {
      outputs.discard()
      throw error
    }
    try Console.print("difference      8-bit codes \(difference.codesOf8Bits.inWords)")
  }

  /// The name of the certificate beside a file.
  static func certificate(of path: Path) -> Path { path + ".certificate.json" }

  /// What a closure makes, its errors as the command's.
  static func explained<Result>(_ make: () throws -> Result) throws(CommandError) -> Result {
    do {
      return try make()
    } catch let error as LookupTableError {
      throw .usage("there is no such LUT: \(error)")
    } catch let error as LookupFileError {
      throw .usage("the LUT cannot be written: \(error)")
    } catch let error as CommandError {
      throw error
    } catch {
      throw .fault("\(error)")
    }
  }
}
