extension FileReader {
  func movieTracks() throws(MediaFileError) -> (tracks: [TrackDescription], languages: [String?]) {
    var tracks: [TrackDescription]?
    var languages: [String?] = []
    var holdsPictures = false
    var (defaults, fragmentsLeft): (FragmentDefaults?, Int) = (nil, 0)
    for box in whole.boxes {
      switch box.type {
      case "ftyp": holdsPictures = noting(errorOf: try box.holdsPictures()) ?? false
      case "moov" where tracks == nil || holdsPictures:
        tracks = (tracks ?? []) + box.movieTracks()
        languages += box.languages
        (defaults, fragmentsLeft) = (box.fragmentDefaults, 16)
      case "moof" where tracks != nil && defaults != nil:
        fragmentsLeft -= 1
        box.readFirstSamples(defaults!, into: &tracks!)
      case "meta" where holdsPictures: tracks = (tracks ?? []) + box.pictures()
      default: break
      }
      // Any number of fragments may follow the movie header, but only the first few matter; only a file of pictures has more.
      if let tracks, !holdsPictures, defaults == nil || fragmentsLeft == 0 || tracks.allSatisfy(\.hasSample) { break }
    }
    guard var tracks else { throw problems.first ?? .missing(part: "movie header (moov)", container: .movie) }
    // The data after the movie header is only searched for a camera log; damage in it is not reported.
    if !holdsPictures, !tracks.isEmpty, let log = ignoringProblems(cameraLog) { tracks[0].remarks.append(log) }
    return (tracks, languages)
  }
}

extension Box {
  /// Whether an `ftyp` box names a HEIF brand.
  ///
  /// - Source: ISO/IEC 23008-12, clause 10; AV1 Image File Format, clause 6.
  fileprivate func holdsPictures() throws(MediaFileError) -> Bool {
    var content = content
    while content.remaining >= 4, content.reader.step(content.path, at: content.position) {
      if Self.pictureBrands.contains(FourCharacterCode(rawValue: try content.integer())) { return true }
    }
    return false
  }

  private static let pictureBrands: Set<FourCharacterCode> = [
    "mif1", "mif2", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis", "miaf", "avci",
  ]

  /// The BCP 47 languages of all tracks in a `moov` box.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.4.6.
  fileprivate var languages: [String?] {
    var languages: [String?] = []
    for track in content.boxes where track.type == "trak" && languages.count < MediaDescription.languagesLimit {
      let language: String?? = content.reader.noting { () throws(MediaFileError) in
        guard var tag = try track.descendant("mdia", "elng")?.versioned().content else { return nil }
        let bytes = try tag.rest(limit: 256).prefix { $0 != 0 }
        return MediaDescription.language(String(decoding: bytes, as: UTF8.self))
      }
      languages.append(language ?? nil)
    }
    return languages
  }

  fileprivate func movieTracks() -> [TrackDescription] {
    var tracks: [TrackDescription] = []
    var number = 0
    let matrix = movieMatrix()
    for box in content.boxes {
      if box.type == "cmov" {
        content.reader.note(box.unsupported("a compressed movie header"))
      }
      guard box.type == "trak" else { continue }
      guard !content.reader.isFull(of: tracks, in: place) else { break }
      var numbered = box
      numbered.content = box.content.renamed("\(box.content.path)[\(number)]")
      if let track = numbered.track(in: matrix) { tracks.append(track) }
      number += 1
    }
    return tracks
  }
}
