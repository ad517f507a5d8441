internal import HDRMetadata

// Counting the frames.
extension FrameSelection {
  /// Checks that there were as many frames as requested; fewer are an error only with `--strict`, none is always an error.
  package func check(count: Int, of clip: Clip, strict: Bool, _ control: RunControl) throws(TranscodingError) {
    guard count > 0 else { throw tooShort(clip, nil) }
    guard let asked = frames, count < asked else { return }
    let (code, found): (_, Fix) = (
      "fewer-frames",
      "\(clip.name) has only \(plural(count, "frame")) from \(.start) \(start), but \(.frames) asks for \(asked)"
    )
    guard !strict else { throw .strict(Finding(code: code, found: found), fix: "ask for \(count)") }
    let taken = count == 1 ? "that one" : "those \(count)"
    control.report(assumed: [Finding(code: code, found: found, consequence: "taking \(taken)")])
  }

  /// Returns the error that a clip has none of these frames; `count` is the number of all its frames, if known.
  package func tooShort(_ clip: Clip, _ count: Int?) -> TranscodingError {
    .input(.noFrame(clip.name, self, count: count))
  }
}

extension Int {
  /// Returns the sum with another number, or `Int.max` on overflow, which no count reaches.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
