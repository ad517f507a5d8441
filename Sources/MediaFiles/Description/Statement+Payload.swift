internal import Colorimetry
internal import HDRMetadata

extension Statement.Value {
  /// What a payload says; the bytes as they are where their meaning is read elsewhere.
  ///
  /// The only place in which payloads get their meaning, from `HDRMetadata`.
  init(_ kind: PayloadKind, _ bytes: [UInt8]) {
    do throws(MetadataError) {
      self = try Self.meaning(of: kind, bytes)
    } catch {
      self = .unreadable(kind, bytes, error)
    }
  }

  private static func meaning(of kind: PayloadKind, _ bytes: [UInt8]) throws(MetadataError) -> Self {
    switch kind {
    case .box("colr") where ["nclc", "nclx"].contains(String(decoding: bytes.prefix(4), as: UTF8.self)):
      .color(try ColorDescription(parsing: bytes))
    case .box("mdcv"), .sei(137): .mastering(try MasteringDisplayColorVolume(parsing: bytes))
    case .box("clli"), .sei(144): .contentLight(try ContentLightLevel(parsing: bytes))
    case .box("amve"), .sei(148): .ambient(try AmbientViewingEnvironment(parsing: bytes))
    case .sei(147) where bytes.count == 1: .alternativeTransfer(TransferCharacteristics(h273: Int(bytes[0])))
    default: .payload(kind, bytes)
    }
  }
}
