/// The SDR frame for one decoded HDR10 frame: 10 bits, 4:2:0, three planes one after another without padding.
func sdrFrame(decoded: [UInt8], width: Int, height: Int, mdcv: [UInt8], clli: [UInt8]) throws -> Frame {
  // The stream's metadata.
  let mastering = try MasteringDisplayColorVolume(parsing: mdcv)
  let light = try ContentLightLevel(parsing: clli)

  // All decisions are made here.
  let plan = try ConversionPlan(from: .hdr10(mastering: mastering, contentLight: light), to: .sdr)
  print(plan)

  // The decoded rows, each copied to its row in the frame.
  var input = try Frame(.yuv420p10, width: width, height: height)
  var start = 0
  for (index, plane) in input.planes.enumerated() {
    try unsafe input.withUnsafeMutablePlane(index) { bytes in
      for y in 0..<plane.shape.height {
        let row = decoded[start..<start + plane.shape.bytesPerRow]
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(y * plane.stride)...]).copyBytes(from: row)
        start += plane.shape.bytesPerRow
      }
    }
  }

  // The conversion.
  var output = try plan.makeFrame(width: width, height: height)
  try plan.convert(input, into: &output)
  return output
}
