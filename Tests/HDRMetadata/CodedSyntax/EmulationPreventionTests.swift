import HDRMetadata
import TestSupport
import Testing

@Suite struct EmulationPreventionTests {
  /// Raw bytes, and the same bytes in a NAL unit.
  @Test(
    arguments: [
      ([], []), ([0, 0, 1], [0, 0, 3, 1]), ([0, 0, 0], [0, 0, 3, 0]), ([0, 0, 3], [0, 0, 3, 3]),
      ([0, 0, 4], [0, 0, 4]), ([0, 1, 0, 1], [0, 1, 0, 1]), ([0, 0], [0, 0, 3]), ([0, 0, 0, 0], [0, 0, 3, 0, 0, 3]),
      ([0, 0, 0, 0, 1], [0, 0, 3, 0, 0, 3, 1]), ([1, 0, 0, 2, 0, 0, 128], [1, 0, 0, 3, 2, 0, 0, 128]),
    ] as [([UInt8], [UInt8])])
  func pairs(raw: [UInt8], nal: [UInt8]) {
    #expect(EmulationPrevention.adding(to: raw) == nal)
    #expect(EmulationPrevention.removing(from: nal) == raw)
  }

  @Test func anyBytesComeBackWithoutAStartCode() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<1000 {
      // Mostly bytes of 0 to 3, so that nearly every position needs a decision.
      let raw = numbers.bytes(Int(numbers.next() % 40)).map { $0 < 240 ? $0 & 3 : $0 }
      let nal = EmulationPrevention.adding(to: raw)
      #expect(EmulationPrevention.removing(from: nal) == raw)
      let emulates = nal.indices.dropLast(2).contains { nal[$0] == 0 && nal[$0 + 1] == 0 && nal[$0 + 2] < 3 }
      #expect(!emulates, "\(raw)")
    }
  }
}
