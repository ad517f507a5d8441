/// The SDR frame for one decoded HDR10 frame: 10 bits, 4:2:0, three planes one after another without padding.
func sdrFrame(decoded: [UInt8], width: Int, height: Int, mdcv: [UInt8], clli: [UInt8]) throws -> Frame {
  // The stream's metadata.
  let mastering = try MasteringDisplayColorVolume(parsing: mdcv)
  let light = try ContentLightLevel(parsing: clli)

  // All decisions are made here.
  let plan = try ConversionPlan(from: .hdr10(mastering: mastering, contentLight: light), to: .sdr)
}
