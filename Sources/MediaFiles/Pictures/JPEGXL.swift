extension ByteWindow {
  /// Reads the header of a JPEG XL picture, bare or in boxes, and checks that all boxes are present.
  ///
  /// FFmpeg's decoder applies the orientation in the header, so no orientation is stated; Exif's is only a copy.
  ///
  /// - Source: ISO/IEC 18181-1:2022, annexes D and E; ISO/IEC 18181-2:2021, clause 9.
  func readJPEGXL(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    if try content.peek() == 0 {
      let boxes = Array(self.boxes.prefix(4096))
      guard var first = boxes.first(where: { $0.type == "jxlc" || $0.type == "jxlp" }) else {
        throw .malformed(part: path, byte: position, found: "no picture", expected: "a box jxlc or jxlp")
      }
      // The number of a part precedes its content.
      if first.type == "jxlp" { try first.content.skip(4) }
      content = first.content
    }
    let place = Place(path: path, byte: content.position)
    guard try content.integer(bytes: 2) == 0xFF0A else {
      throw .malformed(part: path, byte: place.byte, found: "another mark", expected: "ff 0a")
    }
    var header = JPEGXLHeader(bytes: try content.bytes(min(content.remaining, Self.partLimit)), place: place)
    try header.read(into: &track)
  }
}

/// The bits of a header, the least significant first.
private struct JPEGXLHeader {
  let bytes: [UInt8]
  let place: Place
  fileprivate var position = 0

  private mutating func bits(_ count: Int) throws(MediaFileError) -> Int {
    guard position + count <= 8 * bytes.count else {
      throw .truncated(part: place.path, byte: place.byte, needed: bytes.count + 3, found: bytes.count + 2)
    }
    var number = 0
    for bit in 0..<count { number |= Int(bytes[(position + bit) / 8] >> UInt8((position + bit) % 8) & 1) << bit }
    position += count
    return number
  }

  private mutating func bool() throws(MediaFileError) -> Bool { try bits(1) == 1 }

  /// A number in one of four forms, each an offset plus the value of some bits: *U32*.
  private mutating func number(_ forms: (offset: Int, bits: Int)...) throws(MediaFileError) -> Int {
    let form = forms[try bits(2)]
    return form.offset + (try bits(form.bits))
  }

  private mutating func enumerated() throws(MediaFileError) -> Int { try number((0, 0), (1, 0), (2, 4), (18, 6)) }

  mutating func read(into track: inout TrackDescription) throws(MediaFileError) {
    var size = try size()
    var depth = 8
    var alpha: AlphaMode?
    let isDefault = try bool()
    let hasExtra = isDefault ? false : try bool()
    if hasExtra, try skipExtra(&track) >= 4 { size = (size.height, size.width) }
    var color = ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .identity, range: .full)
    var (isGray, hasProfile) = (false, false)
    if !isDefault {
      depth = try self.depth()
      _ = try bool()
      for _ in 0..<(try number((0, 0), (1, 0), (2, 4), (1, 12))) { alpha = try extraChannel() ?? alpha }
      _ = try bool()
      (isGray, hasProfile) = try readColor(into: &color, &track)
    }
    track.take(
      width: size.width, height: size.height, depth: depth, chroma: isGray ? .monochrome : .yuv444)
    if let alpha { track.state(.alpha(alpha), in: place, by: .container) }
    // A profile is compressed with JPEG XL's own entropy code.
    if hasProfile {
      track.state(.payload(.iccProfile, []), in: place, by: .container)
    } else {
      if isGray { color.matrix = nil }
      track.state(.color(color), in: place, by: .container)
    }
  }

  /// - Source: Annex D.
  private mutating func size() throws(MediaFileError) -> (width: Int, height: Int) {
    let isSmall = try bool()
    func side() throws(MediaFileError) -> Int {
      isSmall ? (try bits(5) + 1) * 8 : try number((1, 9), (1, 13), (1, 18), (1, 30))
    }
    let height = try side()
    let ratios = [(1, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let ratio = try bits(3)
    return (ratio == 0 ? try side() : height * ratios[ratio].0 / ratios[ratio].1, height)
  }

  /// Returns the orientation as in Exif, minus 1; skips the display size, the preview and the animation.
  private mutating func skipExtra(_ track: inout TrackDescription) throws(MediaFileError) -> Int {
    let orientation = try bits(3)
    if try bool() { _ = try size() }
    if try bool() {
      let isSmall = try bool()
      func side() throws(MediaFileError) -> Int {
        isSmall ? try number((16, 0), (32, 0), (1, 5), (33, 9)) : try number((1, 6), (65, 8), (321, 10), (1345, 12))
      }
      _ = try side()
      if try bits(3) == 0 { _ = try side() }
    }
    if try bool() {
      track.remark(further: "further pictures, as an animation")
      _ = try number((100, 0), (1000, 0), (1, 10), (1, 30))
      _ = try number((1, 0), (1001, 0), (1, 8), (1, 10))
      _ = try number((0, 0), (0, 3), (0, 16), (0, 32))
      _ = try bool()
    }
    return orientation
  }

  private mutating func depth() throws(MediaFileError) -> Int {
    guard try bool() else { return try number((8, 0), (10, 0), (12, 0), (1, 6)) }
    defer { position += 4 }
    return try number((32, 0), (16, 0), (24, 0), (1, 6))
  }

  /// The alpha mode of an extra channel; `nil` if it is not alpha.
  private mutating func extraChannel() throws(MediaFileError) -> AlphaMode? {
    if try bool() { return .straight }
    let type = try enumerated()
    _ = try depth()
    _ = try number((0, 0), (3, 0), (4, 0), (1, 3))
    for _ in 0..<(try number((0, 0), (0, 4), (16, 5), (48, 10))) { _ = try bits(8) }
    switch type {
    case 0: return try bool() ? .premultiplied : .straight
    case 2: for _ in 0..<4 { _ = try bits(16) }
    case 4: throw .unreadPicture(UnreadPicture("a JPEG XL in CMYK", .magick))
    case 5: _ = try number((1, 0), (0, 2), (3, 4), (19, 8))
    default: break
    }
    return nil
  }

  /// - Source: Annex E, whose numbers are those of H.273 where H.273 has them.
  /// - Returns: Whether the picture is gray, and whether a profile states its color.
  private mutating func readColor(
    into color: inout ColorDescription, _ track: inout TrackDescription
  ) throws(MediaFileError) -> (isGray: Bool, hasProfile: Bool) {
    if try bool() { return (false, false) }
    let hasProfile = try bool()
    let space = try enumerated()
    guard !hasProfile, space < 2 else { return (space == 1, true) }
    (color.primaries, color.transfer) = (nil, nil)
    var white = Chromaticity.d65
    switch try enumerated() {
    case 1: break
    case 2: white = try point()
    case 10: white = .equalEnergy
    default: white = .dci
    }
    if space == 0 {
      let points: RGBPrimaries
      switch try enumerated() {
      case 1: points = .bt709
      case 2: points = RGBPrimaries(red: try point(), green: try point(), blue: try point(), white: white)
      case 9: points = .bt2020
      default: points = .p3D65
      }
      let stated = RGBPrimaries(red: points.red, green: points.green, blue: points.blue, white: white)
      track.state(stated, in: place)
    }
    if try bool() {
      // The exponent from light to signal, in units of 10⁻⁷.
      let gamma = Double(try bits(24)) / 1e7
      let known: [(exponent: Double, transfer: TransferCharacteristics)] = [
        (2.2, .bt470M), (2.8, .bt470BG), (1, .linear),
      ]
      color.transfer = known.first { abs(gamma * $0.exponent - 1) < 1e-4 }?.transfer
    } else {
      color.transfer = TransferCharacteristics(h273: try enumerated())
    }
    return (space == 1, false)
  }

  private mutating func point() throws(MediaFileError) -> Chromaticity {
    func coordinate() throws(MediaFileError) -> Double {
      let number = try number((0, 19), (524_288, 19), (1_048_576, 20), (2_097_152, 21))
      return Double(number & 1 == 0 ? number / 2 : -(number / 2) - 1) / 1e6
    }
    return Chromaticity(try coordinate(), try coordinate())
  }
}
