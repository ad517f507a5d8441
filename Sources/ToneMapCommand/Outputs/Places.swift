/// The files of one run: no file that is read may be written, and no file may be written twice.
///
///     var places = Places(reading: ["the input": "in.y4m"])
///     try places.write("in.y4m", as: "the output")  // usage: the output in.y4m is the same file as the input in.y4m, …
///
/// A file is recognized under any name, through links too. Pipes and devices cannot be overwritten, so they may be used twice.
struct Places {
  private var taken: [FileIdentity: String] = [:]

  /// The files that are read, by their names in messages; `-` is standard input, and missing files are ignored.
  init(reading files: KeyValuePairs<String, Path?>) {
    for case (let role, let name?) in files {
      let identity = name == "-" ? System.identity(of: System.standardInput) : System.identity(at: name)
      if let identity, case .existing = identity { taken[identity] = "\(role) \(name)" }
    }
  }

  /// Records a file that will be written; `-` is standard output.
  ///
  /// - Throws: `usage` if it is also read, or already written.
  mutating func write(_ name: Path, as role: String) throws(CommandError) {
    let identity = name == "-" ? System.identity(of: System.standardOutput) : System.identity(at: name)
    guard let identity else { return }
    if let other = taken[identity] {
      throw .usage(
        "\(role) \(name) is the same file as \(other), but different files were expected, since one would overwrite the other;"
          + " name another file")
    }
    taken[identity] = "\(role) \(name)"
  }
}
