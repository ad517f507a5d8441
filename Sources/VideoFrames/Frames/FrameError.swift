/// The reason why a picture of some size cannot be made, filled or lent.
public enum FrameError: Error, Hashable, Sendable {
  /// A side has no pixels, or more than `Frame.longestSide`.
  case side(width: Int, height: Int)
  /// The picture would take more than `Frame.largestByteCount` bytes.
  case bytes(needed: Int, format: PixelFormat, width: Int, height: Int)
  /// The picture is valid, but the system has no memory for it.
  case memory(needed: Int, format: PixelFormat, width: Int, height: Int)
  /// The number of bytes does not match a picture of this size.
  case byteCount(Int, expected: Int, format: PixelFormat, width: Int, height: Int)
  /// A picture has no sample at this position.
  case noSample(plane: Int, x: Int, y: Int, format: PixelFormat, width: Int, height: Int)
  /// A format has no such component.
  case noComponent(Int, format: PixelFormat)
  /// A format stores floating-point numbers instead of codes.
  case noCodes(PixelFormat)
  /// A format stores codes instead of floating-point numbers.
  case noNumbers(PixelFormat)
  /// A code or a sample is negative or too large.
  case sampleValue(Int, maximum: Int, format: PixelFormat)
  /// A lent picture has more or fewer planes than its format.
  case planeCount(Int, expected: Int, format: PixelFormat)
  /// The size of a lent plane does not match the picture's.
  case planeSize(plane: Int, width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// A plane of a lent picture has no address.
  case noAddress(plane: Int)
  /// The stride of a lent plane is shorter than its rows, in bytes.
  case stride(Int, plane: Int, atLeast: Int)
  /// The rows of a lent plane would exceed the address space.
  case addresses(plane: Int, stride: Int)
  /// Two planes of a picture lent for writing share memory.
  case planesOverlap(Int, Int)
  /// A rectangle is empty, or not inside its view.
  case tile(columns: Range<Int>, rows: Range<Int>, insideColumns: Range<Int>, insideRows: Range<Int>)
  /// The format of a pixel buffer is not in `PixelFormat.allCases`.
  case unknownFormat(String)
  /// A pixel buffer could not be locked; the code is Core Video's.
  case notLocked(code: Int32)
}

extension FrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .side(let width, let height):
      """
      the picture has \(width)×\(height) pixels, but each side must have 1 to \(Frame.longestSide); check the size
      """
    case .bytes(let needed, let format, let width, let height):
      """
      a picture of \(width)×\(height) pixels in \(format) would take \(needed) bytes, but at most \
      \(Frame.largestByteCount) are allowed; check the size, or split the picture
      """
    case .memory(let needed, let format, let width, let height):
      """
      a picture of \(width)×\(height) pixels in \(format) takes \(needed) bytes, but the system has no memory for it; \
      check the size, close other programs, or raise this program's memory limit
      """
    case .byteCount(let count, let expected, let format, let width, let height):
      """
      a picture of \(width)×\(height) pixels in \(format) has \(expected) bytes without padding, but \(count) were given; \
      check the size and the format, and leave out the decoder's padding
      """
    case .noSample(let plane, let x, let y, let format, let width, let height):
      """
      plane \(plane) of a picture of \(width)×\(height) pixels in \(format) has no sample at \(x), \(y); check the place; subsampled \
      planes are smaller, and places count from 0
      """
    case .noComponent(let component, let format):
      """
      component \(component) was asked for, but \(format) has components 0 to \(format.componentCount - 1); choose one of them
      """
    case .noCodes(let format):
      """
      a code was asked for, but \(format) stores floating-point numbers; ask for numbers
      """
    case .noNumbers(let format):
      """
      a floating-point number was asked for, but \(format) stores codes; ask for codes
      """
    case .sampleValue(let value, let maximum, let format):
      """
      the value is \(value), but a sample of \(format) can be 0 to \(maximum); check the value and the format
      """
    case .planeCount(let count, let expected, let format):
      """
      a picture in \(format) has \(expected) planes, but \(count) were given; give them in the order of the format
      """
    case .planeSize(let plane, let width, let height, let expectedWidth, let expectedHeight):
      """
      plane \(plane) has \(width)×\(height) samples, but \(expectedWidth)×\(expectedHeight) follow from the picture's size and \
      format; check them, and leave out what the decoder crops
      """
    case .noAddress(let plane):
      """
      plane \(plane) has no address, but each plane needs one; check that the picture is decoded, and mapped or locked
      """
    case .stride(let stride, let plane, let length):
      """
      the rows of plane \(plane) are \(stride) bytes apart, but each has \(length) bytes; give the distance in bytes, not in \
      samples; negative if the rows follow each other upward
      """
    case .addresses(let plane, let stride):
      """
      the rows of plane \(plane), \(stride) bytes apart, would lie outside of all memory; check the address and the stride
      """
    case .planesOverlap(let first, let second):
      """
      planes \(first) and \(second) share memory, but each is written on its own; check their addresses, strides and order
      """
    case .tile(let columns, let rows, let insideColumns, let insideRows):
      """
      the tile has columns \(columns) and rows \(rows), but must have some of columns \(insideColumns) and rows \(insideRows); \
      check its place; columns and rows count from the picture's first
      """
    case .unknownFormat(let name):
      """
      the pixel buffer has the format \(name), which is not supported; ask its producer for one such as x420 or 420v
      """
    case .notLocked(let code):
      """
      Core Video did not lock the pixel buffer, but returned \(code); check that the buffer has memory that the CPU can access
      """
    }
  }
}
