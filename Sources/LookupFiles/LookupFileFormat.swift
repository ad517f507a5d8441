/// The formats of LUT files that can be read and written.
public enum LookupFileFormat: String, CaseIterable, Sendable {
  /// Adobe's and DaVinci Resolve's text format: curves, a cube, or, in Resolve's dialect, curves before a cube.
  case cube
  /// Discreet's and Autodesk's text format: a cube of integers.
  case threeDL = "3dl"
  /// Sony Pictures Imageworks' text format: curves.
  case spi1d
  /// Sony Pictures Imageworks' text format: a cube.
  case spi3d
  /// Rising Sun's cineSpace text format: curves, a cube, or curves before a cube, over any range.
  case csp
  /// The Academy's Common LUT Format, in XML: any steps.
  case clf
  /// Autodesk's Color Transform Format, in XML, limited to the nodes of CLF: any steps.
  case ctf
  /// A PNG picture of 8 or 16 bits: a cube whose size is a square, such as 64.
  case hald
  /// The text format of Panasonic's cameras: a cube of 17³ integers.
  case vlt

  /// Selects the format by a file's extension, such as `look.cube`; case is ignored.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtension == suffix }) else { return nil }
    self = format
  }

  /// The file extension, without the dot.
  public var fileExtension: String { self == .hald ? "png" : rawValue }

  /// The maximum size of a file that is read, in bytes.
  public static let largestFile = 1 << 30
}

extension LookupFileFormat {
  /// The positions of the cube's samples, as curves before the cube; `nil` if they are evenly spaced.
  public var nodes: LookupCurves? { self == .vlt ? VLT.nodes : nil }

  /// The default number of samples along each component of a cube.
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
