internal import HDRMetadata
internal import Colorimetry
internal import ToneMapping

// Counting the frames.
extension FrameSelection {
  /// Checks that there were as many frames as requested; fewer are an error only with `--strict`, none is always an error.
  package func check(count: Int, of clip: Clip, strict: Bool, _ control: RunControl) throws(TranscodingError) {
    guard count > 0 else { throw tooShort(clip, nil) }
    guard let asked = frames, count < asked else { return }
    let sentence: Fix =
      "\(clip.name) has only \(plural(count, "frame")) from \(.start) \(start), but \(.frames) asks for \(asked)"
    guard !strict else { throw .data("\(sentence); ask for \(count), or leave \(.strict) out") }
    control.report(assumed: [
      Finding(
        code: "fewer-frames", found: sentence, consequence: "taking \(count == 1 ? "that one" : "those \(count)")")
    ])
  }

  package func tooShort(_ clip: Clip, _ count: Int?) -> TranscodingError {
    let found = count.map { plural($0, "frame") } ?? (start.isAtStart ? "no frames" : "no more frames")
    if start.isAtStart, duration == nil {
      return .data("\(clip.name) has \(found), but at least 1 was expected; check how the file was made")
    }
    if let duration = duration, count == nil {
      return .data(
        "no frame of \(clip.name) begins within the \(duration.rounded(to: 3)) s of \(.duration) from \(.start) \(start);"
          + " choose a smaller start or a longer duration")
    }
    if case .seconds = start {
      return .data("\(clip.name) has no frame at or after \(.start) \(start); choose a smaller start")
    }
    return .data(
      "\(clip.name) has \(found), but \(.start) \(start) needs more than \(start); choose a smaller start"
    )
  }
}

extension Int {
  /// Returns the sum with another number, or `Int.max` on overflow, which no count reaches.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
