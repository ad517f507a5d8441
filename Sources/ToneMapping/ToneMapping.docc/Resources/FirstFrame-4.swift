/// The SDR frame for one decoded HDR10 frame: 10 bits, 4:2:0, three planes one after another without padding.
package func sdrFrame(decoded: [UInt8], width: Int, height: Int, mdcv: [UInt8], clli: [UInt8]) throws -> Frame {
  // What the stream says about the picture.
  let mastering = try MasteringDisplayColorVolume(parsing: mdcv)
  let light = try ContentLightLevel(parsing: clli)

  // Everything is decided here.
  let plan = try ConversionPlan(from: .hdr10(mastering: mastering, contentLight: light), to: .sdr)
  print(plan)
}
