extension PlanningContext {
  /// Returns every file that a job reads: its input, the pictures of a sequence, and the files that settings name.
  func files(with input: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    let alpha = target.alpha
    return [
      ("the input", input), ("the color JSON", source.colorJSON), ("the lookup table", lookup.file),
      ("the \(hdr10PlusJSON == nil ? "frame metadata" : "HDR10+ JSON")", dynamics.frameMetadata),
      ("the alpha file", alpha.alphaFile), ("the background", alpha.background?.file),
    ] + dynamics.statistics.map { ("the statistics", $0) } + (clip?.files ?? []).map { ("the input", $0) }
  }
}
