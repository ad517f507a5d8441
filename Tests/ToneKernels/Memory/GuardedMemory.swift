import CToneKernels
import Foundation
import TestSupport

/// Bytes that end or start at a guard page, which traps on access.
final class GuardedMemory {
  enum Side: CaseIterable { case start, end }

  let bytes: UnsafeMutableRawBufferPointer
  private let mapping: UnsafeMutableRawPointer
  private let size: Int

  /// `count` bytes at the guard page on `side`; they and the rest of their pages, up to the other guard page, are 0x99.
  init(_ count: Int, at side: Side) {
    let page = Int(getpagesize())
    let room = max((count + page - 1) / page, 1) * page
    size = room + 2 * page
    mapping = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    precondition(mapping != MAP_FAILED)
    memset(mapping, 0x99, size)
    mprotect(mapping, page, PROT_NONE)
    mprotect(mapping + page + room, page, PROT_NONE)
    let start = side == .start ? page : page + room - count
    bytes = UnsafeMutableRawBufferPointer(start: mapping + start, count: count)
    filling = (mapping + page, room)
  }
  deinit { munmap(mapping, size) }

  /// Numbers, aligned to `alignment` bytes: fewer than that many bytes may lie between them and the guard page at their end.
  convenience init<Number: BitwiseCopyable>(_ numbers: UnsafeBufferPointer<Number>, at side: Side, alignment: Int = 4) {
    self.init((numbers.count * MemoryLayout<Number>.stride + alignment - 1) / alignment * alignment, at: side)
    bytes.copyMemory(from: UnsafeRawBufferPointer(numbers))
  }
  /// Bytes.
  convenience init(_ numbers: [UInt8], at side: Side) {
    self.init(numbers.count, at: side)
    bytes.copyBytes(from: numbers)
  }
  var floats: UnsafeMutablePointer<Float> { pointer.assumingMemoryBound(to: Float.self) }

  private var filling: (UnsafeMutableRawPointer, Int)

  var pointer: UnsafeMutableRawPointer { bytes.baseAddress! }

  /// Whether every byte around `bytes` is still 0x99.
  var isPaddingWhole: Bool {
    let before = bytes.baseAddress! - filling.0
    let after = filling.1 - before - bytes.count
    return memcmp(filling.0, Self.untouched, before) == 0 && memcmp(pointer + bytes.count, Self.untouched, after) == 0
  }

  private static let untouched = [UInt8](repeating: 0x99, count: 16384)
}

/// The contents of samples.
enum Filling: CaseIterable {
  case noise, low, high, ramp

  /// `count` codes in 0...maximum.
  func codes(_ count: Int, upTo maximum: Int, seed: Int) -> [Int] {
    var numbers = SeededNumbers(seed: UInt64(seed))
    return (0..<count).map {
      switch self {
      case .noise: Int.random(in: 0...maximum, using: &numbers)
      case .low: 0
      case .high: maximum
      case .ramp: $0 * maximum / max(count - 1, 1)
      }
    }
  }
}

/// A zeroed strip between two guard pages; it has a whole number of pages, so both are adjacent to it.
final class Strip {
  let floats: UnsafeMutablePointer<Float>
  private let memory: GuardedMemory
  static let count = Int(LANES_ROWS * LANES_STRIP)

  init() {
    memory = GuardedMemory(Self.count * 4, at: .start)
    floats = memory.floats
    floats.update(repeating: 0, count: Self.count)
  }

  /// The bits of `count` numbers in a row.
  func bits(_ row: Int, _ count: Int) -> [UInt32] {
    (0..<count).map { floats[row * Int(LANES_STRIP) + $0].bitPattern }
  }
}

/// The samples of one format next to a guard page.
final class SampleRow {
  let memory: GuardedMemory
  let codes: [Double]

  /// Samples of `codes`; floating-point ones are thousandths of them.
  init(_ codes: [Int], sample: lanes_sample, at side: GuardedMemory.Side) {
    let size = sample == LANES_U8 ? 1 : sample == LANES_U16 || sample == LANES_F16 ? 2 : 4
    let isWord = sample == LANES_X2RGB10
    memory = GuardedMemory(codes.count * size / (isWord ? 3 : 1), at: side)
    self.codes = codes.map { code in
      switch sample {
      case LANES_F32: Double(Float(code) / 1000)
      case LANES_F16: HalfReference.number(HalfReference.nearest(to: Double(code) / 1000))
      default: Double(code)
      }
    }
    for (i, code) in codes.enumerated() {
      switch sample {
      case LANES_U8: memory.bytes.storeBytes(of: UInt8(code), toByteOffset: i, as: UInt8.self)
      case LANES_U16: memory.bytes.storeBytes(of: UInt16(code), toByteOffset: 2 * i, as: UInt16.self)
      case LANES_F16:
        let bits = HalfReference.nearest(to: Double(code) / 1000)
        memory.bytes.storeBytes(of: bits, toByteOffset: 2 * i, as: UInt16.self)
      case LANES_X2RGB10:
        guard i % 3 == 0 else { continue }
        // The bits at the top may be anything.
        let word = UInt32(i / 3 % 4) << 30 | UInt32(code) << 20 | UInt32(codes[i + 1]) << 10 | UInt32(codes[i + 2])
        memory.bytes.storeBytes(of: word, toByteOffset: 4 * (i / 3), as: UInt32.self)
      default: memory.bytes.storeBytes(of: Float(code) / 1000, toByteOffset: 4 * i, as: Float.self)
      }
    }
  }
}
