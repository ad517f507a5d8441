/// Bytes that begin at a multiple of 64: a value, copied when it is written to while shared.
///
/// An array aligns its elements to 16 bytes at most, even those of a SIMD type of 64. So this one has 63 bytes to spare
/// and begins a few of them in. A copy may lie otherwise; the bytes are then moved to where they belong, once, before
/// it is written. Where the bytes are follows from `lead` alone, so that no address has to stay the same for them to be
/// found.
///
/// - Shape: `[count]`.
/// - Aliasing: No two values share bytes that either can write.
struct AlignedBytes: Sendable {
  private var array: [UInt8]
  /// The bytes of the array before the first that counts: `0...63`.
  private var lead: Int

  /// How many bytes count.
  var count: Int { array.count - 63 }

  /// Bytes that are all zero.
  init(zeros count: Int) {
    array = Array(repeating: 0, count: count + 63)
    lead = unsafe array.withUnsafeBytes { unsafe Self.lead($0.baseAddress) }
  }

  private static func lead(_ address: UnsafeRawPointer?) -> Int {
    Int((0 &- UInt(bitPattern: address)) & 63)
  }

  /// Reads the bytes.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = lead..<lead + count
    return try unsafe array.withUnsafeBufferPointer { array throws(Failure) in
      try unsafe body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: array[range])))
    }
  }

  /// Writes the bytes.
  mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (count, before) = (count, lead)
    var after = before
    defer { lead = after }
    return try unsafe array.withUnsafeMutableBufferPointer { array throws(Failure) in
      let all = UnsafeMutableRawBufferPointer(array)
      after = unsafe Self.lead(all.baseAddress)
      let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: all[after..<after + count])
      if after != before {
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[before..<before + count]))
      }
      return try unsafe body(bytes)
    }
  }
}
