/// Makes 16-bit pictures of a movie for an sRGB display: mapped at full size, then cropped, scaled and rotated.
struct PictureMaker: ~Copyable {
  private var converter: FrameConverter
  private var band: Frame
  private let geometry: FrameGeometry
  private let stored: PictureSize
  /// The size before rotation.
  private let size: PictureSize
  private let threads: Int
  /// Whether only the first field of each picture is used.
  private let takesField: Bool

  /// The number of rows mapped at once, unless scaling a row needs more.
  private static let bandHeight = 128

  /// - Parameter size: The size after rotation.
  init(
    of clip: Clip, by plan: ConversionPlan, size: PictureSize, takingField: Bool, threads: Int,
    on instructions: InstructionSet
  ) throws {
    let (width, rows) = (clip.openedSize.width, clip.openedSize.height)
    let height = takingField ? (rows + 1) / 2 : rows
    let converter = try plan.converter(width: width, height: height, threads: threads, on: instructions)
    band = try plan.makeFrame(width: 1, height: 1)
    (takesField, stored, geometry, self.threads) = (takingField, clip.openedSize, clip.geometry, threads)
    self.converter = converter
    self.size = geometry.orientation.isSideways ? PictureSize(width: size.height, height: size.width) : size
  }

  mutating func make(_ picture: MoviePicture) throws -> Frame {
    guard takesField else {
      return try scaled(picture, geometry.part(of: stored), to: size).shown(by: geometry.orientationOnly)
    }
    // The field is first scaled to full height, which fills the rows of the other field.
    let field = PictureGeometry.Crop(left: 0, top: 0, width: converter.width, height: converter.height)
    let whole = try scaled(picture, field, to: stored).shown(by: geometry.cropOnly)
    var made = try converter.plan.makeFrame(width: size.width, height: size.height)
    let scaler = scaler(from: PictureSize(width: whole.width, height: whole.height), to: size)
    try whole.withView { view throws(ConversionError) in try scaler.scale(view, into: &made) }
    return try made.shown(by: geometry.orientationOnly)
  }

  private func scaler(from old: PictureSize, to size: PictureSize) -> FrameScaler {
    FrameScaler(
      band.format, from: old, to: size, chroma: .left, isFullRange: true, threads: threads,
      on: converter.instructions)
  }

  /// Scales a part of a picture, or of its first field. It is mapped in bands, so the full 16-bit picture is never in memory.
  private mutating func scaled(
    _ picture: MoviePicture, _ part: PictureGeometry.Crop, to size: PictureSize
  ) throws -> Frame {
    let scaler = scaler(from: PictureSize(width: part.width, height: part.height), to: size)
    var made = try converter.plan.makeFrame(width: size.width, height: size.height)
    try picture.withView { view in
      guard takesField else { return try map(view, part, by: scaler, into: &made) }
      try view.withField { try map($0, part, by: scaler, into: &made) }
    }
    return made
  }

  private mutating func map(
    _ view: borrowing FrameView, _ part: PictureGeometry.Crop, by scaler: FrameScaler, into made: inout Frame
  ) throws {
    // At least twelve rows, so that bands share few rows.
    let step = max(12, Self.bandHeight * made.height / part.height)
    let bands = stride(from: 0, to: made.height, by: step).map { $0..<min($0 + step, made.height) }
    let height = bands.reduce(1) { max($0, scaler.storedRows(for: $1).count) }
    if band.width != part.width || band.height != height {
      band = try converter.plan.makeFrame(width: part.width, height: height)
    }
    for rows in bands {
      let first = min(scaler.storedRows(for: rows).lowerBound, part.height - height)
      let (left, top) = (part.left, part.top + first)
      try view.withTile(columns: left..<left + part.width, rows: top..<top + height) { tile in
        try band.withMutableView { try converter.convert(tile, into: &$0) }
      }
      try band.withView { view throws(ConversionError) in
        try scaler.scale(view, from: first, into: &made, rows: rows)
      }
    }
  }
}

extension FrameView {
  /// Lends the first field: every second row of each plane.
  fileprivate borrowing func withField(_ body: (borrowing FrameView) throws -> Void) throws {
    let height = (height + 1) / 2
    let shapes = format.planes(width: width, height: height)
    let planes = zip(shapes, planes).map { shape, plane in
      unsafe Plane(start: plane.start, stride: 2 * plane.stride, width: shape.width, height: shape.height)
    }
    try body(unsafe FrameView(format, width: width, height: height, planes: planes))
  }
}
