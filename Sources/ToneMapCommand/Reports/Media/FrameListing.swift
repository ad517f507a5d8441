internal import Transcoding
internal import HDRMetadata
internal import MediaFiles
internal import SystemCalls

/// One run of `info --frames`: prints a line for each frame of a file as it is found.
struct FrameListing {
  let media: MediaDescription
  let file: Descriptor
  let input: Path
  let printsJSON: Bool
  let strict: Bool

  func run() throws {
    var frames = try mapping { () throws(MediaFileError) in try MediaFrames(of: media, descriptor: file.number) }
    let others = media.tracks.filter { !$0.isAuxiliary && $0.id != frames.track.id }
    if !others.isEmpty {
      let numbers = list(others.map { "\($0.id)" })
      Console.warn("only the frames of track \(frames.track.id) are listed, not those of \(numbers)")
    }
    var (count, damaged) = (0, 0)
    var ignored: [String] = []
    while let frame = try mapping({ () throws(MediaFileError) in try frames.next() }) {
      let report = FrameReport(frame: frame)
      try Console.print(printsJSON ? report.json : report.text)
      count += 1
      if report.isDamaged { damaged += 1 }
      ignored += report.ignored.filter { !ignored.contains($0) }
    }
    if !ignored.isEmpty {
      Console.warn("of Dolby Vision, \(list(ignored)) \(ignored.count == 1 ? "is" : "are") not interpreted")
    }
    for problem in frames.problems { Console.warn("\(problem)") }
    if count == 0 { throw CommandError.noFrames(input) }
    if strict, damaged > 0 || !frames.problems.isEmpty {
      throw CommandError.unreadableFrames(input, damaged, of: count)
    }
  }

  private func mapping<Value>(_ body: () throws(MediaFileError) -> Value) throws(CommandError) -> Value {
    do { return try body() } catch { throw .frames(input, error) }
  }
}
