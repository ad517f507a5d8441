package import HDRMetadata
internal import ToneMapping

/// The parts of a file's geometry that were applied to pixels, on the way from a source to an output.
package struct AppliedGeometry: Hashable, Sendable {
  /// The crop, in words.
  var crop: String?
  /// The orientation by which pictures were turned.
  var orientation: PictureOrientation?

  var evened: PictureSize?

  var scaled: PictureSize?

  package func notes(on name: String, in kind: OutputKind?) -> [Finding] {
    var notes: [Finding] = []
    func note(_ code: String, _ found: Fix) { notes.append(Finding(code: code, found: found)) }
    if let crop { note("cropped", "\(name) states a crop, so the pictures are cropped to \(crop)") }
    if let orientation {
      let reason = kind?.isMovie == true ? ", since players of \(kind!) would not turn them" : ", as they are shown"
      note("turned", "the pictures are \(orientation)\(reason)")
    }
    if let scaled { note("scaled", "the pictures are scaled to \(scaled) before their light is mapped") }
    if let evened { note("evened", "the pictures are made \(evened), as \(.oddSize) says") }
    return notes
  }

  /// Returns a finding about an orientation that is left to players.
  package static func note(onStated orientation: PictureOrientation, in kind: OutputKind) -> Finding? {
    guard !orientation.isUpright else { return nil }
    return Finding(
      code: "turn-stated",
      found: "\(kind) states that the pictures are \(orientation), so their pixels stay as they are")
  }
}
