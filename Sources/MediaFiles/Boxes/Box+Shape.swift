extension Box {
  /// Reads the stereo layout and the spherical projection of the pictures.
  ///
  /// - Source: Google, *Spherical Video V2 RFC*: st3d, and the projections in sv3d.
  func readShape(into track: inout TrackDescription) throws(MediaFileError) {
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
