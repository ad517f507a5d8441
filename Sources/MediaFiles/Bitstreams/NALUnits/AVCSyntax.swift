internal import HDRMetadata

enum AVCSyntax: NALUnitSyntax {
  static let codec = CodecFacts.Codec.avc

  /// - Source: Rec. ITU-T H.264, Table 7-1.
  static func role(_ start: [UInt8]) -> NALUnitRole {
    guard let header = start.first else { return .other }
    switch header & 0x1F {
    // The first macroblock of a picture has the number 0, which is coded as a single 1 bit.
    case 1, 5: return .picture(isFirst: start.count > 1 && start[1] & 0x80 != 0)
    case 2: return .picture(isFirst: false)
    case 6, 7, 8, 13: return .statement(isBeforePicture: true)
    default: return .other
    }
  }

  static func read(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    guard let header = unit.bytes.first else { return }
    track.facts.codec = .avc
    switch header & 0x1F {
    case 6: try unit.readMessages(of: .avc, into: &track)
    case 7: try readSequence(unit, into: &track)
    case 8:
      var bits = unit.bits(after: 1, of: "PPS")
      track.facts.add(.picture, id: try bits.golomb(upTo: 255), layer: 0)
    case 13: try readExtension(unit, into: &track)
    default: break
    }
  }

  /// Reads the presence of auxiliary alpha pictures, and whether color was multiplied by alpha.
  ///
  /// - Source: Rec. ITU-T H.264, clauses 7.3.2.1.2 and 7.4.2.1.2, *aux_format_idc*.
  private static func readExtension(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    var bits = unit.bits(after: 1, of: "SPS extension")
    _ = try bits.golomb(upTo: 31)
    let mode: AlphaMode? =
      switch try bits.golomb(upTo: 3) {
      case 1: .straight
      case 2: .premultiplied
      default: nil
      }
    if let mode { track.state(.alpha(mode), in: unit.place("SPS extension"), by: .parameterSet) }
  }
}
