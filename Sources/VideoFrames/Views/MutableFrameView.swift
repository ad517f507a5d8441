/// A picture in caller-supplied memory, lent for writing: nothing is copied.
///
///     try output.withMutableView { view in try converter.convert(input, into: &view) }
///
/// Like a ``FrameView``, it is a rectangle of a picture; only that rectangle is written.
///
/// - Aliasing: A view is valid while the memory is lent. A view that a function lends to a closure cannot leave that closure. Nothing else may access
///   the rectangle meanwhile. Several views of one picture may exist on several threads if each is used for separate rectangles.
@safe public struct MutableFrameView: ~Copyable, Sendable {
  private let view: FrameView

  init(_ view: consuming FrameView) { self.view = view }

  /// A view of a whole picture, with parameters as in ``FrameView/init(_:width:height:planes:)``; the caller guarantees that every row is writable while
  /// the view exists.
  ///
  /// - Throws: `FrameError` of `.size` or `.planes`, also if two planes share memory.
  @unsafe public init(_ format: PixelFormat, width: Int, height: Int, planes: [FrameView.Plane]) throws(FrameError) {
    let view = try unsafe FrameView(format, width: width, height: height, planes: planes)
    if let (first, second) = view.picture.overlap {
      throw FrameError(
        .planes, "planes \(first) and \(second) share memory", but: "each is written on its own",
        fix: "check their addresses, strides and order")
    }
    self.view = view
  }

  /// The layout and meaning of the samples.
  public var format: PixelFormat { view.format }
  /// The width of the picture in pixels.
  public var pictureWidth: Int { view.pictureWidth }
  /// The height of the picture in pixels.
  public var pictureHeight: Int { view.pictureHeight }
  /// The columns of the picture in this view.
  public var columns: Range<Int> { view.columns }
  /// The rows of the picture in this view.
  public var rows: Range<Int> { view.rows }
  /// The width of this view in pixels.
  public var width: Int { view.width }
  /// The height of this view in pixels.
  public var height: Int { view.height }
  /// The planes of this view, for other libraries, which write through `mutableStart`; for a rectangle, the parts that belong to it.
  ///
  /// - Aliasing: The addresses are valid as long as the view.
  public var planes: [FrameView.Plane] { view.planes }
  /// The rows of the planes that belong to this view; each starts at the view's first sample.
  package var own: PlaneRows { view.own }

  /// Lends a rectangle of this view, as ``FrameView/withTile(columns:rows:_:)`` does; in `v210`, it starts and ends at multiples of 6 columns, or ends at
  /// the picture's edge.
  ///
  ///     try view.withTile(columns: 0..<64, rows: 128..<192) { tile in … }
  ///
  /// - Throws: `FrameError` of `.tile` for any other rectangle; or the error of `body`.
  public mutating func withTile<Result>(
    columns: Range<Int>, rows: Range<Int>, _ body: (inout MutableFrameView) throws -> Result
  ) throws -> Result {
    let unit = format.columnsPerPart
    guard columns.lowerBound % unit == 0, columns.upperBound % unit == 0 || columns.upperBound == pictureWidth else {
      throw FrameError(
        .tile, "the tile has columns \(columns)", but: "\(format) is written in groups of \(unit) columns",
        fix: "begin and end tiles at multiples of \(unit), or at the picture's edge")
    }
    var tile = MutableFrameView(try view.tile(columns, rows))
    return try body(&tile)
  }

  /// Takes the samples of another view of the same size, in the planes that it has; those have the same layout.
  ///
  /// - Precondition: Both views start at a chroma sample.
  package mutating func copy(_ other: borrowing FrameView) {
    precondition(width == other.width && height == other.height, "a view takes the samples of one of its size")
    precondition(
      format.hasChromaSample(x: columns.lowerBound, y: rows.lowerBound)
        && other.format.hasChromaSample(x: other.columns.lowerBound, y: other.rows.lowerBound),
      "both views start at a chroma sample")
    let (own, others) = (own, other.own)
    // In packed 4:2:2, the luma before the last chroma of an odd width belongs to the next column.
    let isShared = format.pixelsPerGroup > 1 && width & 1 == 1 && columns.upperBound < pictureWidth
    let tail = isShared ? format.bytesPerSample : 0
    for plane in 0..<other.format.planeCount {
      // Rows of words end with unused bytes, of which a rectangle may have fewer than a picture.
      let length = min(own.length(of: plane), others.length(of: plane))
      for (y, z) in zip(own.rows(of: plane), others.rows(of: plane)) {
        let source = unsafe others.row(z, of: plane)
        let target = unsafe UnsafeMutableRawPointer(mutating: own.row(y, of: plane))
        unsafe target.copyMemory(from: source, byteCount: length - 2 * tail)
        unsafe (target + length - tail).copyMemory(from: source + length - tail, byteCount: tail)
      }
    }
  }
}
