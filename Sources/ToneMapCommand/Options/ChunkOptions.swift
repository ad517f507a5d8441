internal import ArgumentParser
internal import Transcoding

/// The chunk of a planned conversion to work on.
struct ChunkOptions: ParsableArguments {
  @Option(
    "Work on this chunk, counted from 0, of the folder that chunk-plan made, which is then the only name.", as: "number"
  )
  var chunk: Int?

  /// Makes sure that all else is left to the plan.
  ///
  /// - Parameter names: The number of file names.
  func validate(names: Int) throws {
    guard chunk != nil else { return }
    let given = Arguments.words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    let others = Set(given.map(String.init)).subtracting(["--chunk", "--threads", "--simd", "--progress"]).sorted()
    guard names == 1, others.isEmpty else { throw UsageError.besideChunk(others, names: names) }
  }
}
