/// The options for writing a LUT file.
public struct LookupFileOptions: Hashable, Sendable {
  public static let decimals = 1...12

  /// The number of decimals in text formats.
  public var decimals: Int
  /// The number of bits in integer formats; `nil` for 12 in `.3dl`, which may have 10, 12 or 16, and for 16 in a Hald CLUT,
  /// which may have 8 or 16. `.vlt` always has 12.
  public var bitDepth: Int?
  public var dialect: CubeDialect
  public var clfForm: CLFForm

  public init(decimals: Int = 6, bitDepth: Int? = nil, dialect: CubeDialect = .portable, clfForm: CLFForm = .smpte) {
    (self.decimals, self.bitDepth, self.dialect, self.clfForm) = (decimals, bitDepth, dialect, clfForm)
  }

  /// - Throws: ``LookupFileError/bitDepth(_:_:allowed:)`` for a bit depth that the format does not have.
  package func checkDepth(for format: LookupFileFormat) throws(LookupFileError) {
    let allowed =
      switch format {
      case .threeDL: ThreeDL.depths
      case .hald: HaldPicture.depths
      case .vlt: [12]
      default: [Int]()
      }
    if let bitDepth, !allowed.contains(bitDepth) { throw .bitDepth(bitDepth, format, allowed: allowed) }
  }
}

/// The version statement of a Common LUT Format file. The nodes are the same in both forms.
///
/// - Source: OpenColorIO 2.6, `FileFormatCTF.cpp`, which writes the form of SMPTE so that readers of either accept it.
public enum CLFForm: String, CaseIterable, Sendable {
  /// The namespace of SMPTE ST 2136-1:2024, along with version 3.
  case smpte
  /// The namespace of Academy S-2014-006, version 3.0.
  case academy
}

/// The dialect of a `.cube` file. It applies to writing only: a file identifies its dialect by its keywords.
///
/// - Source: Adobe, *Cube LUT Specification 1.0*; Blackmagic Design, *DaVinci Resolve manual*, on LUTs.
public enum CubeDialect: String, CaseIterable, Sendable {
  /// The subset that every program reads: curves or a cube from 0 to 1.
  ///
  /// FFmpeg misreads other ranges, libplacebo applies them to the output, and neither reads curves before a cube.
  case portable
  /// Curves or a cube over any range, with `DOMAIN_MIN` and `DOMAIN_MAX`.
  case adobe
  /// Curves, a cube or both, with `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`, one range for all components.
  case resolve
}
