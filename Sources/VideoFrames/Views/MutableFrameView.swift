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

  /// A view of a whole picture.
  ///
  /// - Parameters:
  ///   - format: The layout of the samples.
  ///   - width: The width in pixels, `1...Frame.longestSide`.
  ///   - height: The height in pixels, `1...Frame.longestSide`.
  ///   - planes: The planes, in the order of the format; each has the size given by `format.planes(width:height:)`. The caller guarantees that every
  ///     row is writable while the view exists.
  /// - Throws: `FrameError.side`, `.planeCount`, `.planeSize`, `.noAddress`, `.stride`, `.addresses`; or `.planesOverlap` if two planes
  ///   share memory.
  @unsafe public init(_ format: PixelFormat, width: Int, height: Int, planes: [Plane]) throws(FrameError) {
    let view = try unsafe FrameView(
      format, width: width, height: height,
      planes: planes.map { plane in
        unsafe FrameView.Plane(
          start: UnsafeRawPointer(plane.start), stride: plane.stride, width: plane.width, height: plane.height)
      })
    if let (first, second) = view.picture.overlap { throw .planesOverlap(first, second) }
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
  /// The rows of the planes that belong to this view; each starts at the view's first sample.
  package var own: PlaneRows { view.own }

  /// Lends this view for reading.
  public func withView<Result, Failure: Error>(
    _ body: (borrowing FrameView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(view)
  }

  /// Lends a rectangle of this view.
  ///
  ///     try view.withTile(columns: 0..<64, rows: 128..<192) { tile in … }
  ///
  /// Tiles may start and end anywhere; see ``FrameView/withTile(columns:rows:_:)``.
  ///
  /// - Parameters:
  ///   - columns: Columns of the picture, among those of this view.
  ///   - rows: Rows of the picture, among those of this view.
  ///   - body: A closure to which the rectangle is lent, and which cannot keep it.
  /// - Throws: `FrameError.tile` for a rectangle that is empty or not inside this view; or the error of `body`.
  public mutating func withTile<Result>(
    columns: Range<Int>, rows: Range<Int>, _ body: (inout MutableFrameView) throws -> Result
  ) throws -> Result {
    var tile = MutableFrameView(try view.tile(columns, rows))
    return try body(&tile)
  }
}

// MARK: Planes

extension MutableFrameView {
  /// One plane of a picture lent for writing.
  @safe public struct Plane {
    /// The address of the first sample of the first row, at any alignment.
    public var start: UnsafeMutableRawPointer?
    /// The distance from one row to the next in bytes; negative if rows follow each other upward in memory.
    public var stride: Int
    /// The number of positions in a row, each with one sample of every component in this plane.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Describes a plane.
    public init(start: UnsafeMutableRawPointer?, stride: Int, width: Int, height: Int) {
      unsafe (self.start, self.stride, self.width, self.height) = (start, stride, width, height)
    }
  }

  /// The planes of this view, for other libraries; for a rectangle, the parts that belong to it.
  ///
  /// - Aliasing: The addresses are valid as long as the view.
  public var planes: [Plane] {
    view.planes.map { plane in
      unsafe Plane(
        start: UnsafeMutableRawPointer(mutating: plane.start), stride: plane.stride, width: plane.width,
        height: plane.height)
    }
  }
}

extension Frame {
  /// Lends this picture for writing, after copying the storage if it is shared.
  ///
  /// - Aliasing: The view is valid only within `body`.
  /// - Throws: `FrameError.memory` if the system has no memory for the copy; or the error of `body`.
  public mutating func withMutableView<Result>(
    _ body: (inout MutableFrameView) throws -> Result
  ) throws -> Result {
    try makeUnique()
    return try withOwnView(body)
  }

  /// Lends a picture whose storage is not shared: see `makeUnique`.
  package mutating func withOwnView<Result, Failure: Error>(
    _ body: (inout MutableFrameView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Read these before borrowing the storage: a copy of the frame would share the storage and cause it to be copied.
    let (format, planes, width, height) = (format, planes, width, height)
    return try unsafe storage.withUnsafeMutableBytes { bytes throws(Failure) in
      var view = MutableFrameView(
        FrameView(
          format, pictureWidth: width, pictureHeight: height, columns: 0..<width, rows: 0..<height,
          picture: unsafe PlaneRows(planes, at: bytes.baseAddress!)))
      return try body(&view)
    }
  }
}
