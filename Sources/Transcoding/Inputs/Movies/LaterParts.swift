internal import HDRMetadata
package import MediaFiles
internal import ToneMapping

internal import Movies

extension InputContext {
  /// Returns a description with the parts of the stream whose color changes: some key pictures of the movie that FFmpeg's libraries read are
  /// searched for parameter sets.
  package func withParts(_ media: MediaDescription, of input: MediaInput) -> MediaDescription {
    let others = Set(media.tracks.filter(\.isAuxiliary).map(\.id))
    guard !media.isOfPictures, media.tracks.contains(where: { !$0.isAuxiliary && !$0.isPictureFile }),
      let file = try? input.file(),
      let found = try? KeySamples(
        file, name: "\(input.path)", as: media.container == .hevcStream ? "hevc" : nil, leavingOut: others)
    else { return media }
    var media = media
    let place = media.tracks.count == 1 ? 0 : media.tracks.firstIndex { $0.id == found.track }
    if let place { media.tracks[place].addParts(of: found.samples) }
    return media
  }

  /// Returns the sources of later parts of a track whose color, as a plan reads it, differs from that of the start.
  func sources(ofPartsOf track: TrackDescription, in file: Path, from start: Source) -> [Source] {
    track.parts.map { part in
      var source = clip(of: part.track, in: file).source
      let isSame = source.color.transfer ?? start.color.transfer == start.color.transfer
      source.complete(by: start.color, isSame ? start.metadata : StaticMetadata())
      source.alpha = start.alpha
      return source
    }.filter { $0.color != start.color }
  }
}
