internal import SystemCalls

/// One picture in memory: a value with copy on write.
///
///     var frame = try Frame(.yuv420p10, width: 3840, height: 2160)
///     try frame.setCode(940, component: 0, x: 0, y: 0)
///
/// - Shape: Each plane is `[height][stride]` bytes, row-major; rows start at multiples of 64 bytes and end in padding without meaning.
/// - Aliasing: No two frames share bytes that either can modify.
public struct Frame: Sendable, Equatable {
  /// One plane of a picture in memory.
  ///
  /// - Shape: `[height][stride]` bytes; `bytesPerRow` in each row hold `width × components` samples.
  public struct Plane: Hashable, Sendable {
    /// The shape of the plane without padding, as in a file.
    public let shape: PixelFormat.Plane
    /// The distance from one row to the next in bytes, a multiple of 64.
    public let stride: Int
    /// The distance from the start of the storage in bytes, a multiple of 64.
    let offset: Int

    /// The number of bytes in all rows, including padding.
    public var byteCount: Int { stride * shape.height }

    /// Whether the rows have no padding.
    public var isTight: Bool { stride == shape.bytesPerRow }
  }

  /// The maximum width or height in pixels.
  public static let longestSide = 65_535

  /// The maximum size of a picture in bytes, including padding: 4 GiB.
  public static let largestByteCount = 1 << 32

  /// The layout and meaning of the samples.
  public let format: PixelFormat
  /// The size in pixels.
  public let width, height: Int
  /// The planes, in the order of the format.
  public let planes: [Plane]

  /// The bytes of all planes, which other frames may share.
  private var storage: AlignedMemory

  /// Creates a picture whose samples are all zero.
  ///
  /// - Domain: Sides of `1...longestSide`, and at most `largestByteCount` bytes.
  /// - Throws: `FrameError` of `.size` outside the domain, of `.memory` if the system has no memory for it.
  public init(_ format: PixelFormat, width: Int, height: Int) throws(FrameError) {
    let planes = try Self.planes(format, width: width, height: height)
    (self.format, self.width, self.height, self.planes) = (format, width, height, planes)
    let byteCount = planes.reduce(0) { $0 + $1.byteCount }
    guard let storage = AlignedMemory(zeros: byteCount) else { throw Self.noMemory(byteCount, format, width, height) }
    self.storage = storage
  }

  private static func noMemory(_ count: Int, _ format: PixelFormat, _ width: Int, _ height: Int) -> FrameError {
    FrameError(
      .memory, "\(text(format, width, height)) takes \(count) bytes", but: "the system has no memory for it",
      fix: "check the size, close other programs, or raise this program's memory limit")
  }

  /// The planes of a picture in memory; allocates nothing.
  package static func planes(_ format: PixelFormat, width: Int, height: Int) throws(FrameError) -> [Plane] {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      throw .side(width: width, height: height)
    }
    var end = 0
    let planes = format.planes(width: width, height: height).map { shape in
      let plane = Plane(shape: shape, stride: (shape.bytesPerRow + 63) & ~63, offset: end)
      end += plane.byteCount
      return plane
    }
    guard end <= largestByteCount else {
      throw FrameError(
        .size, "\(text(format, width, height)) would take \(end) bytes", but: "at most \(largestByteCount) are allowed",
        fix: "check the size, or split the picture")
    }
    return planes
  }

  /// Gives read access to one plane.
  ///
  /// - Shape: `[height][stride]` bytes, as given by `planes[index]`. The first byte is 64-byte aligned.
  /// - Aliasing: The bytes belong to the frame and are valid only within `body`.
  public func withUnsafePlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try unsafe body(UnsafeRawBufferPointer(bytes(ofPlane: index)))
  }

  @unsafe private func bytes(ofPlane index: Int) -> UnsafeMutableRawBufferPointer {
    let plane = planes[index]
    return unsafe UnsafeMutableRawBufferPointer(rebasing: storage.bytes[plane.offset..<plane.offset + plane.byteCount])
  }

  /// Gives write access to one plane, after copying the storage if it is shared.
  ///
  /// - Shape: `[height][stride]` bytes, as given by `planes[index]`. The first byte is 64-byte aligned.
  /// - Aliasing: The bytes belong to the frame and are valid only within `body`.
  /// - Throws: `FrameError` of `.memory` if the system has no memory for the copy; or the error of `body`.
  public mutating func withUnsafeMutablePlane<Result>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    try makeUnique()
    return try unsafe withOwnPlane(index, body)
  }

  /// Copies the storage if it is shared; throws `FrameError` of `.memory` if the system has no memory for the copy.
  package mutating func makeUnique() throws(FrameError) {
    if isKnownUniquelyReferenced(&storage) { return }
    guard let copy = AlignedMemory(copying: storage) else {
      throw unsafe Self.noMemory(storage.bytes.count, format, width, height)
    }
    storage = copy
  }

  /// Gives write access to one plane of a frame whose storage is not shared: see `makeUnique`.
  package mutating func withOwnPlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isKnownUniquelyReferenced(&storage), "shared bytes would be written")
    defer { withExtendedLifetime(storage) {} }
    return try unsafe body(bytes(ofPlane: index))
  }

  // MARK: Views

  /// Lends this picture for reading.
  ///
  ///     try frame.withView { view in try converter.convert(view, into: &output) }
  ///
  /// - Aliasing: The view is valid only within `body`.
  public func withView<Result, Failure: Error>(
    _ body: (borrowing FrameView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(view)
  }

  /// Lends this picture for writing, after copying the storage if it is shared.
  ///
  /// - Aliasing: The view is valid only within `body`.
  /// - Throws: `FrameError` of `.memory` if the system has no memory for the copy; or the error of `body`.
  public mutating func withMutableView<Result>(_ body: (inout MutableFrameView) throws -> Result) throws -> Result {
    try makeUnique()
    return try withOwnView(body)
  }

  /// Lends a picture whose storage is not shared: see `makeUnique`.
  package mutating func withOwnView<Result, Failure: Error>(
    _ body: (inout MutableFrameView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isKnownUniquelyReferenced(&storage), "shared bytes would be written")
    defer { withExtendedLifetime(storage) {} }
    var view = MutableFrameView(view)
    return try body(&view)
  }

  private var view: FrameView {
    var rows = PlaneRows()
    for (index, plane) in planes.enumerated() {
      unsafe rows.set(
        index, start: UnsafeRawPointer(bytes(ofPlane: index).baseAddress!), stride: plane.stride,
        length: plane.shape.bytesPerRow, rows: 0..<plane.shape.height)
    }
    return FrameView(format, width: width, height: height, picture: rows)
  }

  // MARK: Bytes

  /// Fills the picture from bytes as in a raw file: all planes, one after another, without padding.
  ///
  ///     try frame.copyBytes(from: decoded)
  ///
  /// - Shape: `format.frameByteCount(width:height:)` bytes; samples of more than 8 bits are little-endian.
  /// - Throws: `FrameError` of `.byteCount` for any other number of bytes, of `.memory` if the storage is shared and the system has no memory
  ///   for a copy; the picture is then unchanged.
  public mutating func copyBytes(from bytes: [UInt8]) throws(FrameError) {
    let expected = format.frameByteCount(width: width, height: height)
    guard bytes.count == expected else {
      throw FrameError(
        .byteCount, "\(Self.text(format, width, height)) has \(expected) bytes without padding",
        but: "\(bytes.count) were given", fix: "check the size and the format, and leave out the decoder's padding")
    }
    try makeUnique()
    withOwnView { view in
      var rest = bytes[...]
      unsafe view.own.rowBytes.forEach { row in
        unsafe UnsafeMutableRawBufferPointer(mutating: row).copyBytes(from: rest.prefix(row.count))
        rest = rest.dropFirst(row.count)
      }
    }
  }

  /// The picture's bytes as in a raw file: all planes, one after another, without padding.
  ///
  /// - Shape: `[format.frameByteCount(width:height:)]`; samples of more than 8 bits are little-endian.
  public var packedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.frameByteCount(width: width, height: height))
    withView { view in unsafe view.picture.rowBytes.forEach { row in unsafe bytes.append(contentsOf: row) } }
    return bytes
  }

  /// Whether two pictures have the same format, size and samples; padding is ignored.
  public static func == (a: Frame, b: Frame) -> Bool {
    guard a.format == b.format, a.width == b.width, a.height == b.height else { return false }
    return a.withView { a in
      b.withView { b in
        unsafe zip(a.picture.rowBytes, b.picture.rowBytes).allSatisfy { unsafe $0.elementsEqual($1) }
      }
    }
  }
}
