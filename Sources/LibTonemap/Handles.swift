import Synchronization
import Transcoding

/// The objects held by callers, by handles that are never dereferenced: a freed or invalid handle is an error.
final class Handles<Object: Sendable>: Sendable {
  private let noun: String
  private let free: String
  private let objects = Mutex<(held: [UInt: Object], last: UInt)>(([:], 0))

  /// The last four bits of its handles, which are unique to this kind of object.
  private let mark: UInt

  /// - Parameters:
  ///   - noun: The name of an object in messages.
  ///   - mark: A number unique to its kind, odd and below 16.
  ///   - free: The function that frees it.
  init(of noun: String, mark: UInt, freedBy free: String) { (self.noun, self.mark, self.free) = (noun, mark, free) }

  func hold(_ object: Object) -> OpaquePointer {
    objects.withLock { objects in
      // Handles are never reused.
      objects.last += 1
      objects.held[objects.last] = object
      return OpaquePointer(bitPattern: objects.last << 4 | mark)!
    }
  }

  subscript(handle: OpaquePointer?) -> Object {
    get throws {
      guard let handle else { throw ProgramError.null("the \(noun)", expected: "a \(noun)", fix: "make one first") }
      let number = UInt(bitPattern: handle)
      guard number & 15 == mark, let object = objects.withLock({ $0.held[number >> 4] }) else {
        throw ProgramError(
          .settings,
          "the \(noun) is not valid: \(free) freed it, or this library never returned it; use a \(noun) only until it is freed"
        )
      }
      return object
    }
  }

  /// Releases an object, which is destroyed after its last use.
  func release(_ handle: OpaquePointer?) {
    guard let handle, UInt(bitPattern: handle) & 15 == mark else { return }
    _ = objects.withLock { $0.held.removeValue(forKey: UInt(bitPattern: handle) >> 4) }
  }
}
