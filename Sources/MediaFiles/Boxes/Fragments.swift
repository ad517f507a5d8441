struct TrackFragmentHeader {
  var track: Int
  /// The base of offsets; `nil` if it is the end of the previous track.
  var base: Int?
  /// The duration of samples without an explicit duration.
  var duration: Int?
  /// The size of samples without an explicit size.
  var size: Int?
}

/// The defaults for samples in fragments, by track.
typealias FragmentDefaults = [Int: (duration: Int, size: Int)]

extension Box {
  /// The defaults in a `moov` box; `nil` without fragments.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.8.1 and 8.8.3.
  var fragmentDefaults: FragmentDefaults? {
    guard let extends = child("mvex") else { return nil }
    var defaults: FragmentDefaults = [:]
    for box in extends.content.boxes where box.type == "trex" {
      content.reader.noting { () throws(MediaFileError) in
        var content = try box.versioned().content
        let track = Int(try content.integer(bytes: 4))
        try content.skip(4)
        defaults[track] = (Int(try content.integer(bytes: 4)), Int(try content.integer(bytes: 4)))
      }
    }
    return defaults
  }

  /// The tracks of a `moof` box, each with the base of its offsets unless it is explicit: the first counts from the fragment, and each other from the
  /// end of the previous one, `nil`.
  var trackFragments: some Sequence<(Box, Int?)> {
    content.boxes.lazy.filter { $0.type == "traf" }.enumerated().lazy.map { ($1, $0 == 0 ? start : nil) }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.8.7.
  func trackFragmentHeader(in fragment: Box, from start: Int?) throws(MediaFileError) -> TrackFragmentHeader {
    let header = try versioned()
    var content = header.content
    var found = TrackFragmentHeader(track: Int(try content.integer(bytes: 4)), base: start)
    if header.flags & 1 != 0 {
      found.base = Int(clamping: try content.integer(bytes: 8))
    } else if header.flags & 0x02_0000 != 0 {
      found.base = fragment.start
    }
    // The index of the sample description.
    if header.flags & 2 != 0 { try content.skip(4) }
    if header.flags & 8 != 0 { found.duration = Int(try content.integer(bytes: 4)) }
    if header.flags & 0x10 != 0 { found.size = Int(try content.integer(bytes: 4)) }
    return found
  }

  /// The error for samples that follow those of another track.
  var unlocatedRun: MediaFileError {
    unsupported("a run that begins at the end of the previous track, whose samples cannot be located")
  }

  /// Reads the first sample of each track that still lacks one, if this `moof` box contains it.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.8.4 to 8.8.8.
  func readFirstSamples(_ defaults: FragmentDefaults, into tracks: inout [TrackDescription]) {
    for (part, start) in trackFragments {
      content.reader.noting { () throws(MediaFileError) in
        guard let header = try part.child("tfhd")?.trackFragmentHeader(in: self, from: start),
          let index = tracks.firstIndex(where: { $0.id == header.track && !$0.hasSample }),
          try part.readFirstSample(header, size: header.size ?? defaults[header.track]?.size, into: &tracks[index])
        else { return }
        tracks[index].hasSample = true
      }
    }
  }

  /// Reads the first sample of a `traf` box into its track; `false` without a sample.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.8.8.
  private func readFirstSample(
    _ fragment: TrackFragmentHeader, size common: Int?, into track: inout TrackDescription
  ) throws(MediaFileError) -> Bool {
    guard let box = child("trun") else { return false }
    let run = try box.versioned()
    var content = run.content
    guard try content.integer(bytes: 4) > 0 else { return false }
    guard let base = fragment.base else { throw box.unlocatedRun }
    // The offset is signed; without one, the samples begin at the base.
    let distance = run.flags & 1 == 0 ? 0 : Int(Int32(truncatingIfNeeded: try content.integer(bytes: 4)))
    if run.flags & 4 != 0 { try content.skip(4) }
    if run.flags & 0x100 != 0 { try content.skip(4) }
    let size = run.flags & 0x200 == 0 ? common ?? 0 : Int(try content.integer(bytes: 4))
    let (start, overflow) = base.addingReportingOverflow(distance)
    let isRead = [.hevc, .avc, .av1, .proRes].contains(track.facts.codec) && track.hasPlainSamples
    if isRead, !overflow {
      try self.content.reader.readSample(at: start, length: size, path: "\(self.content.path) sample 0", into: &track)
    }
    return true
  }
}
