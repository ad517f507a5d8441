/// The samples of a track in the fragments after a movie header.
///
/// - Source: ISO/IEC 14496-12, clauses 8.8.3, 8.8.7, 8.8.8 and 8.8.12.
struct FragmentSamples {
  private let reader: FileReader
  private let id: Int
  private var boxes: BoxSequence
  /// The defaults of the track; `nil` without fragments.
  private let defaults: (duration: Int, size: Int)?
  /// The parts of the fragment not yet started: a track may have several.
  private var parts: [Part] = []
  /// The runs of the part not yet started, and the current one.
  private var runs: [Box] = []
  private var run: (content: ByteWindow, left: UInt64, flags: Int)?
  private var base = 0
  private var partDefaults = (duration: 0, size: 0)
  private var position = 0
  private var time = 0

  private struct Part {
    var header: TrackFragmentHeader
    /// The start time; `nil` for the end of the previous part.
    var time: Int?
    var runs: [Box]
  }

  init(of track: Int, after movie: Box, in reader: FileReader) {
    (id, self.reader) = (track, reader)
    var rest = reader.whole
    _ = try? rest.skip(movie.content.end)
    boxes = rest.boxes
    defaults = movie.fragmentDefaults.map { $0[track] ?? (0, 0) }
  }

  mutating func next() throws(MediaFileError) -> MovieSample? {
    guard let defaults else { return nil }
    while true {
      if let sample = try nextOfRun() { return sample }
      run = nil
      if !runs.isEmpty {
        try begin(runs.removeFirst())
      } else if !parts.isEmpty {
        begin(parts.removeFirst(), defaults)
      } else {
        guard let box = boxes.next() else { return nil }
        // A fragment that cannot be read is noted, and the next one is found by the sizes of boxes.
        if box.type == "moof" { reader.noting(errorOf: try enter(box)) }
      }
    }
  }

  private mutating func enter(_ moof: Box) throws(MediaFileError) {
    var isOurs = false
    for (part, start) in moof.trackFragments {
      let header = try part.child("tfhd")?.trackFragmentHeader(in: moof, from: start)
      let followsOurs = isOurs
      isOurs = header?.track == id
      guard let header, isOurs else { continue }
      guard header.base != nil || followsOurs else { throw part.unlocatedRun }
      var time: Int?
      if var decode = try part.child("tfdt")?.versioned() {
        time = Int(clamping: try decode.content.integer(bytes: decode.version == 1 ? 8 : 4))
      }
      parts.append(Part(header: header, time: time, runs: part.content.boxes.filter { $0.type == "trun" }))
    }
  }

  private mutating func begin(_ part: Part, _ defaults: (duration: Int, size: Int)) {
    base = part.header.base ?? position
    (position, time, runs) = (base, part.time ?? time, part.runs)
    partDefaults = (part.header.duration ?? defaults.duration, part.header.size ?? defaults.size)
  }

  private mutating func begin(_ box: Box) throws(MediaFileError) {
    var (_, flags, content) = try box.versioned()
    let count = try content.integer(bytes: 4)
    if flags & 1 != 0 {
      // The offset is signed; without one, the samples follow those of the previous run.
      let distance = Int(Int32(truncatingIfNeeded: try content.integer(bytes: 4)))
      position = base &+ distance
    }
    if flags & 4 != 0 { try content.skip(4) }
    run = (content, count, flags)
  }

  private mutating func nextOfRun() throws(MediaFileError) -> MovieSample? {
    guard var run, run.left > 0, reader.step(run.content.path, at: run.content.position) else { return nil }
    run.left -= 1
    var (duration, size, offset) = (partDefaults.duration, partDefaults.size, 0)
    if run.flags & 0x100 != 0 { duration = Int(try run.content.integer(bytes: 4)) }
    if run.flags & 0x200 != 0 { size = Int(try run.content.integer(bytes: 4)) }
    if run.flags & 0x400 != 0 { try run.content.skip(4) }
    if run.flags & 0x800 != 0 { offset = Int(Int32(truncatingIfNeeded: try run.content.integer(bytes: 4))) }
    self.run = run
    defer {
      position &+= size
      time &+= duration
    }
    return MovieSample(start: position, length: size, time: time &+ offset)
  }
}
