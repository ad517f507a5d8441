/// Memory that starts at a multiple of 64 and is freed with its last owner.
///
/// It is `@unchecked Sendable` because the compiler cannot check pointers. The address never changes, and this type neither reads nor writes; callers
/// that use the address write `unsafe`. Its owners write only without concurrent readers: a `Frame` while it holds the only reference, and the
/// tables of the kernels before they are shared.
@safe package final class AlignedMemory: @unchecked Sendable {
  /// The bytes, initially all 0.
  package let bytes: UnsafeMutableRawBufferPointer
  private let allocation: UnsafeMutableRawPointer

  /// Allocates memory; `nil` if out of memory.
  package init?(zeros count: Int) {
    // Large blocks fresh from the system are already zero; only reused memory is cleared.
    guard let allocation = unsafe calloc(1, count + 63) else { return nil }
    unsafe self.allocation = unsafe allocation
    unsafe bytes = UnsafeMutableRawBufferPointer(start: allocation.alignedUp(toMultipleOf: 64), count: count)
    #if os(Linux)
      // A page fault for each small page costs more than clearing it, so request large pages, all at once. 23 is MADV_POPULATE_WRITE, which older C
      // libraries do not define. If either is refused, only speed is lost. A picture above 256 MiB gets them only as it is filled: a header of 50
      // bytes may claim 4 GiB that never arrive.
      guard count >= 1 << 22 else { return }
      let lead = Int(bitPattern: allocation) % Int(getpagesize())
      for advice in count <= 1 << 28 ? [MADV_HUGEPAGE, 23] : [MADV_HUGEPAGE] {
        _ = unsafe madvise(allocation - lead, lead + count + 63, advice)
      }
    #endif
  }

  package convenience init?(copying other: AlignedMemory) {
    self.init(zeros: unsafe other.bytes.count)
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit { unsafe free(allocation) }
}
