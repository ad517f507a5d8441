package import HDRMetadata
internal import ToneMapping

/// The context in which an input is opened and described: the user's statements about it, and the needs of the job that reads it.
package struct InputContext {
  package let control: RunControl
  package var source = InputSettings()
  var alpha = AlphaSettings()
  var strict = false
  var fields = Deinterlacing.refused
  /// Whether the output never has alpha, so that no option could keep it.
  var neverHasAlpha = false
  /// Whether each part of a movie whose color changes gets its own plan; otherwise such a change is refused.
  var readsOtherColors = true
  /// Whether the ST 2094-50 gains of each frame are read.
  var readsHeadroom = false
  /// Whether HDR10+ JSON beside the input describes its frames.
  var hasHDR10PlusJSON = false
  /// Whether the peak of the source is given, so that pictures of scene-linear light need not be searched for theirs.
  var isPeakGiven = false
  /// Whether a stated frame rate replaces the times of a movie's frames.
  var replacesTimes = false

  func check() throws(TranscodingError) {
    try alpha.check()
    for place in [source.colorJSON, alpha.alphaFile].compactMap(\.self) { try place.check() }
  }

  /// Returns the files from which an input is read: itself, the pictures of a sequence, and the files that settings name.
  func files(with input: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    [("the input", input), ("the color JSON", source.colorJSON), ("the alpha file", alpha.alphaFile)]
      + (clip?.files ?? []).map { ("the input", $0) }
  }

  // MARK: Reports

  /// Reports the assumptions made to read a clip; with `--strict`, an undecided assumption is an error.
  func report(assumptions: [Finding]) throws(TranscodingError) { control.report(assumed: try accepted(assumptions)) }

  /// Returns the assumptions made to read a clip, except those that settings answer; if strict, an undecided assumption is an error.
  func accepted(_ assumptions: [Finding]) throws(TranscodingError) -> [Finding] {
    // Light levels that settings state are not placeholders.
    let isTyped = source.metadata.contentLight != nil
    let assumptions = assumptions.filter { !isTyped || $0.code != Finding.placeholders }
    let unanswered = assumptions.filter { !$0.isDecided }
    if strict, !unanswered.isEmpty { throw TranscodingError(PlanError.assumptions(unanswered)) }
    return assumptions
  }

  /// Reports the faults of an input that can still be used; with `--strict`, a fault is an error.
  package func report(faults: [Finding]) throws(TranscodingError) {
    if strict, let fault = faults.first { throw .strict(fault, fix: "repair the file") }
    control.report(faults)
  }
}

extension Finding {
  package var isCutShort: Bool { code == "cut-short" }
}

/// The handling of pictures that consist of two fields.
package enum Deinterlacing: Hashable, Sendable {
  case refused
  /// The fields are joined to whole pictures.
  case frame
  /// The caller takes one field.
  case singleField
}
