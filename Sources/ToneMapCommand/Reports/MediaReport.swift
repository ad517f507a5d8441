internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

/// What a movie, an image or a bare stream says of itself, and what a conversion of each track would assume.
struct MediaReport {
  let name: String
  let media: MediaDescription
  let tracks: [TrackReport]

  init(_ media: MediaDescription, name: String, choices: Choices) throws(CommandError) {
    self.name = name
    self.media = media
    var tracks: [TrackReport] = []
    for track in media.tracks { tracks.append(try TrackReport(track, in: name, choices: choices)) }
    self.tracks = tracks
  }

  /// The report as JSON, with a check where one was made.
  func json(with check: CheckReport? = nil) -> String {
    JSONValue.object([
      "check": check?.json ?? .null,
      "input": .string(name), "container": .string(media.container.rawValue),
      "bytes_read": .number(Double(media.bytesRead)), "problems": .array(media.problems.map { .string("\($0)") }),
      "tracks": .array(tracks.map(\.json)),
    ]).lines
  }

  var json: String { json() }

  /// The first track that shows pictures in their own right, as `convert --color-json` reads it.
  func colorJSON() throws(CommandError) -> [UInt8] {
    guard let track = tracks.first(where: { !$0.track.isAuxiliary }) ?? tracks.first else {
      throw .data(
        "\(name) has no track of pictures, where one was expected whose color could be written; choose another")
    }
    return track.json.text
  }
}

extension MediaReport: CustomStringConvertible {
  var description: String {
    let head = [("input", name), ("container", "\(media.container)"), ("bytes read", "\(media.bytesRead)")]
    let sections = [head] + (tracks.isEmpty ? [[("tracks", "none of pictures")]] : tracks.map(\.facts))
    let problems = media.problems.map { ("problem", "\($0)") }
    return (sections + (problems.isEmpty ? [] : [problems])).map { facts in
      facts.map { name, value in
        name + String(repeating: " ", count: max(17 - name.count, 1)) + value
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension JSONValue {
  /// The text without the newline that ends it.
  fileprivate var lines: String { String(decoding: text.dropLast(), as: UTF8.self) }
}
