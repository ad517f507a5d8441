/// A picture in caller-supplied memory, lent for reading: nothing is copied.
///
///     frame.withView { view in try converter.convert(view, into: &output) }
///
///     let view = try unsafe FrameView(
///       .yuv420p10, width: 1920, height: 1080,
///       planes: [
///         .init(start: luma, stride: 3840, width: 1920, height: 1080),
///         .init(start: cb, stride: 1920, width: 960, height: 540),
///         .init(start: cr, stride: 1920, width: 960, height: 540),
///       ])
///
/// A view is a rectangle of a picture. It has a position in the picture, so that a rectangle converts to the same bits as in the whole picture:
/// chroma is interpolated from samples beyond the rectangle's edges, and dither depends on the position in the picture.
///
/// - Shape: Rows may start at any address, whatever the size of a sample, and may follow each other upward in memory.
/// - Aliasing: A view is valid while the memory is lent. A view that a function lends to a closure cannot leave that closure. The picture must not be
///   written meanwhile.
@safe public struct FrameView: ~Copyable, Sendable {
  /// The layout and meaning of the samples.
  public let format: PixelFormat
  /// The size of the picture in pixels.
  public let pictureWidth, pictureHeight: Int
  /// The columns and the rows of the picture in this view.
  public let columns, rows: Range<Int>
  /// The rows of the whole picture.
  package let picture: PlaneRows

  /// A picture that has been validated, or a rectangle of it.
  init(
    _ format: PixelFormat, width: Int, height: Int, columns: Range<Int>? = nil, rows: Range<Int>? = nil,
    picture: PlaneRows
  ) {
    (self.format, pictureWidth, pictureHeight, self.picture) = (format, width, height, picture)
    (self.columns, self.rows) = (columns ?? 0..<width, rows ?? 0..<height)
  }

  /// A view of a whole picture.
  ///
  /// - Parameters:
  ///   - format: The layout of the samples.
  ///   - width: The width in pixels, `1...Frame.longestSide`.
  ///   - height: The height in pixels, `1...Frame.longestSide`.
  ///   - planes: The planes, in the order of the format; each has the size given by `format.planes(width:height:)`. The caller guarantees that every
  ///     row is readable while the view exists.
  /// - Throws: `FrameError` of `.size` or `.planes`.
  @unsafe public init(_ format: PixelFormat, width: Int, height: Int, planes: [Plane]) throws(FrameError) {
    guard (1...Frame.longestSide).contains(width), (1...Frame.longestSide).contains(height) else {
      throw .side(width: width, height: height)
    }
    guard planes.count == format.planeCount else {
      throw FrameError(
        .planes, "a picture in \(format) has \(format.planeCount) planes", but: "\(planes.count) were given",
        fix: "give them in the order of the format")
    }
    var picture = PlaneRows()
    for (index, plane) in planes.enumerated() {
      let shape = format.plane(index, width: width, height: height)
      unsafe picture.set(
        index, start: try plane.checkedStart(as: index, shape), stride: plane.stride, length: shape.bytesPerRow,
        rows: 0..<shape.height)
    }
    self.init(format, width: width, height: height, picture: picture)
  }

  /// The width of this view in pixels.
  public var width: Int { columns.count }
  /// The height of this view in pixels.
  public var height: Int { rows.count }

  /// Lends a rectangle of this view.
  ///
  ///     try view.withTile(columns: 0..<64, rows: 128..<192) { tile in … }
  ///
  /// Tiles may start and end anywhere. A chroma sample that several pixels share belongs to the tile with the first of them, so tiles that cover a
  /// picture once contain each of its samples once.
  ///
  /// - Parameters:
  ///   - columns: Columns of the picture, among those of this view.
  ///   - rows: Rows of the picture, among those of this view.
  ///   - body: A closure to which the rectangle is lent, and which cannot keep it.
  /// - Throws: `FrameError` of `.tile` for a rectangle that is empty or not inside this view; or the error of `body`.
  public func withTile<Result>(
    columns: Range<Int>, rows: Range<Int>, _ body: (borrowing FrameView) throws -> Result
  ) throws -> Result {
    try body(tile(columns, rows))
  }

  func tile(_ columns: Range<Int>, _ rows: Range<Int>) throws(FrameError) -> FrameView {
    guard !columns.isEmpty, !rows.isEmpty, self.columns.contains(columns), self.rows.contains(rows) else {
      throw FrameError(
        .tile, "the tile has columns \(columns) and rows \(rows)",
        but: "must have some of columns \(self.columns) and rows \(self.rows)",
        fix: "check its place; columns and rows count from the picture's first")
    }
    return FrameView(format, width: pictureWidth, height: pictureHeight, columns: columns, rows: rows, picture: picture)
  }

  /// The rows of the planes that belong to this view; each starts at the view's first sample.
  package var own: PlaneRows { picture.part(columns, rows, of: format, width: pictureWidth) }

  // MARK: Planes

  /// One plane of a lent picture.
  @safe public struct Plane {
    /// The address of the first sample of the first row, at any alignment.
    public var start: UnsafeRawPointer?
    /// The distance from one row to the next in bytes; negative if rows follow each other upward in memory.
    public var stride: Int
    /// The number of positions in a row, each with one sample of every component in this plane, and the number of rows.
    public var width, height: Int

    public init(start: UnsafeRawPointer?, stride: Int, width: Int, height: Int) {
      unsafe (self.start, self.stride, self.width, self.height) = (start, stride, width, height)
    }

    /// The start, for writing into a picture lent for it.
    @unsafe public var mutableStart: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(mutating: start) }

    /// Returns the start after checking the plane against this shape.
    fileprivate func checkedStart(as index: Int, _ shape: PixelFormat.Plane) throws(FrameError) -> UnsafeRawPointer {
      guard width == shape.width, height == shape.height else {
        throw FrameError(
          .planes, "plane \(index) has \(width)×\(height) samples",
          but: "\(shape.width)×\(shape.height) follow from the picture's size and format",
          fix: "check them, and leave out what the decoder crops")
      }
      guard let start = unsafe start else {
        throw FrameError(
          .planes, "plane \(index) has no address", but: "each plane needs one",
          fix: "check that the picture is decoded, and mapped or locked")
      }
      guard height == 1 || stride.magnitude >= shape.bytesPerRow else {
        throw FrameError(
          .planes, "the rows of plane \(index) are \(stride) bytes apart", but: "each has \(shape.bytesPerRow) bytes",
          fix: "give the distance in bytes, not in samples; negative if the rows follow each other upward")
      }
      let (way, isLong) = stride.multipliedReportingOverflow(by: height - 1)
      let first = UInt(bitPattern: start)
      let (last, isOutside) =
        way < 0 ? first.subtractingReportingOverflow(way.magnitude) : first.addingReportingOverflow(way.magnitude)
      let isBeyond = max(first, last).addingReportingOverflow(UInt(shape.bytesPerRow)).partialValue > Int.max
      guard !isLong, !isOutside, !isBeyond else {
        throw FrameError(
          .planes, "the rows of plane \(index) are \(stride) bytes apart",
          but: "the last would lie outside of all memory",
          fix: "check the address and the stride")
      }
      return unsafe start
    }
  }

  /// The planes of this view, for other libraries; for a rectangle, the parts that belong to it.
  ///
  /// - Aliasing: The addresses are valid as long as the view.
  public var planes: [Plane] {
    let own = own
    return (0..<format.planeCount).map { index in
      let samples = format.samples(ofPlane: index, columns: columns, rows: rows)
      let start = samples.rows.isEmpty ? nil : unsafe own.row(samples.rows.lowerBound, of: index)
      return unsafe Plane(
        start: start, stride: own.stride(of: index), width: samples.columns.count, height: samples.rows.count)
    }
  }
}
