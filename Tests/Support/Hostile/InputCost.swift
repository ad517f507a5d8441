private import Foundation
private import Synchronization

/// What one input costs its reader: time of the processor, and memory where a sanitizer counts it.
public struct InputCost: Sendable {
  /// Seconds that this thread worked, which other work on the machine does not lengthen.
  public var seconds = 0.0
  /// How many bytes more were held at once than before; 0 where nothing counts them.
  public var bytes = 0

  public init() {}

  /// The cost of `body`.
  public static func of(_ body: () throws -> Void) rethrows -> InputCost {
    var cost = InputCost()
    let start = Self.threadSeconds
    let held = LiveBytes.begin()
    try body()
    cost.seconds = Self.threadSeconds - start
    cost.bytes = LiveBytes.peak.load(ordering: .relaxed) - held
    return cost
  }

  /// How long this thread has worked.
  public static var threadSeconds: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Bytes that the process holds, told by the hooks of a sanitizer's allocator.
private enum LiveBytes {
  static let now = Atomic(0)
  static let peak = Atomic(0)

  /// Starts a new peak, and gives what is held now.
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
    // Made before the hooks are, since making them takes memory.
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
