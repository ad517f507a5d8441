internal import LookupFiles
internal import ToneMapping

extension Choices {
  /// The lookup table, if one was given. Its format is what its name says, because `--format` is that of the output.
  ///
  /// - Throws: `usage` for another name, `noInput` if the file cannot be read, `data` if what it says makes no table.
  func lookupTable() throws(CommandError) -> LookupTable? {
    guard let path = lookup.lut else { return nil }
    if let json = mapping.hdr10PlusJSON {
      throw .usage(
        "--lut and --hdr10plus-json are \(path) and \(json), but only one can say how light changes; leave one out")
    }
    guard let format = LookupFileFormat(fileName: "lut.\(FileEnding.of(path))") else {
      let endings = LookupFileFormat.allCases.map { ".\($0.fileExtension)" }
      throw .usage("the name \(path) does not say the format of the LUT; expected one of \(list(endings))")
    }
    return try LUTFile.read(path, as: format).table
  }
}
