// Precomputed lattices, because otherwise a default converter would take twice as long to start.

extension PerceptualLattice {
  /// From BT.2020 to BT.709 at 203 cd/m², with the default chroma preservation.
  static let bt2020ToBT709 = Self(recorded: nodesFromBT2020ToBT709)
  /// From BT.2020 to P3-D65 at 203 cd/m², with the default chroma preservation.
  static let bt2020ToP3 = Self(recorded: nodesFromBT2020ToP3)

  /// Reads text in the format of `text`.
  private init(recorded text: StaticString) {
    let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var nodes: [SIMD3<Int16>] = []
    nodes.reserveCapacity(Self.count)
    var at = 0
    func digit() -> Int {
      let byte = unsafe Int(bytes[at]) - Self.zero
      at += 1
      return byte > Self.skipped ? byte - 1 : byte
    }
    func next() -> Int16 {
      var number = digit()
      if number == Self.base - 1 {
        number = (digit() * Self.base + digit()) * Self.base + digit()
      } else if number >= Self.singles {
        number = Self.singles + (number - Self.singles) * Self.base + digit()
      }
      return Int16(truncatingIfNeeded: number >> 1 ^ -(number & 1))
    }
    while at < bytes.count {
      if unsafe bytes[at] == Self.unmoved {
        nodes.append(.zero)
        at += 1
      } else {
        nodes.append(Self.expected(nodes) &+ SIMD3(next(), next(), next()))
      }
    }
    precondition(nodes.count == Self.count, "there are \(nodes.count) recorded nodes")
    self.init(nodes: nodes)
  }

  /// The nodes as text: `!` for a node that does not move, otherwise the difference of each component from its prediction by the preceding nodes, as
  /// a number that is even for 0 and above and odd below 0. Digits are in base 91 from `#` on, without `\`. A number below `singles` has one digit; a
  /// larger one has two, up to the last first digit; any other has three digits after that one.
  package var text: String {
    var bytes: [UInt8] = []
    func append(_ digits: Int...) {
      bytes += digits.map { UInt8($0 + Self.zero + ($0 >= Self.skipped ? 1 : 0)) }
    }
    for (index, node) in nodes.enumerated() {
      guard node != .zero else {
        bytes.append(Self.unmoved)
        continue
      }
      let rest = node &- Self.expected(nodes[..<index])
      for k in 0..<3 {
        let number = Int(rest[k]) << 1 ^ Int(rest[k]) >> 15
        let (high, low) = (number - Self.singles).quotientAndRemainder(dividingBy: Self.base)
        if number < Self.singles {
          append(number)
        } else if Self.singles + high < Self.base - 1 {
          append(Self.singles + high, low)
        } else {
          append(Self.base - 1, number / (Self.base * Self.base), number / Self.base % Self.base, number % Self.base)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The prediction of the next node: the corner of a cell whose mixed difference over p, q and the level is 0.
  private static func expected(_ nodes: some RandomAccessCollection<SIMD3<Int16>>) -> SIMD3<Int16> {
    let (p, q) = (places * levels, levels)
    guard nodes.count > p + q else { return .zero }
    func before(_ count: Int) -> SIMD3<Int16> { nodes[nodes.index(nodes.endIndex, offsetBy: -count)] }
    return before(1) &+ before(q) &+ before(p) &- before(q + 1) &- before(p + 1) &- before(p + q) &+ before(p + q + 1)
  }

  /// The base, and the number of values that have one digit.
  private static let (base, singles) = (91, 70)
  /// The digit 0, and the digit that would be a backslash.
  private static let (zero, skipped) = (Int(UInt8(ascii: "#")), Int(UInt8(ascii: "\\") - UInt8(ascii: "#")))
  private static let unmoved = UInt8(ascii: "!")
}
