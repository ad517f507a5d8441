/// The rows of up to four planes in memory, as plain numbers without reference counting.
///
/// An array of planes has a reference count shared by all threads: two threads that accessed it for every row spent a tenth of their time waiting for
/// that count.
@safe package struct PlaneRows: BitwiseCopyable, Sendable {
  /// For each plane: the address of its first row, the distance from a row to the next, the bytes in a row, the number of its first
  /// row, and the number of its rows.
  private var starts, strides, lengths, firsts, counts: SIMD4<Int>

  init() { (starts, strides, lengths, firsts, counts) = (SIMD4(), SIMD4(), SIMD4(), SIMD4(), SIMD4()) }

  /// Sets the rows of a plane that are present. The stride of a single row may be any number, so its length replaces it.
  mutating func set(_ plane: Int, start: UnsafeRawPointer, stride: Int, length: Int, rows: Range<Int>) {
    (starts[plane], strides[plane]) = (Int(bitPattern: start), rows.count == 1 ? length : stride)
    (lengths[plane], firsts[plane], counts[plane]) = (length, rows.lowerBound, rows.count)
  }

  /// The rows of a plane; empty if the plane does not exist.
  package func rows(of plane: Int) -> Range<Int> { firsts[plane]..<firsts[plane] + counts[plane] }

  /// The distance from one row of a plane to the next, in bytes.
  package func stride(of plane: Int) -> Int { strides[plane] }

  func length(of plane: Int) -> Int { lengths[plane] }

  /// The first byte of a row.
  package func row(_ y: Int, of plane: Int) -> UnsafeRawPointer {
    precondition(rows(of: plane).contains(y), "plane \(plane) has rows \(rows(of: plane)), but no row \(y)")
    return unsafe UnsafeRawPointer(bitPattern: starts[plane] + (y - firsts[plane]) * strides[plane])!
  }

  /// The bytes of all rows without padding, plane by plane, as in a file.
  package var rowBytes: [UnsafeRawBufferPointer] {
    unsafe (0..<4).flatMap { plane in
      unsafe rows(of: plane).map { unsafe UnsafeRawBufferPointer(start: row($0, of: plane), count: lengths[plane]) }
    }
  }

  /// The part of these planes, which contain all rows of a picture, that belongs to a rectangle of its pixels.
  func part(_ columns: Range<Int>, _ rows: Range<Int>, of format: PixelFormat, width: Int) -> PlaneRows {
    var part = self
    for plane in 0..<format.planeCount {
      let samples = format.samples(ofPlane: plane, columns: columns, rows: rows)
      let start = format.byteOffset(ofPlane: plane, samples.columns.lowerBound)
      // The row after the last may be outside of all memory, and a part without rows starts nowhere.
      if !samples.rows.isEmpty { part.starts[plane] += samples.rows.lowerBound * strides[plane] + start }
      // The chroma packed with two pixels belongs to the first, but ends after the second.
      let group = max(format.pixelsPerGroup, format.columnsPerPart)
      let end = (samples.columns.upperBound + group - 1) / group * group
      let isLast = columns.upperBound == width
      part.lengths[plane] = (isLast ? lengths[plane] : format.byteOffset(ofPlane: plane, end)) - start
      (part.firsts[plane], part.counts[plane]) = (samples.rows.lowerBound, samples.rows.count)
    }
    return part
  }

  /// These rows, renumbered to start at row `first` of pixels.
  func numbered(from first: Int, of format: PixelFormat) -> PlaneRows {
    var numbered = self
    for plane in 0..<format.planeCount {
      numbered.firsts[plane] = format.samples(ofPlane: plane, columns: 0..<1, rows: first..<first).rows.lowerBound
    }
    return numbered
  }

  // MARK: Overlaps

  /// The first two planes that share a byte; `nil` if no two do.
  var overlap: (Int, Int)? {
    for first in 0..<4 {
      for second in first + 1..<4 where overlaps(first, self, second) { return (first, second) }
    }
    return nil
  }

  /// Whether any of these planes shares a byte with any of `other`'s.
  package func overlaps(_ other: PlaneRows) -> Bool {
    (0..<4).contains { first in (0..<4).contains { overlaps(first, other, $0) } }
  }

  /// Whether two planes share a byte. Planes whose rows alternate in memory are disjoint if they have the same stride; with different strides they
  /// count as overlapping.
  private func overlaps(_ plane: Int, _ other: PlaneRows, _ index: Int) -> Bool {
    guard let bytes = bytes(of: plane), let others = other.bytes(of: index), bytes.overlaps(others) else {
      return false
    }
    // A plane of one row is compatible with any stride.
    let first = counts[plane] > 1 ? abs(strides[plane]) : nil
    let second = other.counts[index] > 1 ? abs(other.strides[index]) : nil
    guard let stride = first ?? second, stride == second ?? stride else { return true }
    let isFirst = bytes.lowerBound <= others.lowerBound
    let (lower, upper) = isFirst ? (lengths[plane], other.lengths[index]) : (other.lengths[index], lengths[plane])
    let distance = abs(others.lowerBound - bytes.lowerBound) % stride
    return distance < lower || distance + upper > stride
  }

  /// The addresses from a plane's first byte to its last; `nil` for an empty plane.
  private func bytes(of plane: Int) -> Range<Int>? {
    guard counts[plane] > 0, lengths[plane] > 0 else { return nil }
    let last = starts[plane] + (counts[plane] - 1) * strides[plane]
    return min(starts[plane], last)..<max(starts[plane], last) + lengths[plane]
  }
}
