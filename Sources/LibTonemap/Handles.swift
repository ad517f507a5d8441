import Synchronization

/// The objects that callers hold, by handles that are never followed as addresses: one that was freed, or that is none, is an error.
final class Handles<Object: AnyObject & Sendable>: Sendable {
  private let noun: String
  private let free: String
  private let objects = Mutex<(held: [UInt: Object], last: UInt)>(([:], 0))

  /// The last four bits of its handles, which no handle of another kind has.
  private let mark: UInt

  /// - Parameters:
  ///   - noun: What an object is called.
  ///   - mark: A number of its kind's own, odd and below 16.
  ///   - free: The function that frees it.
  init(of noun: String, mark: UInt, freedBy free: String) { (self.noun, self.mark, self.free) = (noun, mark, free) }

  /// Holds an object, and gives its handle.
  func hold(_ object: Object) -> OpaquePointer {
    objects.withLock { objects in
      // No handle is given twice.
      objects.last += 1
      objects.held[objects.last] = object
      return OpaquePointer(bitPattern: objects.last << 4 | mark)!
    }
  }

  subscript(handle: OpaquePointer?) -> Object {
    get throws {
      guard let handle else { throw Misuse("the \(noun) is NULL, but a \(noun) was expected; make one first") }
      let number = UInt(bitPattern: handle)
      guard number & 15 == mark, let object = objects.withLock({ $0.held[number >> 4] }) else {
        throw Misuse(
          "the \(noun) is not valid: \(free) freed it, or this library never returned it; use a \(noun) only until it is freed"
        )
      }
      return object
    }
  }

  /// Lets an object go, which ends with its last use.
  func release(_ handle: OpaquePointer?) {
    guard let handle, UInt(bitPattern: handle) & 15 == mark else { return }
    _ = objects.withLock { $0.held.removeValue(forKey: UInt(bitPattern: handle) >> 4) }
  }
}
