public import HDRMetadata

/// An error of a movie that is converted in chunks. The first text of each case is the name of a file or a folder.
public enum ChunkError: JobError {
  // MARK: Movies that have no chunks
  case notAMovie(String)
  case notAMovieFile(String)
  /// The pictures have no times, or the movie cannot be read twice.
  case untimed(String)
  /// Two pictures have the same time, or times jump; in seconds.
  case irregular(String, at: Double, by: Double)
  case undecodable(String, firstFrame: Int, frames: Int)

  // MARK: Chunk folders
  case cannotMakeFolder(String, reason: String)
  case unreadablePlan(String, reason: String)
  case wrongPlan(String, MetadataError)
  case otherRelease(String, found: String, expected: String)
  case changedInput(String, plan: String)
  case noChunk(Int, count: Int, plan: String)
  case lightNotNeeded(String)
  /// Chunks whose light was not measured; `missingChunks` were not converted.
  case missingLight([Int], folder: String)
  case missingChunks([Int], folder: String)
  case otherPlan(String)

  public var kind: JobErrorKind {
    switch self {
    case .notAMovie, .notAMovieFile, .noChunk, .lightNotNeeded, .otherRelease: .settings
    case .untimed, .irregular, .undecodable, .wrongPlan, .changedInput, .otherPlan: .data
    case .unreadablePlan, .missingLight, .missingChunks: .notFound
    case .cannotMakeFolder: .cannotCreate
    }
  }

  public var sentence: Fix {
    switch self {
    case .notAMovie(let name):
      "\(name) is not a movie, but only movies are converted in chunks; leave \(.chunks) out, and divide raw frames with \(.start) and \(.frames)"
    case .notAMovieFile(let name):
      "the output \(name) is not a movie file, but chunks are joined to one; name a movie, such as out.mp4"
    case .untimed(let name):
      "the pictures of \(name) have no times, or it cannot be read twice, but chunks need both; convert it to .mkv first, with"
        + " \(.to, "source") and \(.videoCodec, "ffv1"), or convert it whole"
    case .irregular(let name, let time, let step):
      step == 0
        ? "two pictures of \(name) have the time \(time.rounded(to: 3)) s, but chunks need increasing times; convert it whole"
        : "the times of \(name) jump by \(step.rounded(to: 3)) s at \(time.rounded(to: 3)) s, but chunks need times without jumps; convert it whole"
    case .undecodable(let name, let first, let count):
      "no picture of the frames \(first) to \(first + count - 1) of \(name) can be decoded; repair the movie, or convert it whole"

    case .cannotMakeFolder(let folder, let reason):
      "the chunk folder \(folder) cannot be created (\(reason)); name a folder inside an existing one"
    case .unreadablePlan(let plan, let reason):
      "\(plan) cannot be read (\(reason)), but a chunk folder has a plan; make it with tonemap chunk-plan"
    case .wrongPlan(let plan, let error): "the chunk plan \(plan) is wrong: \(error)"
    case .otherRelease(let plan, let found, let expected):
      "the chunk plan \(plan) was made by tonemap \(found), but this is \(expected); use the same version on all machines, or plan again"
    case .changedInput(let input, let plan):
      "\(input) is not the file for which \(plan) was made: its size or date differs; plan again in a new folder"
    case .noChunk(let chunk, let count, let plan):
      "there is no chunk \(chunk), since \(plan) has \(count), counted from 0; give 0 to \(count - 1)"
    case .lightNotNeeded(let folder):
      "the light of \(folder) is not needed, since its curves do not follow measured light; convert its chunks at once"
    case .missingLight(let chunks, let folder):
      "the light of \(Self.words(chunks)) is missing in \(folder), but all is needed for the curve; measure it first"
    case .missingChunks(let chunks, let folder):
      "\(Self.words(chunks)) \(chunks.count == 1 ? "is" : "are") missing in \(folder), but all chunks were expected; convert \(chunks.count == 1 ? "it" : "them") first"
    case .otherPlan(let chunk):
      "\(chunk) is a chunk of another plan or of another number, but each chunk of the plan was expected in its own file; remove it, and convert that chunk again"
    }
  }

  private static func words(_ chunks: [Int]) -> String {
    let shown = chunks.prefix(10).map { "\($0)" } + (chunks.count > 10 ? ["\(chunks.count - 10) more"] : [])
    return (chunks.count == 1 ? "chunk " : "chunks ") + list(shown)
  }
}
