extension ByteWindow {
  /// Reads the header of an OpenEXR picture, and checks that its lines or tiles are present.
  ///
  /// - Source: OpenEXR, *File Layout*, and *Technical Introduction* for premultiplied alpha, linear light, and BT.709 as the default chromaticities.
  func readOpenEXR(into track: inout TrackDescription) throws(MediaFileError) {
    var (content, header) = (self, OpenEXRHeader())
    func refuse(_ what: String) -> MediaFileError {
      .unreadPicture(UnreadPicture("an OpenEXR file \(what)", header.remedy))
    }
    try content.skip(4)
    let version = try content.littleEndian(4)
    guard version & 0xFF == 2 else { throw refuse("of version \(version & 0xFF)") }
    while try content.peek() != 0 {
      guard reader.step(path, at: content.position) else { return }
      let place = content.position
      let (name, type) = (try content.text(), try content.text())
      let value = try content.window(Int(try content.littleEndian(4)), path: path)
      try header.read(value, name: name, type: type, at: place)
    }
    try content.skip(1)
    guard version & 0x1800 == 0 else { throw refuse(version & 0x800 != 0 ? "with deep samples" : "of several parts") }
    guard let window = header.window, let shown = header.shown, let channels = header.channels else {
      throw .malformed(
        part: path, byte: position, found: "no size or no channels", expected: "channels, dataWindow and displayWindow")
    }
    let isTiled = version & 0x200 != 0
    guard header.type.isEmpty || header.type == (isTiled ? "tiledimage" : "scanlineimage") else {
      throw refuse("of the type \(header.type)")
    }
    if isTiled, header.tiles?.mode != 0 { throw refuse("of several levels of resolution") }
    guard window == shown else { throw refuse("whose data window is not its display window") }
    // FFmpeg's decoder places the data window in the display window as if that began at 0,0.
    guard shown.left == 0, shown.top == 0 else {
      throw refuse("whose display window begins at \(shown.left),\(shown.top) instead of 0,0")
    }
    guard let lines = Self.linesOfBlock[header.compression] else {
      throw refuse("with compression \(header.compression)\(Self.compressions[header.compression] ?? "")")
    }
    let names = channels.map(\.name).sorted()
    guard ["B", "G", "R"] == names || ["A", "B", "G", "R"] == names || ["Y"] == names else {
      let some = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
      throw refuse("with the channels \(some), but only R, G, B with or without A, or Y alone, are supported")
    }
    guard Set(channels.map(\.type)).count == 1, let type = channels.first?.type, type == 1 || type == 2 else {
      throw refuse("whose channels are integers or of different types")
    }
    guard channels.allSatisfy({ $0.sampling == (1, 1) }) else { throw refuse("with subsampled channels") }
    track.take(
      width: shown.right - shown.left + 1, height: shown.bottom - shown.top + 1, depth: type == 1 ? 16 : 32,
      chroma: names == ["Y"] ? .monochrome : .yuv444,
      inferring: ColorDescription(transfer: .linear, matrix: .identity, range: .full))
    if names.first == "A" {
      track.state(.alpha(.premultiplied), in: Place(path: "EXR/channels", byte: 0), by: .container)
    }
    if let (chromaticities, place) = header.chromaticities {
      track.state(chromaticities, in: Place(path: "EXR/chromaticities", byte: place))
    }
    if let aspect = header.pixelAspect, aspect > 1e-3, aspect < 1e3 {
      track.statePixel(width: UInt64((Double(aspect) * 100_000).rounded()), height: 100_000)
    }
    if let white = header.whiteLuminance {
      track.remarks.append(
        Finding(
          code: "white-luminance", found: "the attribute whiteLuminance says \(white) cd/m²",
          consequence: "it is left out, and 1 is the reference white", fix: "write the picture with 1 as its white"))
    }
    let (width, height) = (window.right - window.left + 1, window.bottom - window.top + 1)
    if isTiled, let tiles = header.tiles {
      func count(_ size: Int, _ tile: Int) -> Int { (size + tile - 1) / tile }
      let blocks = Self.product(count(width, tiles.width), count(height, tiles.height))
      try content.checkBlocks(blocks ?? .max, coordinates: 4)
    } else {
      try content.checkBlocks((height + lines - 1) / lines, coordinates: 1)
    }
  }

  /// Checks that the blocks of lines, or the tiles, at the next offsets are present; each has this many 4-byte coordinates before its length.
  private func checkBlocks(_ count: Int, coordinates: Int) throws(MediaFileError) {
    var (table, last) = (self, 0)
    try need(Self.product(count, 8))
    reader.lift()
    for _ in 0..<count {
      guard reader.step(path, at: table.position) else { return }
      let offset = try table.littleEndian(8)
      // Renderers fill in the table at the end.
      guard offset > 0, offset < UInt64(end) else {
        throw .truncated(
          part: path, byte: position, needed: Int(clamping: max(offset, UInt64(end) + 1)) - position,
          found: end - position)
      }
      last = max(last, Int(offset))
    }
    guard last > 0 else { return }
    var block = ByteWindow(reader: reader, path: path, start: last, end: end)
    try block.skip(4 * coordinates)
    try block.skip(Int(try block.littleEndian(4)))
  }

  fileprivate mutating func text() throws(MediaFileError) -> String {
    try text(upTo: 0, orElse: "a name that does not end")
  }

  /// The number of lines per block by compression: none, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A. FFmpeg's decoder of DWAA and DWAB has faults.
  private static let linesOfBlock = [0: 1, 1: 1, 2: 1, 3: 16, 4: 32, 5: 16, 6: 32, 7: 32]
  private static let compressions = [8: " (DWAA)", 9: " (DWAB)", 10: " (HTJ2K)", 11: " (HTJ2K)"]
}

private struct OpenEXRHeader {
  /// A rectangle of pixels with inclusive bounds.
  struct Window: Hashable {
    var left, top, right, bottom: Int
  }

  var window, shown: Window?
  var compression = -1
  var type = ""
  var whiteLuminance: Float?
  var channels: [(name: String, type: UInt64, sampling: (UInt64, UInt64))]?
  var chromaticities: (RGBPrimaries, place: Int)?
  var pixelAspect: Float?
  var tiles: (width: Int, height: Int, mode: UInt64)?

  var remedy: UnreadPicture.Remedy {
    let all = channels ?? []
    let names = all.map(\.name)
    if all.contains(where: { $0.sampling != (1, 1) }) { return .magickToEXR }
    var words = ["--subimage 0 --selectmip 0 --flatten --croptofull --origin +0+0 --fullpixels"]
    let alpha = names.contains("A") ? ",A" : ""
    if Set(names).isSuperset(of: ["R", "G", "B"]) {
      if names.count > 3 { words.append("--ch R,G,B\(alpha)") }
    } else if let layer = names.first(where: { $0.hasSuffix(".R") })?.dropLast(2) {
      words.append("--ch \(layer).R,\(layer).G,\(layer).B --chnames R,G,B")
    } else if Set(names).isSuperset(of: ["Y", "RY", "BY"]) {
      words.append(fromChroma(alpha: alpha))
    } else if names.contains("Y") {
      if names.count > 1 { words.append("--ch Y,Y,Y\(alpha) --chnames R,G,B\(alpha)") }
    } else if let first = names.first(where: { $0 != "A" }) ?? names.first {
      words.append("--ch \(first),\(first),\(first) --chnames R,G,B")
    }
    if Set(all.map(\.type)).count > 1 || all.first?.type == 0 { words.append("-d half") }
    return .oiiotool(words.joined(separator: " "))
  }

  /// The arguments that make R, G, B of Y and the ratios RY = (R−Y)/Y and BY = (B−Y)/Y.
  private func fromChroma(alpha: String) -> String {
    let stated = chromaticities.flatMap { $0.0.enclosesWhite ? $0.0 : nil }
    let weights = (stated ?? .bt709).luminanceWeights
    let (red, blue) = ((-weights.x / weights.y).rounded(to: 5), (-weights.z / weights.y).rounded(to: 5))
    let names = "--chnames R,G,B\(alpha)"
    return "--dup --ch Y,Y,Y\(alpha) \(names) --swap --ch RY,G=1,BY\(alpha.isEmpty ? "" : ",A=1") \(names)"
      + " --ccmatrix 1,\(red),0,1,1,1,0,\(blue),1 --mul"
  }

  mutating func read(_ value: ByteWindow, name: String, type: String, at place: Int) throws(MediaFileError) {
    var value = value
    func float() throws(MediaFileError) -> Float {
      Float(bitPattern: UInt32(truncatingIfNeeded: try value.littleEndian(4)))
    }
    switch (name, type) {
    case ("dataWindow", "box2i"): window = try Self.window(&value)
    case ("displayWindow", "box2i"): shown = try Self.window(&value)
    case ("whiteLuminance", "float"): whiteLuminance = try float()
    case ("type", "string"): self.type = String(decoding: try value.rest(), as: UTF8.self)
    case ("compression", "compression"): compression = Int(try value.integer(bytes: 1))
    case ("pixelAspectRatio", "float"): pixelAspect = try float()
    case ("tiles", "tiledesc"):
      let (width, height) = (Int(try value.littleEndian(4)), Int(try value.littleEndian(4)))
      if width > 0, height > 0 { tiles = (width, height, try value.integer(bytes: 1) & 0xF) }
    case ("chromaticities", "chromaticities"):
      var numbers: [Double] = []
      for _ in 0..<8 { numbers.append(Double(try float())) }
      func point(_ index: Int) -> Chromaticity { Chromaticity(numbers[index], numbers[index + 1]) }
      chromaticities = (RGBPrimaries(red: point(0), green: point(2), blue: point(4), white: point(6)), place)
    case ("channels", "chlist"):
      var found: [(name: String, type: UInt64, sampling: (UInt64, UInt64))] = []
      while try value.peek() != 0, value.reader.step(value.path, at: value.position) {
        let name = try value.text()
        let type = try value.littleEndian(4)
        try value.skip(4)
        found.append((name, type, (try value.littleEndian(4), try value.littleEndian(4))))
      }
      channels = found
    default: break
    }
  }

  private static func window(_ value: inout ByteWindow) throws(MediaFileError) -> Window {
    var numbers: [Int] = []
    for _ in 0..<4 { numbers.append(Int(Int32(truncatingIfNeeded: try value.littleEndian(4)))) }
    let window = Window(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
    guard window.left <= window.right, window.top <= window.bottom else {
      throw .malformed(
        part: value.path, byte: value.start,
        found: "a window from \(numbers[0]),\(numbers[1]) to \(numbers[2]),\(numbers[3])",
        expected: "at least one pixel")
    }
    return window
  }
}
