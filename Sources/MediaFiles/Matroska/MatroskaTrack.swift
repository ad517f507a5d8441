extension Element {
  /// The track of an entry, or `nil` if it is not a video track.
  ///
  /// - Source: RFC 9559, clause 5.1.4.1.
  func track(number index: Int) -> TrackDescription? {
    let entry = content.renamed("\(content.path)[\(index)]")
    let reader = content.reader
    var track = TrackDescription(id: 0, codecTag: "")
    var type: UInt64 = 0
    for element in entry.elements {
      reader.noting { () throws(MediaFileError) in
        switch element.id {
        case 0xD7: track.id = Int(clamping: try element.unsigned())
        case 0x83: type = try element.unsigned()
        case 0x86: track.codecTag = try element.text()
        case 0x23E383: track.frameRate = FrameRate(nanoseconds: try element.unsigned())
        case 0x6D80: track.hasPlainSamples = false
        case 0xE0: element.readVideo(into: &track)
        default: break
        }
      }
    }
    guard type == 1 else { return nil }
    track.facts.codec = Self.codecs[track.codecTag]
    // The private data can only be read when the codec is known, which may follow them.
    for element in entry.elements {
      reader.noting { () throws(MediaFileError) in
        switch element.id {
        case 0x63A2: try element.readConfiguration(into: &track)
        case 0x41E4: try element.readBlockAddition(into: &track)
        default: break
        }
      }
    }
    return track
  }

  private static let codecs: [String: CodecFacts.Codec] = [
    "V_MPEGH/ISO/HEVC": .hevc, "V_MPEG4/ISO/AVC": .avc, "V_AV1": .av1, "V_VP8": .vp8, "V_VP9": .vp9,
    "V_PRORES": .proRes,
  ]

  /// - Source: RFC 9559, clause 5.1.4.1.28.
  private func readVideo(into track: inout TrackDescription) {
    readGeometry(into: &track)
    for element in content.elements {
      content.reader.noting { () throws(MediaFileError) in
        switch element.id {
        case 0xB0: track.width = Int(clamping: try element.unsigned())
        case 0xBA: track.height = Int(clamping: try element.unsigned())
        case 0x53C0 where try element.unsigned() == 1: track.state(.alpha(nil), in: element.place, by: .container)
        case 0x55B0: element.readColor(into: &track)
        case 0x53B8:
          let mode = Int(clamping: try element.unsigned())
          track.stereo =
            mode == 0 ? nil : Self.stereoModes.indices.contains(mode) ? Self.stereoModes[mode] : "mode \(mode)"
        default: break
        }
      }
    }
  }

  /// - Source: RFC 9559, clause 5.1.4.1.28.3; the names are FFmpeg's.
  private static let stereoModes = [
    "", "side by side", "top and bottom, inverted", "top and bottom", "checkerboard, inverted", "checkerboard",
    "interleaved lines, inverted", "interleaved lines", "interleaved columns, inverted", "interleaved columns",
    "anaglyph, cyan and red", "side by side, inverted", "anaglyph, green and magenta", "frame alternate",
    "frame alternate, inverted",
  ]

  /// Reads the crop, the display size and the pose of a flat picture.
  ///
  /// - Source: RFC 9559, clauses 5.1.4.1.28.8 to 5.1.4.1.28.14 and 5.1.4.1.28.41 to 5.1.4.1.28.46.
  private func readGeometry(into track: inout TrackDescription) {
    var numbers: [UInt64: UInt64] = [:]
    let read: Set<UInt64> = [0x54AA, 0x54BB, 0x54CC, 0x54DD, 0x54B0, 0x54BA, 0x54B2]
    for element in content.elements where read.contains(element.id) {
      content.reader.noting { () throws(MediaFileError) in numbers[element.id] = try element.unsigned() }
    }
    track.geometryStatements = [
      .edges(
        left: numbers[0x54CC] ?? 0, right: numbers[0x54DD] ?? 0, top: numbers[0x54BB] ?? 0, bottom: numbers[0x54AA] ?? 0
      ),
      .display(width: numbers[0x54B0], height: numbers[0x54BA], unit: numbers[0x54B2] ?? 0),
    ]
    guard let projection = child(0x7670) else { return }
    content.reader.noting { () throws(MediaFileError) in
      // Other projections are not flat; their pose is the viewing direction.
      let kind = try projection.child(0x7671)?.unsigned() ?? 0
      guard kind == 0 else {
        track.projection = [1: "equirectangular", 2: "cubemap", 3: "mesh"][kind] ?? "projection \(kind)"
        return
      }
      track.geometryStatements.append(
        .pose(
          yaw: try projection.child(0x7673)?.float() ?? 0, pitch: try projection.child(0x7674)?.float() ?? 0,
          roll: try projection.child(0x7675)?.float() ?? 0))
    }
  }

  /// - Source: Matroska codec specification, *CodecPrivate* of each codec.
  private func readConfiguration(into track: inout TrackDescription) throws(MediaFileError) {
    switch track.facts.codec {
    case .hevc: try content.readHEVCConfiguration(into: &track)
    case .avc: try content.readAVCConfiguration(into: &track)
    case .av1: try content.readAV1Configuration(into: &track)
    case .vp8, .vp9, .proRes, .png, nil: break
    }
  }

  /// - Source: RFC 9559, clause 5.1.4.1.17; Matroska block additional mappings, `dvcC` and `dvvC`.
  private func readBlockAddition(into track: inout TrackDescription) throws(MediaFileError) {
    guard let type = try child(0x41E7)?.unsigned() else { return }
    if let number = try child(0x41F0)?.unsigned() { track.blockAdditions[number] = type }
    var payload = child(0x41ED)?.content
    track.state(.blockAddition(type), try payload?.rest() ?? [], in: place, by: .container)
  }

  /// Reads the element `Colour` into a track.
  ///
  /// - Source: RFC 9559, clauses 5.1.4.1.28.16 to 5.1.4.1.28.40.
  private func readColor(into track: inout TrackDescription) {
    var color = MatroskaColor()
    for element in content.elements {
      if element.id == MatroskaColor.masteringMetadata {
        var mastering = MatroskaColor()
        for inner in element.content.elements { inner.read(into: &mastering, of: &track) }
        element.state(mastering, .matroskaElement(MatroskaColor.masteringMetadata), in: &track)
      } else {
        element.read(into: &color, of: &track)
      }
    }
    if let depth = color.numbers[.colourBitsPerChannel].flatMap({ Int(exactly: $0) }), depth > 0 {
      (track.facts.bitDepth, track.facts.chromaBitDepth) = (depth, depth)
    }
    track.state(.color(color.color), in: place, by: .container)
    state(color, .matroskaElement(MatroskaColor.Number.maxContentLight.rawValue), in: &track)
  }

  /// Stores this element in a color, or states that it is unreadable.
  private func read(into color: inout MatroskaColor, of track: inout TrackDescription) {
    content.reader.noting { () throws(MediaFileError) in
      var payload = content
      let (id, bytes) = (UInt32(truncatingIfNeeded: id), try payload.rest(limit: 4096))
      do throws(MetadataError) {
        try color.set(id, payload: bytes)
      } catch {
        track.state(.unreadable(.matroskaElement(id), bytes, error), in: place, by: .container)
      }
    }
  }

  private func state(_ color: MatroskaColor, _ kind: PayloadKind, in track: inout TrackDescription) {
    do throws(MetadataError) {
      let metadata = try color.metadata()
      if let mastering = metadata.mastering { track.state(.mastering(mastering), in: place, by: .container) }
      if let light = metadata.contentLight { track.state(.contentLight(light), in: place, by: .container) }
    } catch {
      var payload = content
      let bytes = content.reader.noting(errorOf: try payload.rest(limit: 4096))
      track.state(.unreadable(kind, bytes ?? [], error), in: place, by: .container)
    }
  }
}

extension FrameRate {
  static let common: [(UInt64, UInt64)] = [
    (24000, 1001), (30000, 1001), (60000, 1001), (120_000, 1001), (24, 1), (25, 1), (30, 1), (48, 1), (50, 1),
    (60, 1), (100, 1), (120, 1),
  ]

  /// The rate for a frame duration in nanoseconds: the common rate with that duration, if there is one.
  init?(nanoseconds: UInt64) {
    for (numerator, denominator) in Self.common {
      let exact = denominator * 1_000_000_000
      // Writers round or truncate.
      if nanoseconds == exact / numerator || nanoseconds == (exact + numerator / 2) / numerator {
        self.init(Int(numerator), Int(denominator))
        return
      }
    }
    self.init(1_000_000_000, per: nanoseconds)
  }
}
