import CToneKernels
import TestSupport
import Testing
import ToneKernels

/// Floating-point numbers of 16 bits, against a table of all of them in `Double`, on every instruction set.
@Suite struct HalfTests {
  /// All 65 536, in vectors and one by one. NaN and −∞ are read as 0 and +∞ as 2⁹⁶, as from numbers of 32 bits.
  @Test(arguments: InstructionSet.available, [1, 512]) func everyNumberIsReadExactly(name: InstructionSet, count: Int) {
    var wrong: [UInt16] = []
    let (halves, strip) = (GuardedMemory(2 * count, at: .end), Strip())
    defer { withExtendedLifetime((halves, strip)) {} }
    var (job, row) = (lanes_read(), lanes_read_row())
    (job.layout, job.sample, job.width) = (LANES_GRAY, LANES_F16, Int32(count))
    job.matrix.0 = 1
    row.luma = UnsafeRawPointer(halves.pointer)
    for first in stride(from: 0, to: 65536, by: count) {
      for i in 0..<count { halves.bytes.storeBytes(of: UInt16(first + i), toByteOffset: 2 * i, as: UInt16.self) }
      KernelSet.named(name)!.read(&job, &row, 0, count, strip.floats)
      for i in 0..<count {
        let number = HalfReference.number(UInt16(first + i))
        let expected = number.isNaN || number == -.infinity ? 0 : min(number, 0x1p96)
        if Double(strip.floats[i]) != expected { wrong.append(UInt16(first + i)) }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Each number, the middle between it and the next, and the neighbors of that middle; what is too great; and 2¹⁸ numbers of any bits.
  static let numbers: [Float] = {
    let finite = HalfReference.finite.map(Float.init)
    let edges = zip(finite, finite.dropFirst()).flatMap { low, high in
      let middle = (low + high) / 2
      return [low, middle.nextDown, middle, middle.nextUp]
    }
    let great: [Float] = [
      65504, 65519.996, 65520, 65536, 3e38, .greatestFiniteMagnitude, .infinity, .nan, .signalingNaN,
      .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-25, 0x1.000002p-25,
    ]
    var seeded = SeededNumbers(seed: 16)
    let any = (0..<1 << 18).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: seeded.next())) }
    return (edges + great).flatMap { [$0, -$0] } + any
  }()
  static let nearest = numbers.map { HalfReference.nearest(to: Double($0)) }

  @Test(arguments: InstructionSet.available) func everyNumberIsRoundedToTheNearest(name: InstructionSet) {
    let (count, strip) = (Int(LANES_STRIP), Strip())
    let targets = (1...4).map { GuardedMemory(2 * count * $0, at: .end) }
    defer { withExtendedLifetime((targets, strip)) {} }
    let bias = [Float](repeating: 0.5, count: 64)
    var wrong: [Float] = []
    for first in stride(from: 0, to: Self.numbers.count, by: count) {
      let some = Self.numbers[first..<min(first + count, Self.numbers.count)]
      for (i, number) in some.enumerated() { for row in 0..<4 { strip.floats[row * count + i] = number } }
      // An odd number of samples, so that some are stored one by one.
      for (step, length) in [(1, some.count - 1 | 1), (3, some.count), (4, some.count - 1 | 1)] {
        let length = min(length, some.count)
        let target = targets[step - 1]
        let format = lanes_write(sample: LANES_F16, step: Int32(step), shift: 0, low: 0, high: 0)
        withUnsafePointer(to: format) { format in
          let packed = lanes_write_packed(format: format.pointee, shifts: (0, 0, 0))
          if step == 1 {
            KernelSet.named(name)!.write(format, strip.floats, bias, length, target.pointer)
          } else {
            withUnsafePointer(to: packed) {
              KernelSet.named(name)!.writePacked($0, strip.floats, bias, length, target.pointer)
            }
          }
        }
        for i in 0..<length * step
        where target.bytes.load(fromByteOffset: 2 * i, as: UInt16.self) != Self.nearest[first + i / step] {
          wrong.append(Self.numbers[first + i / step])
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}
