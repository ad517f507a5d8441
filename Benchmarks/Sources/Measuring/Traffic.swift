import Foundation
import Synchronization

/// The bytes that a piece of work moves, and the same bytes moved by `memcpy`, which no arithmetic can beat.
public enum Traffic: Sendable {
  /// Read from a picture into the nearest cache.
  case read(Int)
  /// Written from the nearest cache to a picture.
  case written(Int)
  /// Read and written in the nearest cache.
  case kept(Int)
  /// Read from one picture, written to another.
  case moved(read: Int, written: Int)

  /// Copies the same number of bytes in the same places, once.
  public func copy() {
    Self.memory.withLock { memory in
      switch self {
      case .read(let bytes): Self.inPieces(bytes) { memcpy(memory.near, memory.from + $0, $1) }
      case .written(let bytes): Self.inPieces(bytes) { memcpy(memory.to + $0, memory.near, $1) }
      case .kept(let bytes): Self.inPieces(bytes) { memcpy(memory.near, memory.near + Self.piece, $1) }
      // A copy of n bytes reads n and writes n.
      case .moved(let read, let written): memcpy(memory.to, memory.from, min((read + written) / 2, Self.largest))
      }
    }
  }

  /// Three rows of a strip.
  private static let piece = 3 * 512 * 4
  private static let largest = 1 << 27

  private static func inPieces(_ bytes: Int, _ copy: (_ offset: Int, _ count: Int) -> Void) {
    var offset = 0
    while offset < bytes {
      copy(offset % (largest - piece), min(piece, bytes - offset))
      offset += piece
    }
  }

  private struct Memory {
    let from = Memory.allocated(largest)
    let to = Memory.allocated(largest)
    let near = Memory.allocated(2 * piece)

    /// Allocates memory and touches every page, so that no first access is measured.
    static func allocated(_ count: Int) -> UnsafeMutableRawPointer {
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
      memset(bytes, 1, count)
      return bytes
    }
  }
  private static let memory = Mutex(Memory())
}
