/// A synthetic H.264 sequence parameter set.
struct TestAVCSequence {
  var color = TestColor()
  var profile = 110
  var hasScalingLists = false
  var orderCountType = 0
  var isInterlaced = false
  /// *chroma_format_idc*: 1 for 4:2:0, 2 for 4:2:2.
  var chroma = 1
  var hasUsability = true

  var unit: [UInt8] {
    var bits = BitWriter()
    bits.put(profile, 8)
    bits.put(0, 8)
    bits.put(41, 8)
    bits.golomb(0)
    if profile >= 100 {
      for value in [chroma, 2, 2] { bits.golomb(value) }
      bits.flag(false)
      bits.flag(hasScalingLists)
      if hasScalingLists {
        for list in 0..<8 {
          bits.flag(list % 2 == 0)
          guard list % 2 == 0 else { continue }
          // A list may end before its last entry if the next would be 0.
          for _ in 0..<(list < 6 ? 15 : 3) { bits.signedGolomb(1) }
          let last = 8 + (list < 6 ? 15 : 3)
          bits.signedGolomb(-last)
        }
      }
    }
    bits.golomb(0)
    bits.golomb(orderCountType)
    switch orderCountType {
    case 0: bits.golomb(4)
    case 1:
      bits.flag(false)
      bits.signedGolomb(-3)
      bits.signedGolomb(2)
      bits.golomb(2)
      for _ in 0..<2 { bits.signedGolomb(1) }
    default: break
    }
    bits.golomb(4)
    bits.flag(false)
    bits.golomb(119)
    bits.golomb(isInterlaced ? 33 : 67)
    bits.flag(!isInterlaced)
    if isInterlaced { bits.flag(true) }
    bits.flag(true)
    bits.flag(true)
    for value in [0, 0, 0, isInterlaced ? 2 : 4] { bits.golomb(value) }
    bits.flag(hasUsability)
    if hasUsability { color.write(to: &bits, isHEVC: false, tick: (1001, 60000)) }
    return [0x67] + escaped(bits.payload)
  }
}
