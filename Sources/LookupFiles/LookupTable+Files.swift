public import LookupTables

extension LookupTable {
  /// Reads a table from the bytes of a file.
  ///
  ///     let table = try LookupTable(parsing: bytes, as: .cube)
  ///     table(Signal(0.5, 0.5, 0.5))
  ///
  /// Memory is taken for what the file holds, not for what its header claims.
  ///
  /// - Throws: ``LookupFileError``, with the line at fault.
  public init(parsing bytes: [UInt8], as format: LookupFileFormat) throws(LookupFileError) {
    guard bytes.count <= LookupFileFormat.largestFile else { throw .tooLarge(bytes: bytes.count) }
    switch format {
    case .cube: self = try CubeReader.table(bytes)
    }
  }

  /// The bytes of a file that holds the table.
  ///
  /// - Throws: ``LookupFileError/cannotHold(_:found:mend:)`` if the format cannot say what the table says: nothing is left out or
  ///   approximated, except that numbers are rounded as the options say.
  public func encoded(
    as format: LookupFileFormat, options: LookupFileOptions = LookupFileOptions()
  ) throws(LookupFileError) -> [UInt8] {
    guard LookupFileOptions.decimals.contains(options.decimals) else { throw .decimals(options.decimals) }
    return switch format {
    case .cube: try CubeWriter(options).bytes(self)
    }
  }
}
