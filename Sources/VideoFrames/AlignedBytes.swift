#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Bytes that begin at a multiple of 64: a value, copied when it is written to while shared.
///
/// - Shape: `[count]`.
/// - Aliasing: No two values share bytes that either can write.
struct AlignedBytes: Sendable {
  private var memory: Memory

  /// Bytes that are all zero; `nil` where there is no memory for them.
  init?(zeros count: Int) {
    guard let memory = Memory(zeros: count) else { return nil }
    self.memory = memory
  }

  /// Reads the bytes.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let memory = memory
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(UnsafeRawBufferPointer(memory.bytes))
  }

  /// Writes the bytes.
  ///
  /// The copy of what is shared cannot fail as an error: whoever sets a sample throws nothing. Without memory for it the process ends.
  mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isKnownUniquelyReferenced(&memory) {
      guard let copy = Memory(copying: memory) else {
        fatalError("there is no memory to copy the \(unsafe memory.bytes.count) bytes of a shared picture")
      }
      memory = copy
    }
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(memory.bytes)
  }
}

/// Memory that one value writes, and only while no other holds it.
@safe private final class Memory: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer
  private let allocation: UnsafeMutableRawPointer

  init?(zeros count: Int) {
    // Large pieces fresh from the system are zero already, and only what was used before is cleared.
    guard let allocation = unsafe calloc(1, count + 63) else { return nil }
    unsafe self.allocation = unsafe allocation
    unsafe bytes = UnsafeMutableRawBufferPointer(start: allocation.alignedUp(toMultipleOf: 64), count: count)
    #if os(Linux)
      // Taking a small page at its first touch costs more than clearing it: large pages, and all at once. 23 is
      // MADV_POPULATE_WRITE, which older C libraries do not name. Where either is refused, nothing is lost but speed.
      guard count >= 1 << 22 else { return }
      let lead = Int(bitPattern: allocation) % Int(getpagesize())
      for advice in [MADV_HUGEPAGE, 23] { _ = unsafe madvise(allocation - lead, lead + count + 63, advice) }
    #endif
  }

  convenience init?(copying other: Memory) {
    self.init(zeros: unsafe other.bytes.count)
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit { unsafe free(allocation) }
}
