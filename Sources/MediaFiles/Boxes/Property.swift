extension Box {
  /// Reads a box in a sample entry, or a property of an image item. Boxes that are not about color are skipped.
  func readProperty(into track: inout TrackDescription) throws(MediaFileError) {
    switch type {
    case "hvcC": try content.readHEVCConfiguration(into: &track)
    case "lhvC":
      // ISO/IEC 14496-15, clause 9.5.3: the configuration of the layers above the base.
      var content = content
      try content.skip(4)
      try content.readUnitArrays(into: &track)
    case "avcC": try content.readAVCConfiguration(into: &track)
    case "av1C": try content.readAV1Configuration(into: &track)
    case "vpcC": try readVPConfiguration(into: &track)
    // A truncated configuration is read as far as possible; a truncated value of fixed size is useless.
    case _ where !isWhole: break
    case "colr": try readColor(into: &track)
    case "mdcv", "clli", "amve", "ndwt", "cclv", "dvcC", "dvvC", "dvwC", "SmDm", "CoLL", "gama", "auxi", "auxC":
      var content = content
      track.state(.box(type), try content.rest(), in: place, by: .container)
      // Both state the relation of a track or an item to another.
      if ["auxi", "auxC"].contains(type) { track.isAuxiliary = true }
    case "pixi": try readDepths(into: &track)
    case "ispe":
      // ISO/IEC 23008-12, clause 6.5.3.
      var content = try versioned().content
      (track.width, track.height) = (Int(try content.integer(bytes: 4)), Int(try content.integer(bytes: 4)))
    case "clap", "irot", "imir", "pasp": try readGeometry(into: &track)
    case "st3d", "sv3d": try readShape(into: &track)
    default: break
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 12.1.5; QuickTime File Format, *Color parameter atoms*.
  private func readColor(into track: inout TrackDescription) throws(MediaFileError) {
    var content = content
    let form = FourCharacterCode(rawValue: try content.integer())
    switch form {
    case "nclc", "nclx", "clcn":
      // Writers may pad the box; the payload has a fixed length.
      var payload = self.content
      let length = ColorDescription.BoxForm(rawValue: "\(form)")?.payloadLength ?? 0
      let bytes = try payload.bytes(min(length, payload.remaining))
      track.state(.box(type), bytes, in: place, by: .container)
      if let error = ColorDescription.reservedNumbers(in: bytes) {
        track.state(.unreadable(.box(type), bytes, error), in: place, by: .container)
      }
    case "prof", "rICC": track.state(.iccProfile, try content.rest(), in: place, by: .container)
    default:
      var payload = self.content
      let error = MetadataError.malformedBytes(
        of: "a box colr", found: "the form \(form)", expected: "nclx, nclc, prof or rICC")
      track.state(.unreadable(.box(type), try payload.rest(), error), in: place, by: .container)
    }
  }

  /// - Source: ISO/IEC 23008-12, clause 6.5.6.
  private func readDepths(into track: inout TrackDescription) throws(MediaFileError) {
    var content = try versioned().content
    let count = try content.integer(bytes: 1)
    guard count > 0 else { return }
    let depth = Int(try content.integer(bytes: 1))
    track.facts.bitDepth = track.facts.bitDepth ?? depth
    guard count > 1 else { return }
    let chromaDepth = Int(try content.integer(bytes: 1))
    track.facts.chromaBitDepth = track.facts.chromaBitDepth ?? chromaDepth
  }

  /// - Source: ISO/IEC 14496-12, clauses 12.1.4.2 and 12.1.4.3; ISO/IEC 23008-12, clauses 6.5.10 (`irot`, counterclockwise) and 6.5.12
  ///   (`imir`: 0 exchanges top and bottom, 1 left and right).
  private func readGeometry(into track: inout TrackDescription) throws(MediaFileError) {
    guard track.geometryStatements.count < Self.geometryLimit else { return }
    var content = content
    switch type {
    case "clap":
      var numbers: [GeometryStatement.Fraction] = []
      for index in 0..<4 {
        let (above, below) = (UInt32(try content.integer(bytes: 4)), UInt32(try content.integer(bytes: 4)))
        // The size is unsigned, and the offset is signed.
        let numerator = index < 2 ? Int64(above) : Int64(Int32(bitPattern: above))
        numbers.append(GeometryStatement.Fraction(numerator: numerator, denominator: Int64(below)))
      }
      track.geometryStatements.append(.aperture(numbers))
    case "irot":
      let turns = Int(try content.integer(bytes: 1) & 3)
      track.geometryStatements.append(.orientation(PictureOrientation(quarterTurns: -turns)))
    case "imir":
      let exchangesColumns = try content.integer(bytes: 1) & 1 == 1
      track.geometryStatements.append(
        .orientation(PictureOrientation(quarterTurns: exchangesColumns ? 0 : 2, isMirrored: true)))
    default: track.geometryStatements.append(.pixelAspect(try content.integer(bytes: 4), try content.integer(bytes: 4)))
    }
  }

  /// The maximum number of geometry statements, more than any file needs.
  private static let geometryLimit = 64

  /// Reads the stereo layout and the spherical projection of the pictures.
  ///
  /// - Source: Google, *Spherical Video V2 RFC*: st3d, and the projections in sv3d.
  private func readShape(into track: inout TrackDescription) throws(MediaFileError) {
    if type == "st3d" {
      var content = try versioned().content
      let mode = try content.integer(bytes: 1)
      let names: [UInt64: String] = [0: "", 1: "top and bottom", 2: "side by side", 4: "side by side, inverted"]
      let name = names[mode] ?? "mode \(mode)"
      track.stereo = name.isEmpty ? nil : name
    } else {
      let names: [FourCharacterCode: String] = ["equi": "equirectangular", "cbmp": "cubemap", "mshp": "mesh"]
      guard let projection = child("proj") else { return }
      track.projection = projection.content.boxes.lazy.compactMap { names[$0.type] }.first
    }
  }

  /// Reads the stereo layout and the projection of a track from XML, as in version 1.
  ///
  /// - Source: Google, *Spherical Video RFC*, version 1.
  func readSphericalXML(into track: inout TrackDescription) throws(MediaFileError) {
    var content = content
    guard try content.bytes(min(16, content.remaining)) == Self.sphericalUUID else { return }
    let text = String(decoding: try content.rest(limit: 4096), as: UTF8.self)
    if text.contains(">equirectangular<") { track.projection = track.projection ?? "equirectangular" }
    for (mode, name) in [("left-right", "side by side"), ("top-bottom", "top and bottom")] {
      if text.contains(">\(mode)<") { track.stereo = track.stereo ?? name }
    }
  }

  private static let sphericalUUID: [UInt8] = [
    0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
  ]
}
