internal import SystemCalls

/// Bytes that begin at a multiple of 64: a value with copy on write.
///
/// - Shape: `[count]`.
/// - Aliasing: No two values share bytes that either can modify.
struct AlignedBytes: Sendable {
  private var memory: Memory

  /// Creates zeroed bytes; `nil` if there is no memory for them.
  init?(zeros count: Int) {
    guard let memory = Memory(zeros: count) else { return nil }
    self.memory = memory
  }

  /// Gives read access to the bytes.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let memory = memory
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(UnsafeRawBufferPointer(memory.bytes))
  }

  /// Copies the bytes if another value shares them; returns whether there was memory for that.
  mutating func makeUnique() -> Bool {
    if isKnownUniquelyReferenced(&memory) { return true }
    guard let copy = Memory(copying: memory) else { return false }
    memory = copy
    return true
  }

  /// Gives write access to the bytes, which `makeUnique` has made this value's alone.
  mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isKnownUniquelyReferenced(&memory), "shared bytes would be written")
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(memory.bytes)
  }
}

/// Memory that a value modifies only while it holds the only reference.
@safe private final class Memory: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer
  private let allocation: UnsafeMutableRawPointer

  init?(zeros count: Int) {
    // Large blocks fresh from the system are already zero; only reused memory is cleared.
    guard let allocation = unsafe calloc(1, count + 63) else { return nil }
    unsafe self.allocation = unsafe allocation
    unsafe bytes = UnsafeMutableRawBufferPointer(start: allocation.alignedUp(toMultipleOf: 64), count: count)
    #if os(Linux)
      // A page fault for each small page costs more than clearing it, so request large pages, all at once. 23 is
      // MADV_POPULATE_WRITE, which older C libraries do not define. If either is refused, only speed is lost.
      // A picture above 256 MiB gets them only as it is filled: a header of 50 bytes may claim 4 GiB that never come.
      guard count >= 1 << 22 else { return }
      let lead = Int(bitPattern: allocation) % Int(getpagesize())
      for advice in count <= 1 << 28 ? [MADV_HUGEPAGE, 23] : [MADV_HUGEPAGE] {
        _ = unsafe madvise(allocation - lead, lead + count + 63, advice)
      }
    #endif
  }

  convenience init?(copying other: Memory) {
    self.init(zeros: unsafe other.bytes.count)
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit { unsafe free(allocation) }
}
