/// The kind of a payload, by the number in its standard.
public enum PayloadKind: Hashable, Sendable {
  /// The content of a box of ISO base media or QuickTime, without its header: `mdcv`, `dvvC`, `cclv`, `SmDm`.
  case box(FourCharacterCode)
  /// An SEI message of H.264 or H.265 of this type, without emulation prevention: 4, 137, 165.
  case sei(Int)
  /// An AV1 metadata OBU of this metadata type, without the type and with the trailing bits: 1, 2, 4.
  case av1Metadata(UInt32)
  /// A NAL unit of H.265 of this type, with its header and with emulation prevention: 62, Dolby Vision's RPU.
  case hevcUnit(Int)
  case iccProfile
  /// A chunk of PNG, without its length, its name and its checksum: `cICP`, `mDCV`, `cLLI`.
  case pngChunk(FourCharacterCode)
  /// A Matroska block addition of this type: `dvcC`, `dvvC`, or 4 for ITU-T T.35.
  case blockAddition(UInt64)
  /// An element of Matroska of this number, with its marker.
  case matroskaElement(UInt32)

  /// The topic of statements in such a payload.
  public var topic: Topic {
    switch self {
    case .box("colr"), .box("gama"), .iccProfile, .sei(147), .pngChunk("cICP"), .pngChunk("sRGB"), .pngChunk("gAMA"),
      .pngChunk("cHRM"), .pngChunk("iCCP"):
      .color
    case .box("mdcv"), .box("SmDm"), .sei(137), .av1Metadata(2), .matroskaElement(0x55D0), .pngChunk("mDCV"),
      .pngChunk("mDCv"):
      .mastering
    case .box("clli"), .box("CoLL"), .sei(144), .av1Metadata(1), .matroskaElement(0x55BC), .pngChunk("cLLI"),
      .pngChunk("cLLi"):
      .contentLight
    case .box("amve"), .sei(148): .ambient
    case .box("ndwt"): .diffuseWhite
    case .box("cclv"), .sei(149): .contentColorVolume
    case .box("dvcC"), .box("dvvC"), .box("dvwC"), .hevcUnit(62): .dolbyVision
    case .blockAddition(let type) where Self.dolbyVisionTypes.contains(type): .dolbyVision
    case .box("auxi"), .box("auxC"), .sei(165): .alpha
    case .sei(4), .av1Metadata(4), .blockAddition(4): .dynamicMetadata
    default: .other
    }
  }

  static let dolbyVisionTypes: Set<UInt64> = [0x6476_6343, 0x6476_7643, 0x6476_7743]
}

/// The topic of a statement.
public enum Topic: String, CaseIterable, Sendable {
  case color, mastering, contentLight, ambient, diffuseWhite, contentColorVolume, dolbyVision, alpha, dynamicMetadata,
    other
}

extension PayloadKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .box(let type): "box \(type)"
    case .sei(let type): "SEI \(type)"
    case .av1Metadata(let type): "metadata OBU \(type)"
    case .hevcUnit(let type): "NAL unit \(type)"
    case .iccProfile: "ICC profile"
    case .pngChunk(let type): "chunk \(type)"
    case .blockAddition(let type):
      type > 0xFFFF_FF
        ? "block addition \(FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: type)))" : "block addition \(type)"
    case .matroskaElement(let id): Element.name(of: UInt64(id))
    }
  }
}
