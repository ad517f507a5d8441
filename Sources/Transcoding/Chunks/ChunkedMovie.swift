package import JSONText
internal import Movies
internal import SystemCalls

/// A movie that is converted in chunks by any number of processes, on any number of machines that share a folder.
///
///     let movie = try ChunkedMovie(of: "in.mov", to: "out.mp4", options: [:], in: "work", for: control)
///     for chunk in 0..<movie.plan.count { _ = try movie.convert(chunk, for: RunControl()) }  // in any order, anywhere
///     try movie.join(for: RunControl())
///
/// The joined movie has the same bytes whatever process converted which chunk; they are those of a conversion with the setting `chunks`.
package struct ChunkedMovie: Sendable {
  /// The folder with the plan, the light and the coded chunks.
  package let folder: Path
  package let plan: ChunkPlan
  private let input: Path

  /// Plans the conversion of a movie, and writes the plan into a folder, which is created if it does not exist.
  ///
  /// - Throws: ``TranscodingError`` as `MovieConversion` does, and `chunk` for a movie without chunks.
  package init(
    of input: Path, to output: Path, options: [String: JSONValue], in folder: Path, for control: RunControl
  ) throws {
    guard input != .standardStream else { throw TranscodingError.chunk(.untimed("-")) }
    guard output != .standardStream else { throw TranscodingError.chunk(.notAMovieFile("-")) }
    let (input, output) = (Self.absolute(input), Self.absolute(output))
    var members = try Self.absolute(options)
    if members[SettingName.chunks.underscored] == nil { members[SettingName.chunks.underscored] = .string("grid") }
    var settings = ConversionSettings()
    try settings.set(members)
    let conversion: MovieConversion
    do { conversion = try MovieConversion(of: input, to: output, settings, for: control) } catch {
      guard case .encoding(.notAMovie) = error else { throw error }
      throw TranscodingError.chunk(.notAMovieFile("\(output)"))
    }
    guard let length = settings.encoding.chunkFrames, let status = System.status(of: input) else {
      throw TranscodingError.chunk(.notAMovie("\(input)"))
    }
    let chunks = try conversion.chunks(of: length)
    // Whatever join would refuse is refused now.
    let files = conversion.curves.context.files(with: input, conversion.source.clip)
    try Outputs(reading: files, force: settings.output.replacesProtectedFiles, control)
      .check(output, as: "the output", isGiven: true)
    try conversion.rehearse()
    (self.folder, self.input) = (folder, input)
    plan = ChunkPlan(
      input: input, output: output, options: members, needsLight: conversion.curves.measuresBefore, chunks: chunks,
      size: status.length, modified: "\(status.modified)")
    do { try System.makeFolder(folder) } catch {
      throw TranscodingError.chunk(.cannotMakeFolder("\(folder)", reason: "\(error)"))
    }
    try Outputs.write(plan.json.text, to: folder / ChunkPlan.fileName, as: "the chunk plan", control)
  }

  /// Opens a chunk folder.
  ///
  /// - Parameter input: The movie, if its path here differs from the one in the plan. Its date then does not matter.
  package init(in folder: Path, input: Path? = nil) throws(TranscodingError) {
    self.folder = folder
    plan = try ChunkPlan(at: folder / ChunkPlan.fileName)
    self.input = input ?? plan.input
    let status = System.status(of: self.input)
    guard input == nil ? plan.isOf(status) : status?.length == plan.size else {
      guard status != nil else { return }  // Opening it reports that it does not exist.
      throw .chunk(.changedInput("\(self.input)", plan: "\(folder / ChunkPlan.fileName)"))
    }
  }

  /// Measures the light of a chunk, unless it is measured already.
  package func measure(_ number: Int, running: RunningSettings = .init(), for control: RunControl) throws {
    let chunk = try chunk(number)
    guard plan.needsLight else { throw TranscodingError.chunk(.lightNotNeeded("\(folder)")) }
    let file = file(number, "light")
    guard System.kind(of: file) == .nothing else { return }
    let conversion = try settings()
    var settings = MeasurementSettings()
    (settings.input, settings.running) = (conversion.input, running)
    (settings.deinterlaces, settings.isStrict) = (conversion.deinterlaces, conversion.isStrict)
    try LightMeasurement(of: input, settings, for: control).write(chunk, to: file)
  }

  /// Converts a chunk, unless it is converted already.
  @discardableResult
  package func convert(
    _ number: Int, running: RunningSettings = .init(), for control: RunControl
  ) throws -> [Finding] {
    let chunk = try chunk(number)
    let file = file(number, "chunk")
    if System.kind(of: file) == .regular, (try? coded(number)) != nil { return [] }
    var settings = try settings()
    settings.running = running
    if plan.needsLight {
      let missing = missing("light")
      guard missing.isEmpty else { throw TranscodingError.chunk(.missingLight(missing, folder: "\(folder)")) }
      settings.light.statistics = plan.chunks.indices.map { self.file($0, "light") }
    }
    let conversion = try MovieConversion(of: input, to: plan.output, settings, for: control)
    return try control.run {
      try control.writing(reading: [("the input", input)]) { outputs in
        try conversion.encode(chunk, to: outputs.open(file, as: "the chunk"), for: plan.identity)
      }
      return control.findings
    }
  }

  /// Joins the chunks to the movie.
  ///
  /// - Parameter output: The movie, if its path differs from the one in the plan.
  package func join(
    to output: Path? = nil, running: RunningSettings = .init(), for control: RunControl
  ) throws -> ConversionResult {
    let missing = missing("chunk")
    guard missing.isEmpty else { throw TranscodingError.chunk(.missingChunks(missing, folder: "\(folder)")) }
    var settings = try settings()
    settings.running = running
    var (files, facts) = ([ChunkFile](), ChunkFacts())
    for number in plan.chunks.indices {
      let coded = try coded(number)
      files.append(coded.file)
      facts = facts.joined(with: coded.facts)
    }
    let conversion = try MovieConversion(of: input, to: output ?? plan.output, settings, for: control)
    return try control.run {
      try conversion.written(joining: CodedChunks(files: files, facts: facts, movie: conversion.reopened()))
    }
  }

  // MARK: Parts

  private func settings() throws(TranscodingError) -> ConversionSettings {
    var settings = ConversionSettings()
    try settings.set(plan.options)
    return settings
  }

  private func chunk(_ number: Int) throws(TranscodingError) -> Chunk {
    guard plan.chunks.indices.contains(number) else {
      throw .chunk(.noChunk(number, count: plan.count, plan: "\(folder / ChunkPlan.fileName)"))
    }
    return plan.chunks[number]
  }

  private func file(_ number: Int, _ ending: String) -> Path {
    let digits = "\(number)"
    return folder / Path("\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).\(ending)".utf8)
  }

  private func missing(_ ending: String) -> [Int] {
    plan.chunks.indices.filter { System.kind(of: file($0, ending)) == .nothing }
  }

  private func coded(_ number: Int) throws(TranscodingError) -> (file: ChunkFile, facts: ChunkFacts) {
    let path = file(number, "chunk")
    do {
      let file = try ChunkFile(name: "\(path)") { () throws(SystemError) in
        Descriptor(try System.openForReading(path), isOurs: true)
      }
      let facts = try ChunkFacts(json: file.note)
      guard facts.plan == plan.identity, facts.first == plan.chunks[number].first else {
        throw TranscodingError.chunk(.otherPlan("\(path)"))
      }
      return (file, facts)
    } catch let error as MovieError {
      throw TranscodingError(error)
    } catch {
      throw error as? TranscodingError ?? .movie(.notAChunk("\(path)"), isOfPictures: false)
    }
  }

  /// The options with full paths, by their names with underscores. `null` means absent.
  private static func absolute(_ options: [String: JSONValue]) throws(TranscodingError) -> [String: JSONValue] {
    let files = Set(ConversionSettings.rows.filter { $0.endings != nil }.map(\.name.underscored))
    var members: [String: JSONValue] = [:]
    for (key, value) in options where value != .null {
      let name = key.map { $0 == "-" ? "_" : String($0) }.joined()
      let own = files.contains(name) ? absolute(value) : value
      guard members.updateValue(own, forKey: name) == nil else { throw .setting(.repeated(name)) }
    }
    return members
  }

  /// The name of a file, or a list of names, with full paths.
  private static func absolute(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(absolute(Path(word: text)).word)
    case .array(let values): .array(values.map(absolute))
    default: value
    }
  }

  private static func absolute(_ path: Path) -> Path {
    path.isAbsolute || path == .standardStream ? path : System.resolved(".") / path
  }
}

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

  /// The identity of the plan, which its chunks state.
  var identity: String {
    // FNV-1a: it protects against mistakes, not against forgery.
    let hash = json.line.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// Whether a file is the input for which the plan was made, judging by its size and its date.
  func isOf(_ status: FileStatus?) -> Bool { status?.length == size && status.map { "\($0.modified)" } == modified }
}

extension ChunkPlan {
  init(at path: Path) throws(TranscodingError) {
    let text: [UInt8]
    let release: String
    do { text = try System.contents(of: path) } catch { throw .chunk(.unreadablePlan("\(path)", reason: "\(error)")) }
    do throws(MetadataError) {
      let node = try JSONNode<MetadataError>(text: text)
      let version = try node.member("version")
      guard try node.member("format").string() == Self.format else {
        throw try node.member("format").mismatch(expected: quoted(Self.format))
      }
      _ = try version.integer(in: Self.version...Self.version, "\(Self.version)")
      release = try node.member("release").string()
      let (input, output) = (try node.member("input").string(), try node.member("output").string())
      let (size, modified) = (try node.member("size").integer(), try node.member("modified").string())
      let needsLight = try node.member("light").bool()
      let options = try node.member("options")
      guard case .object(let members) = options.value else { throw options.mismatch(expected: "an object") }
      let chunks = try node.member("chunks").list(1...Int.max, of: "a list of chunks").map {
        (chunk) throws(MetadataError) in
        func time(_ node: JSONNode<MetadataError>) throws(MetadataError) -> Ticks { Ticks(Int64(try node.integer())) }
        return Chunk(
          first: try chunk.member("first").integer(in: 0...Int.max),
          frames: try chunk.member("frames").integer(in: 1...Int.max),
          time: try time(chunk.member("time")), end: try chunk.child("end").map(time))
      }
      self.init(
        input: Path(word: input), output: Path(word: output), options: members, needsLight: needsLight, chunks: chunks,
        size: size, modified: modified)
    } catch {
      throw .chunk(.wrongPlan("\(path)", error))
    }
    guard release == Release.version else {
      throw .chunk(.otherRelease("\(path)", found: release, expected: Release.version))
    }
  }
}

extension Path {
  /// The name as text, from which `init(word:)` makes it again: UTF-8 if it is that.
  fileprivate var text: String { String(validating: bytes, as: UTF8.self) ?? word }
}
