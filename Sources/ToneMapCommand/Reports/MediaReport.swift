internal import Transcoding
internal import JSONText

/// The statements of a movie, an image or a bare stream, and the plan for each track.
struct MediaReport {
  let name: Path
  let media: MediaDescription
  let tracks: [TrackReport]
  /// The unreadable parts, a sentence each.
  private let problems: [String]
  /// The damage that a conversion with `--strict` would reject.
  private let damage: [Finding]

  init(_ media: MediaDescription, of input: MediaInput, context: PlanningContext) {
    let name = input.path
    (self.name, self.media) = (name, media)
    let decoded = context.input.decoded(media, of: input)
    let unread: [Finding] = if case .unread(let finding) = decoded { [finding] } else { [] }
    problems = media.problems.map(\.description) + unread.map { "\($0)" }
    damage = media.findings + (media.container == .png ? unread : [])
    tracks = media.tracks.indices.map { TrackReport(media, $0, decoded, in: name, context: context) }
  }

  func json(with check: CheckReport? = nil) -> String {
    infoJSON(
      input: "\(name)", container: media.container.rawValue.snakeCase, bytesRead: media.bytesRead,
      problems: problems, tracks: tracks.map(\.json), check: check?.json)
  }

  /// Throws if a conversion with `--strict` would reject a track or the damage of the file.
  func checkStrictly() throws(TranscodingError) {
    for track in tracks { try track.verdict.checkStrictly() }
    if !damage.isEmpty { throw TranscodingError(PlanError.assumptions(damage)) }
  }

  func text(places: Bool) -> String {
    let head = [
      ("input", "\(name)"), ("container", media.containerName ?? "\(media.container)"),
      ("bytes read", places ? "\(media.bytesRead)" : nil),
    ]
    let sections = [head] + (tracks.isEmpty ? [[("tracks", "no video")]] : tracks.map { $0.facts(places: places) })
    let problems = problems.map { ("problem", $0 as String?) }
    return (sections + (problems.isEmpty ? [] : [problems])).map { table(column: 17, $0) }.joined(separator: "\n\n")
  }
}

/// The output of `info --json`, as in `docs/schemas/info.schema.json`.
///
/// - Parameters:
///   - container: The container of the pictures, in snake case: `movie`, `hevc_stream`, `y4m`.
///   - bytesRead: The number of bytes read from the file; `nil` for Y4M and raw frames.
func infoJSON(
  input: String, container: String, bytesRead: Int? = nil, problems: [String] = [], tracks: [JSONValue],
  check: JSONValue? = nil
) -> String {
  // The version increases if a key changes its meaning or is removed.
  jsonText(
    JSONValue(all: [
      "version": 1, "input": input, "container": container, "bytes_read": bytesRead, "problems": problems,
      "tracks": tracks, "check": check,
    ]))
}
