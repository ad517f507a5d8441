/// A thread of the system, which runs a closure to its end.
///
/// Dispatch makes its threads when it wants them, and waits for ever where the system allows no more. This one says so.
package struct SystemThread: Sendable {
  /// What the system calls the thread: a number in glibc, elsewhere an address, of which this is the number.
  private let name: UInt

  /// Starts a thread; `nil` if the system has none left, or no memory for one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // The attributes have no initializer but the system's.
    let result = unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
      guard let attributes = memory.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return ENOMEM }
      defer { unsafe pthread_attr_destroy(attributes) }
      unsafe pthread_attr_setstacksize(attributes, Self.stackByteCount)
      #if canImport(Darwin)
        // As urgent as the work that it takes part in.
        unsafe pthread_attr_set_qos_class_np(attributes, qos_class_self(), 0)
      #endif
      return unsafe pthread_create(
        &thread, attributes,
        { argument in
          let argument: UnsafeMutableRawPointer? = unsafe argument
          if let argument = unsafe argument { unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, box.toOpaque())
    }
    guard result == 0 else {
      unsafe box.release()
      return nil
    }
    #if canImport(Glibc)
      name = UInt(thread)
    #else
      name = unsafe UInt(bitPattern: thread)
    #endif
  }

  /// Waits until the closure has returned; to be called once, or never.
  package func join() {
    #if canImport(Glibc)
      pthread_join(pthread_t(name), nil)
    #else
      if let thread = unsafe pthread_t(bitPattern: name) { unsafe pthread_join(thread, nil) }
    #endif
  }

  /// The memory that is reserved for a stack: twice what Dispatch and macOS take. Linux would reserve 8 MiB, musl only 128 KiB.
  package static let stackByteCount = 1 << 20

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
