/// A synthetic AV1 sequence header.
struct TestAV1Sequence {
  var codes: [Int]? = [9, 16, 9]
  var isReduced = false
  var profile = 0
  var depth = 10
  var isMonochrome = false
  var isFull = false
  var position = 2
  var hasTiming = true

  var payload: [UInt8] {
    var bits = BitWriter()
    bits.put(profile, 3)
    bits.flag(isReduced)
    bits.flag(isReduced)
    if isReduced { bits.put(8, 5) } else { writeOperatingPoints(&bits) }
    bits.put(10, 4)
    bits.put(10, 4)
    bits.put(1919, 11)
    bits.put(1079, 11)
    if !isReduced {
      bits.flag(true)
      bits.put(0, 7)
    }
    bits.put(5, 3)
    if !isReduced {
      bits.put(15, 4)
      bits.flag(true)
      bits.put(3, 2)
      bits.flag(false)
      bits.flag(true)
      bits.flag(false)
      bits.flag(true)
      bits.put(6, 3)
    }
    bits.put(3, 3)
    writeColor(&bits)
    bits.flag(false)
    return bits.payload
  }

  /// Two operating points, 24000/1001 pictures per second, with delays.
  private func writeOperatingPoints(_ bits: inout BitWriter) {
    bits.flag(hasTiming)
    if hasTiming {
      bits.put(1001, 32)
      bits.put(48000, 32)
      bits.flag(true)
      bits.golomb(1)
      bits.flag(true)
      bits.put(9, 5)
      bits.put(1, 32)
      bits.put(0, 10)
    }
    bits.flag(true)
    bits.put(1, 5)
    for level in [9, 4] {
      bits.put(0, 12)
      bits.put(level, 5)
      if level > 7 { bits.flag(true) }
      if hasTiming {
        bits.flag(true)
        bits.put(0, 21)
      }
      bits.flag(true)
      bits.put(7, 4)
    }
  }

  private func writeColor(_ bits: inout BitWriter) {
    bits.flag(depth > 8)
    if profile == 2, depth > 8 { bits.flag(depth == 12) }
    if profile != 1 { bits.flag(isMonochrome) }
    bits.flag(codes != nil)
    for code in codes ?? [] { bits.put(code, 8) }
    if !isMonochrome, codes == [1, 13, 0] { return }
    bits.flag(isFull)
    if isMonochrome { return }
    if profile == 2, depth == 12 {
      bits.flag(true)
      bits.flag(true)
    }
    if profile == 0 || (profile == 2 && depth == 12) { bits.put(position, 2) }
  }
}
