extension PlanningContext {
  /// Returns every file that a job reads: its input, the pictures of a sequence, and the files that settings name.
  func files(with path: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    input.files(with: path, clip) + [
      ("the lookup table", lookup.file),
      ("the \(hdr10PlusJSON == nil ? "frame metadata" : "HDR10+ JSON")", dynamics.frameMetadata),
      ("the background", target.alpha.background?.file),
    ] + dynamics.statistics.map { ("the statistics", $0) }
  }
}
