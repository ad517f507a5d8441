public import LookupTables

/// The formats of LUT files that can be read and written.
public enum LookupFileFormat: String, CaseIterable, Sendable {
  /// Adobe's and DaVinci Resolve's text: curves, a cube, or, in Resolve's dialect, curves before a cube.
  case cube
  /// Discreet's and Autodesk's text: a cube of integers.
  case threeDL = "3dl"
  /// Sony Pictures Imageworks' text: curves.
  case spi1d
  /// Sony Pictures Imageworks' text: a cube.
  case spi3d
  /// Rising Sun's cineSpace, text: curves, a cube, or curves before a cube, over any range.
  case csp
  /// The Academy's Common LUT Format, XML: any steps.
  case clf
  /// Autodesk's Color Transform Format, XML, as far as its nodes are those of CLF: any steps.
  case ctf
  /// A PNG picture of 8 or 16 bits: a cube whose size is a square, such as 64.
  case hald
  /// Panasonic's cameras, text: a cube of 17³ integers.
  case vlt

  /// The format of a file by its extension, such as that of `look.cube`; upper and lower case are the same.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtension == suffix }) else { return nil }
    self = format
  }

  /// The extension of its files, without the dot.
  public var fileExtension: String { self == .hald ? "png" : rawValue }

  /// The maximum number of bytes of a file that is read.
  public static let largestFile = 1 << 30
}

extension LookupFileFormat {
  /// Where the samples of its cubes lie, as curves before the cube; `nil` if they lie at equal steps.
  public var nodes: LookupCurves? { self == .vlt ? VLT.nodes : nil }

  /// The samples along each component of the cube that suits it if nothing else is wanted.
  public var usualCubeSize: Int {
    switch self {
    case .vlt: VLT.size
    case .hald: 64
    default: 33
    }
  }

  /// Whether a file may hold curves before a cube.
  ///
  /// - Parameter dialect: The dialect of a `.cube` file.
  public func holdsShapers(in dialect: CubeDialect) -> Bool {
    switch self {
    case .csp, .clf, .ctf: true
    case .cube: dialect == .resolve
    default: false
    }
  }
}
