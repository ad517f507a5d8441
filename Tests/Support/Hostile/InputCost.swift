private import Foundation
private import Synchronization

/// The cost of one input in its reader: CPU time, and memory if a sanitizer counts it.
public struct InputCost: Sendable {
  /// The CPU time of this thread in seconds, which other work on the machine does not affect.
  public var seconds = 0.0
  /// The increase in bytes held at once; 0 if nothing counts them.
  public var bytes = 0

  public init() {}

  /// Measures the cost of `body`.
  public static func of(_ body: () throws -> Void) rethrows -> InputCost {
    var cost = InputCost()
    let start = Self.threadSeconds
    let held = LiveBytes.begin()
    try body()
    cost.seconds = Self.threadSeconds - start
    cost.bytes = LiveBytes.peak.load(ordering: .relaxed) - held
    return cost
  }

  /// The CPU time of this thread so far.
  public static var threadSeconds: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The bytes that the process holds, counted by the hooks of a sanitizer's allocator.
private enum LiveBytes {
  static let now = Atomic(0)
  static let peak = Atomic(0)

  /// Resets the peak, and returns the bytes held now.
  static func begin() -> Int {
    _ = isCounting
    let held = now.load(ordering: .relaxed)
    peak.store(held, ordering: .relaxed)
    return held
  }

  private typealias Install =
    @convention(c) (
      @convention(c) (UnsafeRawPointer?, Int) -> Void, @convention(c) (UnsafeRawPointer?) -> Void
    ) -> CInt
  private typealias Size = @convention(c) (UnsafeRawPointer?) -> Int

  private static let size: Size? = unsafe symbol("__sanitizer_get_allocated_size").map {
    unsafe unsafeBitCast($0, to: Size.self)
  }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(dlopen(nil, RTLD_NOW), name) }

  private static let isCounting: Bool = {
    // Created before the hooks are installed, because creating them allocates memory.
    guard unsafe size != nil, let install = unsafe symbol("__sanitizer_install_malloc_and_free_hooks") else {
      return false
    }
    _ = (now.load(ordering: .relaxed), peak.load(ordering: .relaxed))
    return unsafe unsafeBitCast(install, to: Install.self)(
      { _, count in
        let held = LiveBytes.now.add(count, ordering: .relaxed).newValue
        LiveBytes.peak.max(held, ordering: .relaxed)
      },
      { pointer in
        guard let size = unsafe LiveBytes.size else { return }
        LiveBytes.now.subtract(unsafe size(pointer), ordering: .relaxed)
      }) > 0
  }()
}
