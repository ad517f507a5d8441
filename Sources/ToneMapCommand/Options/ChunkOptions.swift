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
  /// - Parameters:
  ///   - command: All options of the command.
  ///   - names: The number of file names.
  func validate(in command: some ParsableArguments, names: Int) throws {
    guard chunk != nil else { return }
    let others = command.stated.keys.filter { ![.threads, .simd].contains($0) }.map { "--\($0.hyphenated)" }.sorted()
    guard names == 1, others.isEmpty else { throw UsageError.besideChunk(others, names: names) }
  }
}
