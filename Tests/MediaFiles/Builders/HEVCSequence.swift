/// The color part of a synthetic parameter set.
struct TestColor {
  var codes: [Int]? = [9, 16, 9]
  var isFull = false
  var chromaLocation: Int?
  var hasSignalType = true

  /// The video usability information of H.264 or H.265.
  func write(to bits: inout BitWriter, isHEVC: Bool, tick: (Int, Int)? = (1001, 24000)) {
    bits.flag(true)
    bits.put(255, 8)
    bits.put(1 << 16 | 1, 32)
    bits.flag(true)
    bits.flag(false)
    bits.flag(hasSignalType)
    if hasSignalType {
      bits.put(5, 3)
      bits.flag(isFull)
      bits.flag(codes != nil)
      for code in codes ?? [] { bits.put(code, 8) }
    }
    bits.flag(chromaLocation != nil)
    if let chromaLocation {
      bits.golomb(chromaLocation)
      bits.golomb(chromaLocation)
    }
    if isHEVC {
      bits.put(0, 3)
      bits.flag(true)
      for _ in 0..<4 { bits.golomb(0) }
    }
    bits.flag(tick != nil)
    if let tick {
      bits.put(tick.0, 32)
      bits.put(tick.1, 32)
    }
  }
}

/// A synthetic H.265 sequence parameter set, with as much as possible before the color.
struct TestHEVCSequence {
  var color = TestColor()
  var sublayers = 0
  var hasScalingLists = false
  var referenceSets = 0
  var isExtended = false
  var layer = 0
  var id = 1
  /// *chroma_format_idc*: 1 for 4:2:0, 2 for 4:2:2.
  var chroma = 1
  var hasUsability = true
  /// Main 10 if 10 bits, Main if 8.
  var depth = 10

  var payload: [UInt8] {
    var bits = BitWriter()
    bits.put(0, 4)
    bits.put(isExtended ? 7 : sublayers, 3)
    if !isExtended {
      bits.flag(true)
      writeProfile(&bits)
    }
    bits.golomb(id)
    if isExtended {
      bits.flag(true)
      bits.put(0, 8)
    } else {
      writeFormat(&bits)
    }
    bits.golomb(4)
    if !isExtended {
      bits.flag(true)
      for _ in 0...sublayers { for _ in 0..<3 { bits.golomb(2) } }
    }
    for value in [0, 3, 0, 3, 0, 0] { bits.golomb(value) }
    bits.flag(hasScalingLists || isExtended)
    if isExtended {
      bits.flag(true)
      bits.put(0, 6)
    } else if hasScalingLists {
      writeScalingLists(&bits)
    }
    bits.put(3, 2)
    bits.flag(true)
    bits.put(0x99, 8)
    bits.golomb(0)
    bits.golomb(0)
    bits.flag(false)
    writeReferenceSets(&bits)
    bits.flag(true)
    bits.golomb(2)
    for _ in 0..<2 { bits.put(5, 8 + 1) }
    bits.put(3, 2)
    bits.flag(hasUsability)
    if hasUsability { color.write(to: &bits, isHEVC: true) }
    for _ in 0..<3 { bits.flag(false) }
    return bits.payload
  }

  var unit: [UInt8] { hevcUnit(33, layer: layer, payload) }

  /// Main 10 or Main at level 5.1, high tier; each further sublayer states its profile and level, too.
  private func writeProfile(_ bits: inout BitWriter) {
    func write() {
      bits.put(depth == 8 ? 0b001_00001 : 0b001_00010, 8)
      bits.put(depth == 8 ? 0x6000_0000 : 0x2000_0000, 32)
      bits.put(0, 48)
    }
    write()
    bits.put(153, 8)
    for _ in 0..<sublayers { bits.put(3, 2) }
    if sublayers > 0 { for _ in sublayers..<8 { bits.put(0, 2) } }
    for _ in 0..<sublayers {
      write()
      bits.put(120, 8)
    }
  }

  /// 1920 by 1088 samples in 4:2:0; 8 rows are cropped.
  private func writeFormat(_ bits: inout BitWriter) {
    for value in [chroma, 1920, 1088] { bits.golomb(value) }
    bits.flag(true)
    for value in [0, 0, 0, 4] { bits.golomb(value) }
    bits.golomb(depth - 8)
    bits.golomb(depth - 8)
  }

  private func writeScalingLists(_ bits: inout BitWriter) {
    bits.flag(true)
    for size in 0..<4 {
      for matrix in 0..<(size == 3 ? 2 : 6) {
        bits.flag(matrix % 2 == 0)
        if matrix % 2 == 1 {
          bits.golomb(1)
        } else {
          if size > 1 { bits.signedGolomb(8) }
          for index in 0..<min(64, 16 << (2 * size)) { bits.signedGolomb(index % 5 - 2) }
        }
      }
    }
  }

  /// Sets that refer to 3 pictures; every second one is predicted from the previous one and has one more picture.
  private func writeReferenceSets(_ bits: inout BitWriter) {
    bits.golomb(referenceSets)
    var pictures = 0
    for index in 0..<referenceSets {
      let isPredicted = index % 2 == 1
      if index > 0 { bits.flag(isPredicted) }
      if isPredicted {
        bits.flag(false)
        bits.golomb(0)
        for picture in 0...pictures {
          bits.flag(picture % 2 == 0)
          if picture % 2 == 1 { bits.flag(true) }
        }
        pictures += 1
      } else {
        bits.golomb(2)
        bits.golomb(1)
        for _ in 0..<3 {
          bits.golomb(0)
          bits.flag(true)
        }
        pictures = 3
      }
    }
  }
}
