/// The files of one run: no file that is read may be written, and no file may be written twice.
///
/// A file is recognized under any name, through links too. Pipes and devices cannot be overwritten, so they may be used twice.
struct Places {
  private var taken: [FileIdentity: String] = [:]

  /// The files that are read, by their names in messages; `-` is standard input, and missing files are ignored.
  init(reading files: KeyValuePairs<String, Path?>) {
    for case (let role, let name?) in files {
      if let identity = name == "-" ? System.identity(of: System.standardInput) : System.identity(at: name) {
        taken[identity] = "\(role) \(name)"
      }
    }
  }

  /// Records a file that will be written, and what it is; `nil` for what cannot be overwritten.
  ///
  /// - Throws: `usage` if it is also read, or already written.
  mutating func write(_ identity: FileIdentity?, _ output: String) throws(CommandError) {
    guard let identity else { return }
    if let other = taken[identity] {
      throw .usage(
        "\(output) is the same file as \(other), but different files were expected, since one would overwrite the other;"
          + " name another file")
    }
    taken[identity] = output
  }
}
