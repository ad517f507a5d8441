internal import HDRMetadata

/// A file that is read: what it is in messages, and its name if there is one.
package typealias ReadFile = (role: String, path: Path?)

extension Choices {
  /// Every file that a job reads: its input, the pictures of a sequence, and what the settings name.
  func files(with input: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    let alpha = target.alpha
    return [
      ("the input", input), ("the color JSON", source.colorJSON), ("the lookup table", lookup.file),
      ("the \(hdr10PlusJSON == nil ? "frame metadata" : "HDR10+ JSON")", dynamics.frameMetadata),
      ("the alpha file", alpha.alphaFile), ("the background", alpha.background?.file),
    ] + dynamics.statistics.map { ("the statistics", $0) } + (clip?.files ?? []).map { ("the input", $0) }
  }
}

/// The files of one run: no file that is read may be written, and no file may be written twice.
///
/// A file is recognized under any name, through links too. Pipes and devices cannot be overwritten, so they may be used twice.
struct Places {
  private var taken: [FileIdentity: String] = [:]

  /// The files that are read, by their names in messages; `-` is standard input, and missing files are ignored.
  init(reading files: [ReadFile]) {
    for case (let role, let name?) in files { read(name, as: role) }
  }

  /// Records one more file that is read.
  mutating func read(_ name: Path, as role: String) {
    if let identity = name == .standardStream ? System.identity(of: System.standardInput) : System.identity(at: name) {
      taken[identity] = "\(role) \(name)"
    }
  }

  /// Records a file that will be written, and what it is; `nil` for what cannot be overwritten.
  ///
  /// - Throws: `settings` if it is also read, or already written.
  mutating func write(_ identity: FileIdentity?, _ output: String) throws(TranscodingError) {
    try check(identity, output)
    if let identity { taken[identity] = output }
  }

  /// Makes sure that a file may be written.
  ///
  /// - Throws: `settings` if it is also read, or already written.
  func check(_ identity: FileIdentity?, _ output: String) throws(TranscodingError) {
    guard let identity, let other = taken[identity] else { return }
    throw .settings(
      "\(output) is the same file as \(other), but different files were expected, since one would overwrite the other;"
        + " name another file")
  }

  /// Forgets a file that was written: it is complete.
  mutating func forget(_ identity: FileIdentity?) {
    if let identity { taken[identity] = nil }
  }
}
