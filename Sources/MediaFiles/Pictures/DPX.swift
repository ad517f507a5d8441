extension ByteWindow {
  /// Reads the header of a DPX picture, and checks that its samples are present.
  ///
  /// - Source: SMPTE ST 268-1:2014, clauses 5 and 6, tables 1 to 5C; a field with all bits set is undefined.
  func readDPX(into track: inout TrackDescription) throws(MediaFileError) {
    func refuse(_ what: String, _ remedy: UnreadPicture.Remedy = .magick) -> MediaFileError {
      .unreadPicture(UnreadPicture("a DPX \(what)", remedy))
    }
    let isBigEndian = try field(0, 4) == 0x5344_5058
    func number(_ offset: Int, _ bytes: Int) throws(MediaFileError) -> Int {
      Int(try field(offset, bytes, isBigEndian: isBigEndian))
    }
    let (width, height) = (try number(772, 4), try number(776, 4))
    let (descriptor, transfer, depth) = (try number(800, 1), try number(801, 1), try number(803, 1))
    guard try number(770, 2) == 1 else { throw refuse("of \(try number(770, 2)) elements") }
    guard let channels = [6: 1, 50: 3, 51: 4][descriptor] else {
      throw refuse("of another kind than gray, RGB and RGBA (descriptor \(descriptor))")
    }
    guard try number(780, 4) == 0 else { throw refuse("of signed samples") }
    guard try number(806, 2) == 0 else { throw refuse("with run-length encoding") }
    guard [8, 10, 12, 16].contains(depth) else { throw refuse("with \(depth) bits") }
    let packing = try number(804, 2)
    guard depth % 8 == 0 || packing == 1 else { throw refuse("of \(depth) bits in packing \(packing)") }
    track.take(width: width, height: height, depth: depth, chroma: channels == 1 ? .monochrome : .yuv444)
    if channels == 4 { track.state(.alpha(nil), in: Place(path: "DPX", byte: 800), by: .container) }
    var color: ColorDescription?
    switch transfer {
    case 2 where try field(160, 4) == FourCharacterCode("Lavc").rawValue:
      track.remarks.append(
        Finding(
          code: "linear-of-ffmpeg", found: "the DPX states linear light, as FFmpeg writes for every picture",
          consequence: "that is ignored", fix: "state the transfer with \(.transfer)"))
    case 2: color = ColorDescription(transfer: .linear)
    case 5, 6: color = ColorDescription(primaries: .bt709, transfer: .bt709)
    case 7: color = ColorDescription(primaries: .bt470BG, transfer: .smpte170M)
    case 8: color = ColorDescription(primaries: .smpte170M, transfer: .smpte170M)
    case 0, 4, 0xFF: break
    case 1: throw refuse("in printing density, the codes of scanned film")
    case 3: throw refuse("in logarithmic codes")
    default: throw refuse("with transfer \(transfer)")
    }
    if let color { track.state(.color(color), in: Place(path: "DPX", byte: 801), by: .container) }
    // Stated black and white levels define the range; FFmpeg writes 0 for both.
    let (black, white) = (try number(784, 4), try number(792, 4))
    if (black, white) == (16 << (depth - 8), 235 << (depth - 8)) {
      track.state(.color(ColorDescription(range: .narrow)), in: Place(path: "DPX", byte: 784), by: .container)
    }
    let orientations = [1, 2, 4, 3, 5, 6, 8, 7]
    let direction = try number(768, 2)
    if orientations.indices ~= direction { track.readOrientation(PictureOrientation(exif: orientations[direction])) }
    let (across, down) = (UInt64(try number(1628, 4)), UInt64(try number(1632, 4)))
    if across > 0, down > 0, max(across, down) < 0xFFFF_FFFF { track.statePixel(width: across, height: down) }
    let start = try number(4, 4)
    let bits = Self.product(width, channels, depth == 10 ? 32 : depth == 12 ? 16 : depth)
    let line = depth == 10 ? bits.map { ($0 + 95) / 96 * 4 } : bits.map { ($0 + 7) / 8 }
    var samples = self
    try samples.skip(min(start, remaining))
    try samples.need(line.flatMap { Self.product($0, height) })
  }
}
