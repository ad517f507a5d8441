/// A format of picture files, identified by the first bytes of a file. HEIF and AVIF are containers.
package enum StillFormat: String, CaseIterable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case jpegXL = "JPEG XL"
  case openEXR = "OpenEXR"
  case tiff = "TIFF"
  case dpx = "DPX"
  case pbm = "PBM"
  case pgm = "PGM"
  case ppm = "PPM"
  case pam = "PAM"
  case pfm = "PFM"
}

extension StillFormat {
  /// The format of a file that begins with these bytes, at least 12 if the file has them; `nil` for others, including those refused by name.
  ///
  /// - Source: W3C, PNG, clause 5.2; ITU-T T.81, clause B.1.1.3; RFC 9649, clause 2.4; ISO/IEC 18181-1, clause 3.2, and 18181-2, clause 9.1;
  ///   OpenEXR File Layout, *Magic Number*; TIFF 6.0, section 2; SMPTE ST 268-1, table 1; Netpbm, pbm(5) to pam(5); PFM as in Netpbm, pfm(5).
  package init?(start: [UInt8]) {
    if start.starts(with: "RIFF".utf8) {
      guard start.dropFirst(8).starts(with: "WEBP".utf8) else { return nil }
      self = .webP
      return
    }
    if start.count > 2, start[0] == UInt8(ascii: "P") {
      guard let format = Self.netpbm[start[1]], [9, 10, 13, 32, 35].contains(start[2]) else { return nil }
      self = format
      return
    }
    guard let format = Self.marks.first(where: { start.starts(with: $0.mark) })?.format else { return nil }
    self = format
  }

  private static let marks: [(mark: [UInt8], format: StillFormat)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0xFF, 0x0A], .jpegXL), ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], .jpegXL), ([0x76, 0x2F, 0x31, 0x01], .openEXR),
    ([0x49, 0x49, 42, 0], .tiff), ([0x4D, 0x4D, 0, 42], .tiff),
    (Array("SDPX".utf8), .dpx), (Array("XPDS".utf8), .dpx),
  ]

  /// The formats that begin with P, by the second byte.
  private static let netpbm: [UInt8: StillFormat] = [
    UInt8(ascii: "1"): .pbm, UInt8(ascii: "2"): .pgm, UInt8(ascii: "3"): .ppm,
    UInt8(ascii: "4"): .pbm, UInt8(ascii: "5"): .pgm, UInt8(ascii: "6"): .ppm,
    UInt8(ascii: "7"): .pam, UInt8(ascii: "F"): .pfm, UInt8(ascii: "f"): .pfm,
  ]

  /// FFmpeg's name of the demuxer for the format.
  package var demuxer: String {
    switch self {
    case .png: "png_pipe"
    case .jpeg: "jpeg_pipe"
    case .webP: "webp_pipe"
    case .jpegXL: "jpegxl_pipe"
    case .openEXR: "exr_pipe"
    case .tiff: "tiff_pipe"
    case .dpx: "dpx_pipe"
    case .pbm: "pbm_pipe"
    case .pgm: "pgm_pipe"
    case .ppm: "ppm_pipe"
    case .pam: "pam_pipe"
    case .pfm: "pfm_pipe"
    }
  }
}
