internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

/// The color statement of a PNG, in chunks before its pixels.
///
/// - Source: W3C, Portable Network Graphics (third edition), clauses 11.3.2.1, 11.3.2.2, 11.3.2.5 to 11.3.2.8 and 11.3.4.3.
struct PNGColor {
  /// The concatenated chunks: length, type and content of each.
  private(set) var chunks: [UInt8] = []

  init(_ color: ColorDescription, _ metadata: StaticMetadata = StaticMetadata(), pixelAspect: PixelAspect? = nil) {
    if color.primaries != nil || color.transfer != nil { add("cICP", color.chunkCICP) }
    // For readers without cICP support. These chunks cannot express PQ or HLG.
    if color.primaries == .bt709, color.transfer == .sRGB {
      add("sRGB", [0])
    } else if let gamma = color.transfer?.gamma {
      add("gAMA", Self.units(1 / gamma))
      if let primaries = color.primaries?.chromaticities {
        let points = [primaries.white, primaries.red, primaries.green, primaries.blue]
        add("cHRM", points.flatMap { Self.units($0.x) + Self.units($0.y) })
      }
    }
    if color.isHDR {
      if let display = metadata.mastering { add("mDCV", display.chunkMDCV) }
      if let light = metadata.contentLight { add("cLLI", PNGContentLight(light).payload) }
    }
    if let pixelAspect, pixelAspect.numerator != pixelAspect.denominator {
      // Pixels per unknown unit: wide pixels are fewer across than down.
      let sides = [pixelAspect.denominator, pixelAspect.numerator]
      add("pHYs", sides.flatMap { UInt32($0).bigEndianBytes } + [0])
    }
  }

  private mutating func add(_ type: String, _ content: [UInt8]) {
    chunks += UInt32(content.count).bigEndianBytes + type.utf8 + content
  }

  /// A number in units of 1/100 000.
  private static func units(_ value: Double) -> [UInt8] { UInt32((value * 100_000).rounded()).bigEndianBytes }
}

extension TransferCharacteristics {
  /// The exponent of the display's transfer; `nil` if it is not a power function.
  ///
  /// - Source: ITU-R BT.1886, Annex 1, with a black of 0, for signals of BT.709's camera.
  fileprivate var gamma: Double? {
    switch self {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12: 2.4
    case .bt470M: 2.2
    case .bt470BG: 2.8
    case .linear: 1
    default: nil
    }
  }
}
