internal import Colorimetry
// Importing this module also imports the tables that its files hold.
@_exported public import LookupTables

extension LookupTable {
  /// Reads a table from the bytes of a file.
  ///
  ///     let table = try LookupTable(parsing: bytes, as: .cube)
  ///     table(LookupColor(0.5, 0.5, 0.5))
  ///
  /// Memory is allocated for the file's contents, not for its header's claims.
  ///
  /// - Throws: ``LookupFileError``, with the line of the error.
  public init(parsing bytes: [UInt8], as format: LookupFileFormat) throws(LookupFileError) {
    guard bytes.count <= LookupFileFormat.largestFile else { throw .tooLarge(bytes: bytes.count) }
    switch format {
    case .cube: self = try CubeReader.table(bytes)
    case .threeDL: self = try ThreeDL.table(bytes)
    case .spi1d: self = try SPI1D.table(bytes)
    case .spi3d: self = try SPI3D.table(bytes)
    case .csp: self = try CSP.table(bytes)
    case .clf, .ctf: self = try CLFReader.table(bytes)
    case .hald: self = try HaldPicture.table(bytes)
    case .vlt: self = try VLT.table(bytes)
    }
    if inputRange == nil, outputRange == nil, comments.contains(where: { $0.hasSuffix(Self.narrowRangeRemark) }) {
      (inputRange, outputRange) = (.narrow, .narrow)
    }
    do { try checkSteps() } catch { throw .steps(error) }
  }

  /// Returns the bytes of a file that holds the table.
  ///
  /// Comments are written in every format except `.vlt`; a title is a comment where the format has no title. Only CLF and CTF
  /// state the interpolation of cubes: tetrahedral, if the table requests none.
  ///
  /// - Throws: ``LookupFileError/cannotHold(_:found:fix:)`` if the format cannot represent the table: nothing is left out or
  ///   approximated, but numbers are rounded as the options state.
  public func encoded(
    as format: LookupFileFormat, options: LookupFileOptions = LookupFileOptions()
  ) throws(LookupFileError) -> [UInt8] {
    guard LookupFileOptions.decimals.contains(options.decimals) else { throw .decimals(options.decimals) }
    try options.checkDepth(for: format)
    let isNarrow = inputRange == .narrow || outputRange == .narrow
    let remarks = comments.contains { $0.hasSuffix(Self.narrowRangeRemark) } && format != .vlt
    let saysRanges =
      remarks || format == .clf || format == .ctf || format == .cube && options.dialect == .resolve
    guard !isNarrow || saysRanges else {
      throw .cannotHold(
        format, found: "that its numbers are of narrow range",
        fix: "use .clf, .cube for Resolve, or sample it into one cube")
    }
    return switch format {
    case .cube: try CubeWriter(options).bytes(self)
    case .threeDL: try ThreeDL.bytes(self, options)
    case .spi1d: try SPI1D.bytes(self, options)
    case .spi3d: try SPI3D.bytes(self, options)
    case .csp: try CSP.bytes(self, options)
    case .clf, .ctf: try CLFWriter(format, options).bytes(inFullRange)
    case .hald: try HaldPicture.bytes(self, options)
    case .vlt: try VLT.bytes(self, options)
    }
  }

  /// This table for numbers of full range on both sides, with matrices in place of the ranges stated in the file; without those, the table itself.
  public var inFullRange: LookupTable {
    guard inputRange != nil || outputRange != nil else { return self }
    func between(_ from: QuantizationRange, _ to: QuantizationRange) -> [Step] {
      let ((scale, black), (otherScale, otherBlack)) = (LookupColor.shares(from), LookupColor.shares(to))
      guard from != to else { return [] }
      let factor = otherScale / scale
      return [
        .matrix(
          Matrix3x3(diagonal: SIMD3(repeating: factor)), adding: SIMD3(repeating: otherBlack - black * factor))
      ]
    }
    var table = self
    table.steps = between(.full, inputRange ?? .full) + steps + between(outputRange ?? .full, .full)
    (table.inputRange, table.outputRange) = (nil, nil)
    table.comments = comments.filter { $0 != Self.narrowRangeAdvice }.map { comment in
      guard comment.hasSuffix(Self.narrowRangeRemark) else { return comment }
      return comment.dropLast(Self.narrowRangeRemark.count) + Self.fullRangeRemark
    }
    return table
  }

  /// The end of the comment by which `tonemap lut` declares narrow range for a table's input and output, in formats without a keyword for it.
  package static let narrowRangeRemark = "64/1023 to 940/1023 for signal 0 to 1"
  /// The end of the same comment in full range.
  package static let fullRangeRemark = "0 to 1"
  /// The comment to users of a table of narrow range.
  package static let narrowRangeAdvice = "its reader must hand over and take back R'G'B' of that range"
}
