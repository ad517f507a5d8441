extension Statement.Value {
  /// The value of a payload; its bytes if they are interpreted elsewhere.
  ///
  /// This is the only place where payloads are interpreted, with `HDRMetadata`.
  init(_ kind: PayloadKind, _ bytes: [UInt8]) {
    do throws(MetadataError) {
      self = try Self.meaning(of: kind, bytes)
    } catch {
      self = .unreadable(kind, bytes, error)
    }
  }

  private static func meaning(of kind: PayloadKind, _ bytes: [UInt8]) throws(MetadataError) -> Self {
    switch kind {
    case .box(let type): try meaning(ofBox: type, bytes)
    case .sei(let type): try meaning(of: try SEIMessage(type: type, payload: bytes).content()) ?? .payload(kind, bytes)
    case .av1Metadata(let type): try meaning(of: AV1Metadata(type: type, payload: bytes)) ?? .payload(kind, bytes)
    case .hevcUnit(62): .dolbyVisionRPU(try DolbyVisionRPU(parsing: bytes))
    case .pngChunk("cICP"): .color(try ColorDescription(parsingCICP: bytes))
    case .pngChunk("mDCV"), .pngChunk("mDCv"): .mastering(try MasteringDisplayColorVolume(parsingMDCV: bytes))
    case .pngChunk("cLLI"), .pngChunk("cLLi"): .contentLight(try PNGContentLight(parsing: bytes).contentLight())
    case .pngChunk("iCCP") where bytes.starts(with: ColorDescription.chunkICCPOfPQ): .color(.bt2100PQ)
    case .iccProfile, .pngChunk("iCCP"): profile(kind, bytes).map { .profile($0) } ?? .payload(kind, bytes)
    // The gamma of sRGB files for readers that do not know the chunk sRGB: PNG, clause 11.3.2.1 and table 15.
    case .pngChunk("gAMA") where (45_405...45_505).contains(number(bytes)): .color(ColorDescription(transfer: .sRGB))
    case .pngChunk("gAMA") where number(bytes) == 100_000: .color(ColorDescription(transfer: .linear))
    case .pngChunk("sRGB"): .color(ColorDescription(primaries: .bt709, transfer: .sRGB))
    case .blockAddition(let type) where PayloadKind.dolbyVisionTypes.contains(type):
      .dolbyVision(try DolbyVisionConfiguration(parsing: bytes))
    // The mapping of such additions in a track contains no metadata itself.
    case .blockAddition(4) where !bytes.isEmpty: meaning(of: try RegisteredUserData(parsing: bytes))
    default: .payload(kind, bytes)
    }
  }

  private static func number(_ bytes: [UInt8]) -> UInt32 { UInt32(bigEndianBytes: bytes.prefix(4)) }

  /// The profile of a payload; `nil` for damaged ones. In PNG, it follows its name and its compression method.
  private static func profile(_ kind: PayloadKind, _ bytes: [UInt8]) -> ICCColor? {
    guard kind != .iccProfile else { return try? ICCColor(parsing: bytes) }
    guard let end = bytes.prefix(80).firstIndex(of: 0), bytes.count > end + 2, bytes[end + 1] == 0 else { return nil }
    return inflated(bytes[(end + 2)...], limit: ByteWindow.partLimit).flatMap { try? ICCColor(parsing: $0) }
  }

  private static func meaning(ofBox type: FourCharacterCode, _ bytes: [UInt8]) throws(MetadataError) -> Self {
    switch type {
    case "colr" where ColorDescription.BoxForm(rawValue: String(decoding: bytes.prefix(4), as: UTF8.self)) != nil:
      return .color(try ColorDescription(parsing: bytes))
    case "mdcv": return .mastering(try MasteringDisplayColorVolume(parsing: bytes))
    case "SmDm": return .mastering(try MasteringDisplayColorVolume(nearest: FixedPointMasteringDisplay(parsing: bytes)))
    case "clli": return .contentLight(try ContentLightLevel(parsing: bytes))
    case "CoLL": return .contentLight(try ContentLightLevel(parsingCoLL: bytes))
    case "amve": return .ambient(try AmbientViewingEnvironment(parsing: bytes))
    case "ndwt": return .diffuseWhite(try NominalDiffuseWhite(parsing: bytes))
    case "cclv": return .contentColorVolume(try ContentColorVolume(parsing: bytes))
    case "dvcC", "dvvC", "dvwC": return .dolbyVision(try DolbyVisionConfiguration(parsing: bytes))
    case "auxC", "auxi":
      let auxiliary = try AuxiliaryType(parsing: bytes)
      return auxiliary.isAlpha ? .alpha(nil) : .auxiliary(auxiliary)
    default: return .payload(.box(type), bytes)
    }
  }

  private static func meaning(of message: SEIContent) -> Self? {
    switch message {
    case .masteringDisplay(let display): .mastering(display)
    case .contentLight(let light): .contentLight(light)
    case .alternativeTransfer(let transfer): .alternativeTransfer(transfer)
    case .ambient(let room): .ambient(room)
    case .contentColorVolume(let volume): .contentColorVolume(volume)
    case .alphaChannel(let alpha): .alphaChannel(alpha)
    case .registeredUserData(let data): meaning(of: data)
    case .other: nil
    }
  }

  private static func meaning(of metadata: AV1Metadata) throws(MetadataError) -> Self? {
    switch metadata {
    case .contentLight(let light): .contentLight(light)
    case .masteringDisplay(let display): .mastering(try MasteringDisplayColorVolume(nearest: display))
    case .registeredUserData(let data): meaning(of: data)
    case .other: nil
    }
  }

  private static func meaning(of data: RegisteredUserData) -> Self {
    if case .dolbyVision(let rpu) = data { .dolbyVisionRPU(rpu) } else { .dynamicMetadata(data) }
  }
}
