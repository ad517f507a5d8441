/// The files of one run: what it reads may not be written, and nothing may be written twice.
///
///     var places = Places(reading: ["the input": "in.y4m"])
///     try places.write("in.y4m", as: "the output")  // usage: the output in.y4m is the same file as the input in.y4m, …
///
/// A file is known by any name, through links too. Pipes and devices are nobody's to lose.
struct Places {
  private var taken: [FileIdentity: String] = [:]

  /// The files that are read, by what messages call them; `-` is standard input, and what is not there is passed over.
  init(reading files: KeyValuePairs<String, String?>) {
    for case (let role, let name?) in files {
      let identity = name == "-" ? System.identity(of: System.standardInput) : System.identity(at: name)
      if let identity, case .existing = identity { taken[identity] = "\(role) \(name)" }
    }
  }

  /// Takes note of a file that will be written; `-` is standard output.
  ///
  /// - Throws: `usage` where it is read, or written already.
  mutating func write(_ name: String, as role: String) throws(CommandError) {
    let identity = name == "-" ? System.identity(of: System.standardOutput) : System.identity(at: name)
    guard let identity else { return }
    if let other = taken[identity] {
      throw .usage(
        "\(role) \(name) is the same file as \(other), where another was expected, since one would replace the other;"
          + " name another file")
    }
    taken[identity] = "\(role) \(name)"
  }
}
