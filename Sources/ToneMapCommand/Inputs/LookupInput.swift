internal import LookupFiles
internal import ToneMapping

/// Files of lookup tables.
enum LookupInput {
  /// Reads a file, whose format is what its name says.
  ///
  /// - Throws: `usage` for another name, `noInput` if the file cannot be read, `data` if what it says makes no table.
  static func table(at path: Path) throws(CommandError) -> LookupTable {
    guard let format = LookupFileFormat(fileName: "lut.\(FileEnding.of(path))") else {
      let endings = LookupFileFormat.allCases.map { ".\($0.fileExtension)" }
      throw .usage("the lookup table \(path) is none by its name; expected one of \(list(endings))")
    }
    var bytes: [UInt8] = []
    do {
      try System.forEachPart(of: path) { part in
        bytes += part
        guard bytes.count <= LookupFileFormat.largestFile else { throw LookupFileError.tooLarge(bytes: bytes.count) }
      }
      return try LookupTable(parsing: bytes, as: format)
    } catch let error as LookupFileError {
      throw .data("the lookup table \(path) is wrong: \(error)")
    } catch {
      throw .noInput("the lookup table \(path) cannot be read (\(error)); check its path")
    }
  }
}

extension Choices {
  /// The lookup table, if one was given.
  func lookupTable() throws(CommandError) -> LookupTable? {
    guard let path = lookup.lut else { return nil }
    if let json = mapping.hdr10PlusJSON {
      throw .usage(
        "--lut and --hdr10plus-json are \(path) and \(json), but only one can say how light changes; leave one out")
    }
    return try LookupInput.table(at: path)
  }
}
