internal import HDRMetadata

extension Element {
  /// Reads the element `Colour` into a track.
  ///
  /// - Source: RFC 9559, clauses 5.1.4.1.28.16 to 5.1.4.1.28.40.
  func readColor(into track: inout TrackDescription) {
    var color = MatroskaColor()
    for element in content.elements {
      if element.id == MatroskaColor.masteringMetadata {
        element.readMastering(into: &track)
      } else {
        element.read(into: &color, of: &track)
      }
    }
    if let depth = color.numbers[.bitsPerChannel].flatMap({ Int(exactly: $0) }), depth > 0 {
      (track.facts.bitDepth, track.facts.chromaBitDepth) = (depth, depth)
    }
    track.state(.color(color.color), in: place, by: .container)
    state(color, .matroskaElement(MatroskaColor.Number.maxCLL.rawValue), in: &track)
  }

  private func readMastering(into track: inout TrackDescription) {
    var color = MatroskaColor()
    for element in content.elements { element.read(into: &color, of: &track) }
    state(color, .matroskaElement(MatroskaColor.masteringMetadata), in: &track)
  }

  /// Stores this element in a color, or states that it is unreadable.
  private func read(into color: inout MatroskaColor, of track: inout TrackDescription) {
    content.reader.note { () throws(MediaFileError) in
      var payload = content
      let (id, bytes) = (UInt32(truncatingIfNeeded: id), try payload.rest(limit: 4096))
      do throws(MetadataError) {
        try color.set(id, payload: bytes)
      } catch {
        track.state(.unreadable(.matroskaElement(id), bytes, error), in: place, by: .container)
      }
    }
  }

  /// States the metadata of a color, if it has any.
  private func state(_ color: MatroskaColor, _ kind: PayloadKind, in track: inout TrackDescription) {
    do throws(MetadataError) {
      let metadata = try color.metadata()
      if let mastering = metadata.mastering { track.state(.mastering(mastering), in: place, by: .container) }
      if let light = metadata.contentLight { track.state(.contentLight(light), in: place, by: .container) }
    } catch {
      var payload = content
      let bytes = content.reader.noting { () throws(MediaFileError) in try payload.rest(limit: 4096) }
      track.state(.unreadable(kind, bytes ?? [], error), in: place, by: .container)
    }
  }
}
