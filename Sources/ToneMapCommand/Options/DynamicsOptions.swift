internal import ArgumentParser
internal import LightStatistics

/// How the tone curve follows light that changes.
struct DynamicsOptions: ParsableArguments {
  /// How long the peak of a curve holds, and where it is known from.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case `static`, scene, frame, metadata, auto
    case onePass = "one-pass"
  }

  @Option(
    help: ArgumentHelp(
      "What tonemap measure --stats wrote about the whole clip; one option for each file if parts were measured.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var stats: [Path] = []

  @Option(
    help: ArgumentHelp(
      "How the tone curve follows the light that was measured: one peak for the clip, one for each scene, or one for each frame,"
        + " smoothed; metadata takes the light that Dolby Vision or HDR10+ states for each frame of a movie. Without --stats, the whole clip is measured first. one-pass looks ahead in what can be read only once; auto is scene"
        + " or, there, one-pass.",
      valueName: "mode"))
  var dynamics: Choice?

  @Option(
    help: ArgumentHelp(
      "The light of each frame as lines of JSON, such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var frameMetadata: Path?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many frames one-pass looks ahead, and holds in memory; by default, 24.", valueName: "frames"))
  var lookAhead: Int?

  /// Whether the light of frames decides how they are mapped.
  var isAskedFor: Bool { dynamics != nil || !stats.isEmpty || frameMetadata != nil }

  /// Where the light of frames is known from.
  enum Way: Hashable {
    /// All of it, before the first frame.
    case before(DynamicLight.Mode)
    /// The frames that follow, so many.
    case ahead(Int)
    /// What each frame brings.
    case carried
    /// A file that states it for each frame.
    case stated(Path)

    /// The number of frames that are held in memory.
    var heldFrames: Int { if case .ahead(let count) = self { count + 1 } else { 0 } }
  }

  /// The way for an input; `nil` if light does not decide.
  ///
  /// - Parameter isOnce: Whether it can be read only once.
  func way(isOnce: Bool) -> Way? {
    switch dynamics {
    case .static: .before(.static)
    case .frame: .before(.frame)
    case .scene: .before(.scene)
    case .auto: isOnce && stats.isEmpty ? .ahead(lookAhead ?? 24) : .before(.scene)
    case .onePass: .ahead(lookAhead ?? 24)
    case .metadata: .carried
    case nil: frameMetadata.map { .stated($0) } ?? (stats.isEmpty ? nil : .before(.scene))
    }
  }

  /// The error for an input that can be read only once, if all of it is to be measured first.
  func readsTwice(_ input: Path) -> CommandError {
    let name = input == "-" ? "standard input" : "\(input)"
    return .usage(
      "--dynamics \((dynamics ?? .scene).rawValue) reads the input twice, but \(name) can be read only once; name a file, or give --stats,"
        + " which tonemap measure INPUT --stats FILE writes, or choose --dynamics one-pass")
  }

  func validate() throws {
    if frameMetadata != nil, dynamics != nil || !stats.isEmpty {
      throw ValidationError(
        "--frame-metadata states the light of each frame, but \(dynamics == nil ? "--stats" : "--dynamics") would find it;"
          + " leave one of them out")
    }
    if dynamics == .metadata, !stats.isEmpty {
      throw ValidationError(
        "--dynamics metadata takes what frames state, but --stats has been measured; leave one of them out")
    }
    if dynamics == .onePass, !stats.isEmpty {
      throw ValidationError(
        "--dynamics one-pass measures frames while it converts, but --stats has been measured; leave one of them out")
    }
    guard let lookAhead else { return }
    guard dynamics == .onePass || dynamics == .auto else {
      throw ValidationError("--look-ahead is for --dynamics one-pass; choose that, or leave --look-ahead out")
    }
    guard (1...1000).contains(lookAhead) else {
      throw ValidationError("--look-ahead is \(lookAhead), but 1 to 1000 frames were expected")
    }
  }
}
