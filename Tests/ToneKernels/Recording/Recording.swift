import Testing
import ToneKernels

/// A kernel, as recordings name it; it is called with words, each an address or a number.
enum RecordedKernel: String, CaseIterable {
  case read, runProgram, write, writePacked, writeChroma, writeBlock, countLight, scale

  func call(_ set: KernelSet, _ words: [Int]) {
    func pointer<Value>(_ i: Int) -> UnsafePointer<Value> { UnsafePointer(bitPattern: words[i])! }
    func floats(_ i: Int) -> UnsafeMutablePointer<Float> { UnsafeMutablePointer(bitPattern: words[i])! }
    func target(_ i: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: words[i])! }
    switch self {
    case .read: set.read(pointer(0), pointer(1), words[2], words[3], floats(4))
    case .runProgram: set.runProgram(pointer(0), floats(1), words[2])
    case .write: set.write(pointer(0), pointer(1), pointer(2), words[3], target(4))
    case .writePacked: set.writePacked(pointer(0), pointer(1), pointer(2), words[3], target(4))
    case .writeChroma: set.writeChroma(pointer(0), pointer(1))
    case .writeBlock: set.writeBlock(pointer(0), UnsafeMutablePointer(bitPattern: words[1])!, floats(2))
    case .countLight: set.countLight(target(0), target(1), words[2])
    case .scale: set.scale(pointer(0))
    }
  }
}

/// Calls of kernels with everything that they read and everything that they leave: `Tests/Replay` repeats them on another
/// architecture.
///
/// A *scene* is a set of memory blocks; pointers from one into another are found by their values, so no structure needs to be known.
/// A *call* uses some blocks in their current state and leaves *results*: parts of blocks, of which a hash is kept. All numbers are
/// little-endian words of eight bytes; bytes are padded to such words.
final class Recording {
  private(set) var bytes: [UInt8] = Array("TONECALL".utf8)
  /// The number of calls of each kernel.
  private(set) var calls: [RecordedKernel: Int] = [:]
  /// The calls after which the sets did not agree.
  private(set) var disagreements: [String] = []
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var contents: [[UInt8]: Int] = [:]
  private enum Part: Int { case end, scene, call, content }

  /// A part of a block: floats, where every NaN counts as the same, or bytes.
  struct Result {
    var bytes: UnsafeRawBufferPointer
    var isFloats: Bool

    static func floats(_ p: UnsafePointer<Float>, _ count: Int) -> Result {
      Result(bytes: UnsafeRawBufferPointer(start: p, count: 4 * count), isFloats: true)
    }
    static func floats(_ p: UnsafeMutablePointer<Float>, _ count: Int) -> Result { floats(UnsafePointer(p), count) }
    static func samples(_ memory: GuardedMemory, areFloats: Bool) -> Result {
      Result(bytes: UnsafeRawBufferPointer(memory.bytes), isFloats: areFloats)
    }

    /// FNV-1a, 64 bits.
    var hash: UInt64 {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      if !isFloats {
        bytes.forEach(take)
      } else {
        for i in stride(from: 0, to: bytes.count, by: 4) {
          let bits = bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self)
          let counted = Float(bitPattern: bits).isNaN ? Float.nan.bitPattern : bits
          for shift in [0, 8, 16, 24] { take(UInt8(truncatingIfNeeded: counted >> UInt32(shift))) }
        }
      }
      return hash
    }
  }

  /// Begins a scene with these blocks, which last until the next scene. Blocks without bytes, such as the steps of a program that
  /// changes nothing, are left out: nothing reads them, and no system maps them.
  func scene(_ blocks: [UnsafeMutableRawBufferPointer]) {
    self.blocks = blocks.filter { !$0.isEmpty }.sorted { $0.baseAddress! < $1.baseAddress! }
    let known = self.blocks.map { content(of: $0) }
    put(Part.scene.rawValue)
    put(self.blocks.count)
    for (block, known) in zip(self.blocks, known) {
      put(block.count)
      put(known)
      let pointers = stride(from: 0, to: block.count - 7, by: 8).compactMap { offset in
        place(block.loadUnaligned(fromByteOffset: offset, as: Int.self)).map { (offset, $0) }
      }
      put(pointers.count)
      for (offset, place) in pointers {
        put(offset)
        put(place.block)
        put(place.offset)
      }
    }
  }

  /// Calls a kernel on every set, each time with the blocks `written` in their current state, and records the result of all sets.
  func call(
    _ kernel: RecordedKernel, _ title: String, _ words: [Word], written: [UnsafeMutableRawBufferPointer],
    results: [Result]
  ) {
    let before = written.map { Array($0) }
    let known = written.map { content(of: $0) }
    var hashes: [UInt64] = []
    for name in InstructionSet.available {
      for (block, bytes) in zip(written, before) { block.copyBytes(from: bytes) }
      kernel.call(KernelSet.named(name)!, words.map(\.value))
      let found = results.map(\.hash)
      if hashes.isEmpty { hashes = found }
      if found != hashes { disagreements.append("\(kernel.rawValue), \(title), on \(name)") }
    }
    calls[kernel, default: 0] += 1
    put(Part.call.rawValue)
    put(kernel.rawValue)
    put(title)
    put(written.count)
    for (block, known) in zip(written, known) {
      put(place(Int(bitPattern: block.baseAddress!))!.block)
      put(known)
    }
    put(words.count)
    for word in words {
      switch word {
      case .number(let number): [0, number, 0].forEach(put)
      case .address(let address):
        let place = place(Int(bitPattern: address))!
        [1, place.block, place.offset].forEach(put)
      }
    }
    put(results.count)
    for (result, hash) in zip(results, hashes) {
      let place = place(Int(bitPattern: result.bytes.baseAddress!))!
      [place.block, place.offset, result.bytes.count, result.isFloats ? 1 : 0].forEach(put)
      put(Int(bitPattern: UInt(hash)))
    }
  }

  /// An argument of a kernel.
  enum Word {
    case number(Int)
    case address(UnsafeRawPointer)

    var value: Int {
      switch self {
      case .number(let number): number
      case .address(let address): Int(bitPattern: address)
      }
    }
  }

  /// The whole recording.
  func finished() -> [UInt8] {
    put(Part.end.rawValue)
    return bytes
  }

  /// The index of a block's contents; equal bytes have the same index. Trailing zeros are omitted.
  private func content(of block: UnsafeMutableRawBufferPointer) -> Int {
    let end = block.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let held = Array(block[..<end])
    if let known = contents[held] { return known }
    contents[held] = contents.count
    put(Part.content.rawValue)
    put(held.count)
    put(held)
    return contents.count - 1
  }

  /// The position of an address.
  private func place(_ address: Int) -> (block: Int, offset: Int)? {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(bitPattern: blocks[middle].baseAddress!) <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let offset = address - Int(bitPattern: blocks[low - 1].baseAddress!)
    return offset < blocks[low - 1].count ? (low - 1, offset) : nil
  }

  private func put(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
  private func put(_ text: String) {
    put(text.utf8.count)
    put(Array(text.utf8))
  }
  private func put(_ some: [UInt8]) {
    bytes += some
    bytes += [UInt8](repeating: 0, count: -some.count & 7)
  }
}
