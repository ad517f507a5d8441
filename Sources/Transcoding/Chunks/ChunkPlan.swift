internal import HDRMetadata
package import JSONText
internal import SystemCalls
internal import ToneMapping

/// The plan of a movie that is converted in chunks by any number of processes: the file `plan.json` of a chunk folder.
package struct ChunkPlan: Hashable, Sendable {
  /// The input and the output, by their full paths.
  package let input, output: Path
  /// The settings of the conversion, as JSON options.
  package let options: [String: JSONValue]
  /// Whether the light of all chunks is measured before any is converted.
  package let needsLight: Bool
  package let chunks: [Chunk]
  /// The size of the input in bytes, and its time of change in nanoseconds since 1970.
  let size: Int
  let modified: String

  package var count: Int { chunks.count }

  static let fileName: Path = "plan.json"
  private static let (format, version) = ("tonemap chunk plan", 1)

  init(input: Path, output: Path, options: [String: JSONValue], needsLight: Bool, chunks: [Chunk], status: FileStatus) {
    (self.input, self.output, self.options, self.needsLight) = (input, output, options, needsLight)
    (self.chunks, size, modified) = (chunks, status.length, "\(status.modified)")
  }

  package var json: JSONValue {
    JSONValue([
      "format": Self.format, "version": Self.version, "release": Release.version, "input": input.text,
      "size": size, "modified": modified, "output": output.text, "options": JSONValue.object(options),
      "light": needsLight,
      "chunks": chunks.map { chunk in
        JSONValue([
          "first": chunk.first, "frames": chunk.frames, "time": Int(chunk.time.count),
          "end": (chunk.end?.count).map { Int($0) },
        ])
      },
    ])
  }

  /// Reads a plan.
  ///
  /// - Throws: `chunk`.
  init(at path: Path) throws(TranscodingError) {
    let text: [UInt8]
    do { text = try System.contents(of: path) } catch { throw .chunk(.unreadablePlan("\(path)", reason: "\(error)")) }
    do throws(MetadataError) {
      let node = try JSONNode<MetadataError>(text: text)
      let version = try node.member("version")
      guard try node.member("format").string() == Self.format else {
        throw try node.member("format").mismatch(expected: quoted(Self.format))
      }
      _ = try version.integer(in: Self.version...Self.version, "\(Self.version)")
      release = try node.member("release").string()
      input = Path(word: try node.member("input").string())
      output = Path(word: try node.member("output").string())
      size = try node.member("size").integer()
      modified = try node.member("modified").string()
      needsLight = try node.member("light").bool()
      let options = try node.member("options")
      guard case .object(let members) = options.value else { throw options.mismatch(expected: "an object") }
      self.options = members
      chunks = try node.member("chunks").list(1...Int.max, of: "a list of chunks").map {
        (chunk) throws(MetadataError) in
        func time(_ node: JSONNode<MetadataError>) throws(MetadataError) -> Ticks { Ticks(Int64(try node.integer())) }
        return Chunk(
          first: try chunk.member("first").integer(in: 0...Int.max),
          frames: try chunk.member("frames").integer(in: 1...Int.max),
          time: try time(chunk.member("time")), end: try chunk.child("end").map(time))
      }
    } catch {
      throw .chunk(.wrongPlan("\(path)", error))
    }
    guard release == Release.version else {
      throw .chunk(.otherRelease("\(path)", found: release, expected: Release.version))
    }
  }
  private var release = Release.version

  /// The identity of the plan, which its chunks state.
  var identity: String {
    // FNV-1a: it protects against mistakes, not against forgery.
    let hash = json.line.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// Whether a file is the input for which the plan was made, judging by its size and its date.
  func isOf(_ status: FileStatus?) -> Bool { status?.length == size && status.map { "\($0.modified)" } == modified }
}

extension Path {
  /// The name as text, from which `init(word:)` makes it again: UTF-8 if it is that.
  fileprivate var text: String { String(validating: bytes, as: UTF8.self) ?? word }
}
