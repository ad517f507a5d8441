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

  /// The greatest number of bytes of a file that is read.
  public static let largestFile = 1 << 30
}
