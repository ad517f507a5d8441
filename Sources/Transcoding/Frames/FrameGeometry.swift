/// The crop and the orientation of a stored frame, applied in this order to show it.
package struct FrameGeometry: Hashable, Sendable {
  /// The part of the frame that is shown; `nil` for all of it.
  var crop: PictureGeometry.Crop?
  package var orientation = PictureOrientation.upright
  /// Whether the orientation is exactly what the file states.
  var isOrientationExact = true

  /// Whether the crop makes sides even, instead of being stated by the file; it may then extend beyond the frame.
  var isEvening = false

  /// The scaling of frames that are neither cropped nor turned; `nil` to keep their size.
  var scaled: Scaling?

  struct Scaling: Hashable, Sendable {
    let size: PictureSize
    let threads: Int
    let instructions: InstructionSet
  }

  package var isIdentity: Bool { crop == nil && orientation.isUpright && scaled == nil }

  package var cropOnly: FrameGeometry { FrameGeometry(crop: crop) }

  var orientationOnly: FrameGeometry { FrameGeometry(orientation: orientation, isOrientationExact: isOrientationExact) }

  func part(of size: PictureSize) -> PictureGeometry.Crop {
    crop ?? PictureGeometry.Crop(left: 0, top: 0, width: size.width, height: size.height)
  }

  /// Returns the size of the shown part after the turn, in stored pixels.
  func size(of stored: PictureSize) -> PictureSize {
    let part = part(of: stored)
    return orientation.isSideways
      ? PictureSize(width: part.height, height: part.width) : PictureSize(width: part.width, height: part.height)
  }
}

extension Clip {
  /// The size at which the pictures are shown: cropped, turned, and with square pixels.
  var shownSize: PictureSize {
    let size = geometry.size(of: openedSize)
    let (aspect, isSideways) = (pixelAspect?.value ?? 1, geometry.orientation.isSideways)
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * aspect).rounded())) }
    return isSideways
      ? PictureSize(width: size.width, height: scaled(size.height))
      : PictureSize(width: scaled(size.width), height: size.height)
  }
}

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
    if let crop { notes.note("cropped", "\(name) states a crop, so the pictures are cropped to \(crop)") }
    if let orientation {
      let reason = kind?.isMovie == true ? ", since players of \(kind!) would not turn them" : ", as they are shown"
      notes.note("turned", "the pictures are \(orientation)\(reason)")
    }
    if let scaled { notes.note("scaled", "the pictures are scaled to \(scaled) before their light is mapped") }
    if let evened { notes.note("evened", "the pictures are made \(evened), as \(.oddSize) says") }
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
