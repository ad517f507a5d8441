import CToneKernels
import TestSupport
import Testing
import ToneKernels

/// A format to write.
struct WriteCase: CustomTestStringConvertible, Sendable {
  let sample: lanes_sample
  var shift = 0
  var maximum: Float = 0
  var size: Int { sample == LANES_U8 ? 1 : sample == LANES_U16 || sample == LANES_F16 ? 2 : 4 }
  var isFloat: Bool { sample == LANES_F32 || sample == LANES_F16 }

  func format(step: Int = 1) -> lanes_write {
    lanes_write(sample: sample, step: Int32(step), shift: Int32(shift), low: 0, high: maximum)
  }

  static let all = [
    WriteCase(sample: LANES_U8, maximum: 255), WriteCase(sample: LANES_U16, maximum: 1023),
    WriteCase(sample: LANES_U16, shift: 6, maximum: 1023), WriteCase(sample: LANES_U16, maximum: 65535),
    WriteCase(sample: LANES_F32), WriteCase(sample: LANES_F16),
  ]
  var testDescription: String {
    ["u8", "u16", "f32", "f16", "tens"][Int(sample.rawValue)] + " 0...\(maximum) << \(shift)"
  }

  /// The expected sample: the floor of the sum, limited to the range; the sum is first rounded to `Float`, as everywhere.
  func reference(_ code: Float, _ bias: Float) -> Double {
    if sample == LANES_F32 { return Double(code) }
    if sample == LANES_F16 { return HalfReference.number(HalfReference.nearest(to: Double(code))) }
    let sum = (code + bias).rounded(.down)
    return Double(sum > 0 ? min(sum, maximum) : 0) * Double(1 << shift)
  }

  /// Sample `index` in memory.
  func value(_ memory: GuardedMemory, _ index: Int) -> Double {
    switch sample {
    case LANES_U8: Double(memory.bytes.load(fromByteOffset: index, as: UInt8.self))
    case LANES_U16: Double(memory.bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
    case LANES_F16: HalfReference.number(memory.bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
    default: Double(memory.bytes.load(fromByteOffset: 4 * index, as: Float.self))
    }
  }

  /// `count` codes, some far outside the range, some NaN.
  func codes(_ count: Int, _ filling: Filling, seed: Int) -> [Float] {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let top = max(maximum, 1)
    return (0..<count).map { i in
      switch filling {
      case .noise:
        i % 17 == 5 && !isFloat
          ? [Float.nan, .infinity, -.infinity, -3e9, 3e9][i / 17 % 5]
          : Float.random(in: -0.2 * top...1.2 * top, using: &numbers)
      case .low: 0
      case .high: top
      case .ramp: Float(i) * top / Float(count)
      }
    }
  }
}

@Suite struct WriteTests {
  static let bias: [Float] = {
    var numbers = SeededNumbers(seed: 5)
    return (0..<64).map { _ in Float.random(in: 0..<1, using: &numbers) }
  }()

  @Test(arguments: WriteCase.all) func everyWidth(_ kind: WriteCase) throws {
    for width in Array(1...130) + [256, 300, 545] {
      for (filling, side) in [(Filling.allCases[width % 4], GuardedMemory.Side.end), (.noise, .start)] {
        let codes = kind.codes(width, filling, seed: width)
        for name in InstructionSet.available {
          let memory = GuardedMemory(width * kind.size, at: side)
          defer { withExtendedLifetime(memory) {} }
          for x in stride(from: 0, to: width, by: Int(LANES_STRIP)) {
            let strip = Strip()
            let count = min(Int(LANES_STRIP), width - x)
            for i in 0..<count { strip.floats[i] = codes[x + i] }
            var job = kind.format()
            withExtendedLifetime(strip) {
              KernelSet.named(name)!.write(&job, strip.floats, Self.bias, count, memory.pointer + x * kind.size)
            }
          }
          #expect(memory.isPaddingWhole, "\(name) wrote outside at width \(width)")
          for x in 0..<width where kind.value(memory, x) != kind.reference(codes[x], Self.bias[x & 63]) {
            Issue.record("sample \(x) of \(width) on \(name): \(kind.value(memory, x)), from \(codes[x])")
          }
        }
      }
    }
  }

  @Test(arguments: WriteCase.all, [3, 4]) func packed(_ kind: WriteCase, samples: Int) throws {
    for width in Array(1...130) + [256, 300] {
      let codes = (0..<samples).map { kind.codes(width, .noise, seed: width * 4 + $0) }
      for name in InstructionSet.available {
        let memory = GuardedMemory(width * samples * kind.size, at: width % 2 == 0 ? .end : .start)
        defer { withExtendedLifetime(memory) {} }
        for x in stride(from: 0, to: width, by: Int(LANES_STRIP)) {
          let strip = Strip()
          let count = min(Int(LANES_STRIP), width - x)
          for c in 0..<samples {
            for i in 0..<count { strip.floats[c * Int(LANES_STRIP) + i] = codes[c][x + i] }
          }
          var job = lanes_write_packed(format: kind.format(step: samples), shifts: (0, 0, 0))
          withExtendedLifetime(strip) {
            KernelSet.named(name)!.writePacked(
              &job, strip.floats, Self.bias, count, memory.pointer + x * samples * kind.size)
          }
        }
        #expect(memory.isPaddingWhole, "\(name) wrote outside at width \(width)")
        for x in 0..<width {
          // The fourth sample is alpha: rounded, whatever the dither.
          for c in 0..<samples
          where kind.value(memory, samples * x + c) != kind.reference(codes[c][x], c == 3 ? 0.5 : Self.bias[x & 63]) {
            Issue.record("sample \(c) of pixel \(x) of \(width) on \(name)")
          }
        }
      }
    }
  }

  /// Every second sample, as luma of packed 4:2:2.
  @Test func spaced() {
    let kind = WriteCase(sample: LANES_U16, shift: 6, maximum: 1023)
    for width in Array(1...130) + [300] {
      let codes = kind.codes(width, .noise, seed: width)
      for name in InstructionSet.available {
        let memory = GuardedMemory(4 * width, at: width % 2 == 0 ? .end : .start)
        defer { withExtendedLifetime(memory) {} }
        let strip = Strip()
        for i in 0..<width { strip.floats[i] = codes[i] }
        var job = kind.format(step: 2)
        withExtendedLifetime(strip) {
          KernelSet.named(name)!.write(&job, strip.floats, Self.bias, width, memory.pointer)
        }
        #expect(memory.isPaddingWhole, "\(name) wrote outside at width \(width)")
        let wrong = (0..<width).count { x in
          kind.value(memory, 2 * x) != kind.reference(codes[x], Self.bias[x & 63])
            || kind.value(memory, 2 * x + 1) != 0x9999
        }
        #expect(wrong == 0, "\(name), width \(width)")
      }
    }
  }

  /// Three codes in a word, under ones.
  @Test(arguments: [(20, 10, 0), (0, 10, 20)] as [(Int32, Int32, Int32)]) func tens(shifts: (Int32, Int32, Int32)) {
    let ten = WriteCase(sample: LANES_U16, maximum: 1023)
    for width in Array(1...130) + [300] {
      let codes = (0..<3).map { ten.codes(width, .noise, seed: width * 3 + $0) }
      for name in InstructionSet.available {
        let memory = GuardedMemory(4 * width, at: width % 2 == 0 ? .end : .start)
        defer { withExtendedLifetime(memory) {} }
        let strip = Strip()
        for c in 0..<3 { for i in 0..<width { strip.floats[c * Int(LANES_STRIP) + i] = codes[c][i] } }
        var job = lanes_write_packed(
          format: lanes_write(sample: LANES_X2RGB10, step: 1, shift: 0, low: 0, high: 1023), shifts: shifts)
        withExtendedLifetime(strip) {
          KernelSet.named(name)!.writePacked(&job, strip.floats, Self.bias, width, memory.pointer)
        }
        #expect(memory.isPaddingWhole, "\(name) wrote outside at width \(width)")
        let wrong = (0..<width).count { x in
          let places = [UInt32(shifts.0), UInt32(shifts.1), UInt32(shifts.2)]
          let reference = zip(codes, places).map { UInt32(ten.reference($0[x], Self.bias[x & 63])) << $1 }
          let word = memory.bytes.load(fromByteOffset: 4 * x, as: UInt32.self)
          return word != 3 << 30 | reference[0] | reference[1] | reference[2]
        }
        #expect(wrong == 0, "\(name), width \(width)")
      }
    }
  }
}
