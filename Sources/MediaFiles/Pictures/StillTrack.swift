extension FileReader {
  /// The picture of a file, from its headers. A truncated file is noted, as are unreadable parts beside the picture.
  func stillTrack(
    _ format: StillFormat, by read: FileFormat.Content.Reader
  ) throws(MediaFileError) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: format.rawValue)
    track.stillFormat = format
    do throws(MediaFileError) {
      try read(whole.renamed(format.rawValue))(&track)
    } catch {
      guard case .truncated = error else { throw error }
      note(error)
    }
    return track
  }
}

extension TrackDescription {
  /// States the header's values for a picture's samples, and infers the color that the format's standard defines.
  mutating func take(
    width: Int, height: Int, depth: Int?, chroma: CodecFacts.ChromaFormat?,
    inferring color: ColorDescription = ColorDescription(matrix: .identity, range: .full)
  ) {
    (self.width, self.height) = (width, height)
    (facts.bitDepth, facts.chroma) = (depth, chroma)
    var color = color
    if chroma == .monochrome { color.matrix = nil }
    infer(color, in: Place(path: codecTag, byte: 0))
  }

  /// States the chromaticities of primaries and white: as the primaries of H.273 that match, if any.
  mutating func state(_ chromaticities: RGBPrimaries, in place: Place) {
    if let known = ColorPrimaries(nearest: chromaticities) {
      state(.color(ColorDescription(primaries: known)), in: place, by: .container)
    } else if chromaticities.enclosesWhite {
      state(.chromaticities(chromaticities), in: place, by: .container)
    } else {
      remarks.append(
        Finding(
          code: "impossible-chromaticities",
          found: "the chromaticities in \(place) do not form a triangle around their white",
          consequence: "they are left out", fix: "state the primaries with \(.primaries)"))
    }
  }

  /// States the shape of a pixel as the ratio of its width to its height, both above 0, unless it is square.
  mutating func statePixel(width: UInt64, height: UInt64) {
    guard width != height else { return }
    let (width, height) = lowestTerms(width, height)
    geometryStatements.append(.pixelAspect(width, height))
  }

  mutating func remark(further pictures: String) {
    guard !remarks.contains(where: { $0.code == Self.furtherPictures }) else { return }
    remarks.append(
      Finding(
        code: Self.furtherPictures, found: "the file has \(pictures)", consequence: "only its first picture is used",
        fix: "write the others as separate files"))
  }

  package static let furtherPictures = "further-pictures"

  /// Takes Exif's orientation, unless one was taken before.
  mutating func readOrientation(_ orientation: PictureOrientation?) {
    let isTaken = geometryStatements.contains { if case .orientation = $0 { true } else { false } }
    guard let orientation, !orientation.isUpright, !isTaken else { return }
    geometryStatements.append(.orientation(orientation))
  }
}

extension ByteWindow {
  /// Checks that the part that begins here has at least this many bytes.
  func need(_ count: Int?) throws(MediaFileError) {
    guard let count else { throw .overLimit(part: path, byte: position, limit: .max, of: "bytes of samples") }
    var content = self
    try content.skip(count)
  }

  /// The product of numbers that a file states; `nil` if it is too large.
  static func product(_ numbers: Int...) -> Int? {
    numbers.reduce(1 as Int?) { product, number in
      guard let (result, overflows) = product?.multipliedReportingOverflow(by: number), !overflows, result >= 0 else {
        return nil
      }
      return result
    }
  }
}
