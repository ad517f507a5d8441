/// The crop and orientation of the stored picture: it is cropped, then mirrored and rotated.
///
///     track.geometry.crop         // 160×72 at column 0, row 12
///     track.geometry.orientation  // turned 90° clockwise
public struct PictureGeometry: Hashable, Sendable {
  /// The part of the stored picture that is shown; `nil` for all of it.
  public internal(set) var crop: Crop?
  /// The orientation in which that part is shown.
  public internal(set) var orientation = PictureOrientation.upright
  /// Whether the orientation is exactly what the file states.
  public internal(set) var isOrientationExact = true
  /// The width of a stored pixel to its height as the container states it; `nil` if it does not.
  public internal(set) var pixelAspect: PixelAspect?
  /// The statements that cannot be applied, or only approximately.
  public internal(set) var doubts: [Finding] = []

  /// A rectangle of stored pixels.
  public struct Crop: Hashable, Sendable, CustomStringConvertible {
    /// The first column and the first row, from 0.
    public var left, top: Int
    /// The size in pixels.
    public var width, height: Int

    /// A rectangle.
    public init(left: Int, top: Int, width: Int, height: Int) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    public var description: String { "\(width)x\(height) at column \(left), row \(top)" }
  }

  /// The stored picture, unchanged.
  public init() {}
}

enum GeometryStatement: Hashable, Sendable {
  /// A clean aperture: width, height, and the offset of its center from the picture's, as fractions.
  case aperture([Fraction])
  /// The numbers of columns and rows that are cropped at each edge.
  case edges(left: UInt64, right: UInt64, top: UInt64, bottom: UInt64)
  case orientation(PictureOrientation)
  /// The four numbers of a display matrix other than its translation.
  case matrix([Double])
  /// The yaw, pitch and roll of a flat picture, in degrees.
  case pose(yaw: Double, pitch: Double, roll: Double)
  /// The size at which the cropped picture is shown, as Matroska states it; `nil` for the default.
  case display(width: UInt64?, height: UInt64?, unit: UInt64)
  /// The width of a pixel to its height.
  case pixelAspect(UInt64, UInt64)

  struct Fraction: Hashable, Sendable {
    var numerator: Int64
    var denominator: Int64

    var value: Double { Double(numerator) / Double(denominator) }
  }

  /// The pose in an SEI message 47, flips first; `nil` if it cancels the previous one, or is truncated.
  ///
  /// - Source: Rec. ITU-T H.265, clauses D.2.17 and D.3.17; H.264, clauses D.1.27 and D.2.27.
  static func pose(ofDisplayOrientation payload: [UInt8]) -> Self? {
    let bits = Int(bigEndianBytes: payload.prefix(3))
    guard payload.count >= 3, bits >> 23 == 0 else { return nil }
    let (exchangesColumns, exchangesRows) = (bits >> 22 & 1 == 1, bits >> 21 & 1 == 1)
    // A vertical flip is a horizontal flip and half a turn; angles are counterclockwise.
    let degrees = Double(bits >> 5 & 0xFFFF) * 360 / 65536 + (exchangesRows ? 180 : 0)
    return .pose(
      yaw: exchangesColumns != exchangesRows ? 180 : 0, pitch: 0, roll: degrees.truncatingRemainder(dividingBy: 360))
  }
}

extension TrackDescription {
  /// The crop and orientation of the stored picture.
  ///
  /// In movies and Matroska the crop comes first; in files of pictures, transformative properties are applied in the order in which they are
  /// associated with the item.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.3.2 and 12.1.4; ISO/IEC 23008-12, clauses 6.5.9 to 6.5.12; RFC 9559, clauses 5.1.4.1.28.8 to
  ///   5.1.4.1.28.15.
  public var geometry: PictureGeometry {
    var builder = GeometryBuilder(width: width ?? 0, height: height ?? 0)
    for statement in geometryStatements { builder.apply(statement) }
    if let streamPose, builder.geometry.orientation.isUpright, builder.geometry.isOrientationExact {
      builder.apply(streamPose)
    }
    return builder.result
  }

  /// The size at which the picture is shown, with square pixels; `nil` if the stored size is unknown.
  public var shownSize: (width: Int, height: Int)? {
    guard let width, let height else { return nil }
    return geometry.shownSize(ofWidth: width, height: height)
  }
}

extension PictureGeometry {
  /// The ratios of width to height that pixels can have.
  package static let aspects = 1e-3...1e3

  /// The size at which a stored picture is shown, with square pixels.
  public func shownSize(ofWidth width: Int, height: Int) -> (width: Int, height: Int) {
    let (width, height) = (crop?.width ?? width, crop?.height ?? height)
    // A file may state an impossible width, up to Int.max.
    let across = max(1, Int(exactly: (Double(width) * (pixelAspect?.value ?? 1)).rounded()) ?? width)
    return orientation.isSideways ? (height, across) : (across, height)
  }
}

private struct GeometryBuilder {
  private let width, height: Int
  private var (left, top) = (0, 0)
  private var columns, rows: Int
  private(set) var geometry = PictureGeometry()

  init(width: Int, height: Int) { (self.width, self.height, columns, rows) = (width, height, width, height) }

  var result: PictureGeometry {
    var result = geometry
    if (columns, rows) != (width, height) {
      result.crop = PictureGeometry.Crop(left: left, top: top, width: columns, height: rows)
    }
    return result
  }

  mutating func apply(_ statement: GeometryStatement) {
    switch statement {
    case .aperture(let numbers): apply(aperture: numbers)
    case .edges(let left, let right, let top, let bottom): crop(left, right, top, bottom)
    case .orientation(let orientation): turn(orientation)
    case .matrix(let numbers): apply(matrix: numbers)
    case .pose(let yaw, let pitch, let roll): apply(yaw, pitch, roll)
    case .display(let width, let height, let unit): apply(displayWidth: width, height, unit)
    case .pixelAspect(let width, let height): apply(pixelWidth: width, height)
    }
  }

  /// - Parameter found: What is stated if it is only near this orientation.
  private mutating func turn(_ orientation: PictureOrientation, orNearly found: String? = nil) {
    geometry.orientation = geometry.orientation.followed(by: orientation)
    guard let found else { return }
    geometry.isOrientationExact = false
    doubt("odd-rotation", found, "assuming that they are \(orientation), the nearest quarter")
  }

  private mutating func doubt(_ code: String, _ found: String, _ consequence: String) {
    geometry.doubts.append(
      Finding(
        code: code, found: found, consequence: consequence,
        fix: code == "fractional-crop" || code == "odd-rotation"
          ? "check the result, or write the file again with the intended value" : "write the file again without it"))
  }

  /// The size after the statements applied so far.
  private var size: (width: Int, height: Int) { geometry.orientation.isSideways ? (rows, columns) : (columns, rows) }

  /// Crops the picture as transformed so far: the rectangle is mapped back through the orientation.
  private mutating func crop(left: Int, top: Int, width: Int, height: Int) {
    var (x, y, w, h) = (left, top, width, height)
    var (fullWidth, fullHeight) = size
    for _ in 0..<geometry.orientation.quarterTurns {
      (x, y, w, h) = (y, fullWidth - x - w, h, w)
      (fullWidth, fullHeight) = (fullHeight, fullWidth)
    }
    if geometry.orientation.isMirrored { x = fullWidth - x - w }
    (self.left, self.top, columns, rows) = (self.left + x, self.top + y, w, h)
  }

  private mutating func crop(_ left: UInt64, _ right: UInt64, _ top: UInt64, _ bottom: UInt64) {
    let sides = [left, right, top, bottom].map { Int(clamping: min($0, 1 << 32)) }
    guard sides.contains(where: { $0 > 0 }) else { return }
    let (width, height) = (size.width - sides[0] - sides[1], size.height - sides[2] - sides[3])
    guard width > 0, height > 0 else {
      return doubt(
        "impossible-crop",
        "\(left) columns on the left, \(right) on the right, \(top) rows at the top and \(bottom) at the bottom are cropped of"
          + " \(size.width)x\(size.height), which leaves nothing", "the crop is left out")
    }
    crop(left: sides[0], top: sides[2], width: width, height: height)
  }

  /// - Source: ISO/IEC 14496-12, clause 12.1.4.1: the offsets are from the picture's center to the aperture's.
  private mutating func apply(aperture numbers: [GeometryStatement.Fraction]) {
    let (full, text) = (size, numbers.map { "\($0.numerator)/\($0.denominator)" })
    let name = "the clean aperture of \(text[0]) by \(text[1]), offset by \(text[2]) and \(text[3]),"
    guard numbers.allSatisfy({ $0.denominator > 0 }), numbers[0].numerator > 0, numbers[1].numerator > 0 else {
      return doubt("impossible-crop", "\(name) is not a rectangle", "the crop is left out")
    }
    let values = numbers.map(\.value)
    let (x, y) = ((Double(full.width) - values[0]) / 2 + values[2], (Double(full.height) - values[1]) / 2 + values[3])
    let (right, bottom) = (x + values[0], y + values[1])
    // The tolerance within which 32-bit fractions are whole.
    let unit = 1e-6
    guard x >= -unit, y >= -unit, right <= Double(full.width) + unit, bottom <= Double(full.height) + unit else {
      return doubt(
        "impossible-crop", "\(name) is not within the picture of \(full.width)x\(full.height)", "the crop is left out")
    }
    // Half pixels are cropped off.
    let (l, t) = (Int((x + 0.5 + unit).rounded(.down)), Int((y + 0.5 + unit).rounded(.down)))
    let (r, b) = (Int((right - 0.5 - unit).rounded(.up)), Int((bottom - 0.5 - unit).rounded(.up)))
    guard r > l, b > t else { return doubt("impossible-crop", "\(name) has no whole pixel", "the crop is left out") }
    if [x, y, right, bottom].contains(where: { abs($0 - $0.rounded()) > 2 * unit }) {
      doubt(
        "fractional-crop", "\(name) has edges within pixels",
        "assuming \(r - l)x\(b - t) at column \(l), row \(t), the nearest whole pixels")
    }
    crop(left: l, top: t, width: r - l, height: b - t)
  }

  private mutating func apply(matrix numbers: [Double]) {
    // Some writers leave the matrix all zero.
    guard numbers.contains(where: { $0 != 0 }) else { return }
    guard let matrix = DisplayMatrix(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3]) else {
      let text = numbers.map(Self.text).joined(separator: ", ")
      return doubt("impossible-geometry", "the display matrix \(text) shows nothing", "it is left out")
    }
    let whole = (Double(90 * matrix.orientation.quarterTurns) + (matrix.excess ?? 0))
      .truncatingRemainder(dividingBy: 360)
    let found =
      matrix.excess == nil ? "the display matrix shears pictures" : "pictures are turned by \(Self.text(whole))°"
    turn(matrix.orientation, orNearly: matrix.isOrientation ? nil : found)
  }

  /// - Source: RFC 9559, clauses 5.1.4.1.28.43 to 5.1.4.1.28.45: yaw first, a mirror if it is half a turn, then roll, counterclockwise.
  private mutating func apply(_ yaw: Double, _ pitch: Double, _ roll: Double) {
    guard yaw != 0 || pitch != 0 || roll != 0 else { return }
    guard pitch == 0, yaw == 0 || abs(yaw) == 180, roll.isFinite, abs(roll) <= 360 else {
      geometry.isOrientationExact = false
      return doubt(
        "odd-rotation",
        "pictures are posed with a yaw of \(Self.text(yaw))°, a pitch of \(Self.text(pitch))° and a roll of \(Self.text(roll))°",
        "the pose is left out")
    }
    let turns = Int((-roll / 90).rounded())
    let isExact = abs(-roll - 90 * Double(turns)) < 0.5
    turn(
      PictureOrientation(quarterTurns: turns, isMirrored: yaw != 0),
      orNearly: isExact ? nil : "pictures are turned by \(Self.text(-roll))°")
  }

  /// - Source: RFC 9559, clauses 5.1.4.1.28.12 to 5.1.4.1.28.14. Both sides have the same unit; 4 is unknown.
  private mutating func apply(displayWidth: UInt64?, _ displayHeight: UInt64?, _ unit: UInt64) {
    guard unit < 4, unit == 0 || displayWidth != nil && displayHeight != nil, columns > 0, rows > 0 else { return }
    let (width, height) = (displayWidth ?? UInt64(columns), displayHeight ?? UInt64(rows))
    guard let aspect = Self.ratio(width, UInt64(rows), height, UInt64(columns)) else {
      return doubt("impossible-geometry", "the display size is \(width)x\(height)", "assuming square pixels")
    }
    geometry.pixelAspect = aspect
  }

  private mutating func apply(pixelWidth width: UInt64, _ height: UInt64) {
    guard let aspect = Self.ratio(width, 1, height, 1) else {
      return doubt("impossible-geometry", "the shape of a pixel is \(width):\(height)", "it is left out")
    }
    geometry.pixelAspect = aspect
  }

  /// The ratio a·b : c·d in lowest terms; `nil` beyond `aspects`.
  private static func ratio(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> PixelAspect? {
    guard a > 0, c > 0, a < 1 << 32, c < 1 << 32, b < 1 << 31, d < 1 << 31 else { return nil }
    let (over, under) = (a * b, c * d)
    guard PictureGeometry.aspects.contains(Double(over) / Double(under)) else { return nil }
    let (width, height) = lowestTerms(over, under)
    return PixelAspect(Int(width), Int(height))
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}
