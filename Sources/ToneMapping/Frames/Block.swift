internal import CToneKernels

/// Columns of one or two rows that fill a strip: each row's even columns, then its odd columns, each part padded to whole vectors.
struct Block {
  /// The maximum number of columns: half of a strip.
  static let mostColumns = Int(LANES_STRIP) / 2

  let rows: Range<Int>
  /// The columns; the first is even.
  let columns: Range<Int>

  /// The number of elements in a part.
  var part: Int { ((columns.count + 1) / 2 + 31) & ~31 }
  /// The number of elements in all parts.
  var count: Int { 2 * rows.count * part }
  /// The offset of a row.
  func offset(ofRow y: Int) -> Int { 2 * (y - rows.lowerBound) * part }
}
