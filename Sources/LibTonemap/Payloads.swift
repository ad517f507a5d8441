import CTonemap
import JSONText
import Transcoding

@_cdecl("tonemap_metadata_describe")
public func describeMetadata(
  _ kind: Int32, _ bytes: UnsafeRawPointer?, _ size: Int, _ text: Text, _ message: Text
) -> Int32 {
  call(message, giving: text, "json") { json(try described(kind, payload(bytes, size))) }
}

func payload(_ bytes: UnsafeRawPointer?, _ size: Int) throws -> [UInt8] {
  guard let bytes else { throw ProgramError.null("the payload", expected: "a message") }
  try ProgramError.check(
    "the size of the payload", UInt(bitPattern: size), in: 1...1 << 20, "1 byte to 1 MiB",
    fix: "give the size of the message")
  return Array(UnsafeRawBufferPointer(start: bytes, count: size))
}

private func described(_ kind: Int32, _ bytes: [UInt8]) throws -> JSONValue {
  switch kind {
  case Int32(TONEMAP_MASTERING_DISPLAY.rawValue):
    let display = try MasteringDisplayColorVolume(parsing: bytes)
    // Many encoders write ten values that mean unknown, which no option states.
    let isKnown = display.primaries != nil || display.maximum != nil || display.minimum != nil
    return JSONValue(["master_display": isKnown ? "\(display)" : nil])
  case Int32(TONEMAP_CONTENT_LIGHT.rawValue):
    let light = try ContentLightLevel(parsing: bytes)
    return JSONValue(["max_cll": [light.maximum, light.maximumFrameAverage].map { $0?.nits ?? 0 }])
  case Int32(TONEMAP_AMBIENT.rawValue):
    return JSONValue([
      "ambient": try AmbientViewingEnvironment(parsing: bytes).text.split(separator: ",").compactMap { Double($0) }
    ])
  case Int32(TONEMAP_T35.rawValue), Int32(TONEMAP_DOLBY_VISION_RPU.rawValue):
    let messages = try FrameMessages(kind, bytes)
    if let bytes = messages.dolbyVisionRPU {
      let metadata = try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes))
      let light = metadata.level1
      return JSONValue([
        "kind": "dolby-vision", "profile": metadata.profile, "peak": light?.maximum.luminance.nits,
        "average": light?.average.luminance.nits,
      ])
    }
    guard let metadata = messages.hdr10Plus else { return JSONValue(["kind": "st2094-50"]) }
    let window = metadata.windows.first
    return JSONValue([
      "kind": "hdr10plus", "peak": window?.statedPeak?.nits, "average": window?.statedAverageMaxRGB?.nits,
      "target_peak": metadata.targetedDisplayMaximum.luminance.nits, "has_curve": window?.bezierCurve != nil,
    ])
  default:
    throw ProgramError.wrong("the kind of the payload", kind, expected: "one of enum tonemap_payload, 1 to 5")
  }
}

extension FrameMessages {
  init(_ kind: Int32, _ bytes: [UInt8]) throws {
    switch kind {
    case Int32(TONEMAP_DOLBY_VISION_RPU.rawValue):
      // FFmpeg passes the RPU without the two-byte NAL unit header.
      self.init(dolbyVisionRPU: bytes.first == 0x7C ? Array(bytes.dropFirst(2)) : bytes)
    case Int32(TONEMAP_T35.rawValue):
      // FFmpeg's HDR10+ starts after the country, provider and application codes.
      let message = bytes[0] == 0xB5 ? bytes : [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04] + bytes
      switch try RegisteredUserData(parsing: message) {
      case .hdr10Plus(let metadata): self.init(hdr10Plus: metadata)
      case .headroomAdaptiveMetadata: self.init(headroom: bytes)
      default:
        throw ProgramError(
          .data,
          "the message is neither HDR10+ nor ST 2094-50, but one of them was expected; choose another message")
      }
    default:
      throw ProgramError.wrong(
        "the kind of the payload", kind, expected: "TONEMAP_T35 or TONEMAP_DOLBY_VISION_RPU",
        fix: "give one of them")
    }
  }
}
