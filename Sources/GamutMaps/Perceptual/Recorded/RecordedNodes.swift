// Lattices that were sampled in advance, because a converter of the default would otherwise take twice as long to start.

extension PerceptualLattice {
  /// From BT.2020 to BT.709 at 203 cd/m², with the default chroma preservation.
  static let bt2020ToBT709 = Self(recorded: nodesFromBT2020ToBT709)
  /// From BT.2020 to P3-D65 at 203 cd/m², with the default chroma preservation.
  static let bt2020ToP3 = Self(recorded: nodesFromBT2020ToP3)

  /// Reads what `text` makes.
  private init(recorded text: StaticString) {
    let bytes = unsafe Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    var nodes: [SIMD3<Int16>] = []
    nodes.reserveCapacity(Self.count)
    var at = 0
    func next() -> Int16 {
      var number = 0
      for _ in 0..<Self.digits {
        number = number * Self.base + Int(bytes[at] - Self.zeroDigit)
        at += 1
      }
      return Int16(truncatingIfNeeded: number - 32768)
    }
    while at < bytes.count {
      if bytes[at] == Self.unmoved {
        nodes.append(.zero)
        at += 1
      } else {
        nodes.append(SIMD3(next(), next(), next()))
      }
    }
    precondition(nodes.count == Self.count, "there are \(nodes.count) recorded nodes")
    self.init(nodes: nodes)
  }

  /// The nodes as text: a point for one that does not move, and three digits of base 41, the first `0`, for 32768 plus each component of the others.
  var text: String {
    var bytes: [UInt8] = []
    for node in nodes {
      if node == .zero {
        bytes.append(Self.unmoved)
      } else {
        for k in 0..<3 {
          let number = Int(node[k]) + 32768
          for unit in [Self.base * Self.base, Self.base, 1] {
            bytes.append(Self.zeroDigit + UInt8(number / unit % Self.base))
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let (base, digits) = (41, 3)
  private static let (zeroDigit, unmoved) = (UInt8(ascii: "0"), UInt8(ascii: "."))
}
