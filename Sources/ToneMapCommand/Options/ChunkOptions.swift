internal import ArgumentParser
internal import Transcoding

struct ChunkOptions: ParsableArguments {
  @Option(
    "Work on this chunk, counted from 0, of the folder that chunk-plan made, which is then the only name.", as: "number"
  )
  var chunk: Int?

  /// Makes sure that all else is left to the plan.
  func validate(names: Int) throws {
    guard chunk != nil else { return }
    let given = Arguments.words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    let others = Set(given.map(String.init)).subtracting(["--chunk", "--threads", "--simd", "--progress"]).sorted()
    guard others.isEmpty else {
      throw ValidationError(
        "\(list(others)) \(others.count == 1 ? "was" : "were") given with --chunk, which takes only --threads, --simd and --progress; leave \(others.count == 1 ? "it" : "them") out, or give settings to chunk-plan"
      )
    }
    if names != 1 {
      throw ValidationError(
        "\(names) names were given, but --chunk needs one, the folder that chunk-plan made; leave the others out")
    }
  }
}
