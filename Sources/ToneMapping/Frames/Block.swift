internal import CToneKernels

/// Columns of two rows, or of one, that fill a strip: each row's even columns, then its odd ones, each part up to whole vectors.
struct Block {
  /// The most columns: twice as many make a strip.
  static let mostColumns = Int(LANES_STRIP) / 2

  let rows: Range<Int>
  /// The columns, from an even one on.
  let columns: Range<Int>

  /// The numbers in a part.
  var part: Int { ((columns.count + 1) / 2 + 31) & ~31 }
  /// The numbers in all parts.
  var count: Int { 2 * rows.count * part }
  /// Where a row begins.
  func offset(ofRow y: Int) -> Int { 2 * (y - rows.lowerBound) * part }
}
