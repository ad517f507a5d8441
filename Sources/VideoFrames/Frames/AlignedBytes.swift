internal import SystemCalls

/// Bytes that start at a multiple of 64: a value with copy on write.
///
/// - Shape: `[count]`.
/// - Aliasing: No two values share bytes that either can modify.
struct AlignedBytes: Sendable {
  private var memory: AlignedMemory

  /// Creates zeroed bytes; `nil` if out of memory.
  init?(zeros count: Int) {
    guard let memory = AlignedMemory(zeros: count) else { return nil }
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

  /// Copies the bytes if another value shares them; returns `false` if out of memory.
  mutating func makeUnique() -> Bool {
    if isKnownUniquelyReferenced(&memory) { return true }
    guard let copy = AlignedMemory(copying: memory) else { return false }
    memory = copy
    return true
  }

  /// Gives write access to the bytes, which are unique after `makeUnique`.
  mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isKnownUniquelyReferenced(&memory), "shared bytes would be written")
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(memory.bytes)
  }
}
