internal import JSONText
internal import SystemCalls
internal import ToneMapping

extension LightTimeline {
  /// Creates a timeline of the light that a file states: lines of JSON, or HDR10+ JSON.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - light: The light of HDR10+, as far as it is believed.
  /// - Throws: `notFound` for a file that cannot be read; `data` for an invalid file.
  init(ofLightIn path: Path, _ light: StatedLight) throws(TranscodingError) {
    let name = path == .standardStream ? "the frame metadata on standard input" : "the frame metadata \(path)"
    self.init { frame, _ in .light(.noLight(frame: frame, file: name)) }
    var (text, scanner) = ([UInt8](), nil as HDR10PlusScanner?)
    do {
      try System.forEachPart(of: path == .standardStream ? nil : path) { part in
        guard scanner == nil else { return try scanner!.take(part) { readLight($0, name, light) } }
        guard text.count + part.count <= 1 << 28 else { throw SystemError(code: EFBIG) }
        let isBeginning = text.count < 4096
        text += part
        guard isBeginning, Self.isHDR10Plus(text) else { return }
        scanner = HDR10PlusScanner()
        try scanner!.take(text) { readLight($0, name, light) }
      }
      if scanner != nil {
        try scanner!.finish { readLight($0, name, light) }
        return
      }
    } catch let error as MetadataError {
      throw .light(.wrongFile(name, error))
    } catch {
      throw .light(.unreadableFile(name, reason: "\(error)"))
    }
    try readLines(text, name, light.floor)
  }

  /// Whether a text starts like HDR10+ JSON, whose keys no line of light has.
  private static func isHDR10Plus(_ text: [UInt8]) -> Bool {
    ["\"JSONInfo\"", "\"SceneInfo\""].contains { text.firstRange(of: Array($0.utf8)) != nil }
  }

  private mutating func readLight(_ frame: HDR10PlusDocument.Frame, _ name: String, _ light: StatedLight) {
    let levels = light.levels(of: frame.metadata, frame: end)
    append(levels.map { .success(.light($0)) } ?? .failure(.light(.silentMetadata(frame: end, file: name))), for: end)
  }

  /// Adds the light of lines, which may be in any order.
  private mutating func readLines(_ text: [UInt8], _ name: String, _ floor: Luminance) throws(TranscodingError) {
    var lights: [Int: DynamicLight.Levels] = [:]
    for (number, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where !JSONLine.isBlank(line) {
      let frame: StatedFrame
      do throws(StatedFrame.Fault) {
        frame = try StatedFrame(line)
        if lights[frame.index] != nil { throw .init(found: "states frame \(frame.index) a second time") }
      } catch {
        throw .light(.wrongLine(number + 1, of: name, found: error.found))
      }
      lights[frame.index] = DynamicLight.Levels(stated: frame.maximum, average: frame.average, floor: floor)
    }
    for (frame, light) in lights.sorted(by: { $0.key < $1.key }) { append(.success(.light(light)), for: frame) }
  }

  // MARK: Curves

  /// Creates a timeline of the curves of HDR10+ JSON.
  init(ofCurvesIn path: Path) throws(TranscodingError) {
    self.init { frame, end in
      .light(.hdr10Plus(.tooFewFrames(found: end, needed: frame == .max ? nil : frame + 1), file: "\(path)"))
    }
    var last: HDR10PlusMetadata?
    func take(_ metadata: HDR10PlusMetadata) {
      let mapping = metadata.mapping
      defer { last = mapping }
      guard mapping != last else { return repeatLast() }
      do throws(HDR10PlusCurveError) {
        append(.success(.hdr10Plus(try HDR10PlusCurve(mapping, frame: end))), for: end)
      } catch {
        append(.failure(.light(.hdr10Plus(error, file: "\(path)"))), for: end)
      }
    }
    do {
      var scanner = HDR10PlusScanner()
      try System.forEachPart(of: path == .standardStream ? nil : path) { part in
        try scanner.take(part) { take($0.metadata) }
      }
      try scanner.finish { take($0.metadata) }
    } catch let error as MetadataError {
      throw .light(.wrongFile("the HDR10+ JSON \(path)", error))
    } catch {
      throw .light(.unreadableFile("the HDR10+ JSON \(path)", reason: "\(error)"))
    }
  }
}

extension HDR10PlusMetadata {
  /// The part that determines how light is mapped: the curve, the peak of the scene, and the display.
  fileprivate var mapping: HDR10PlusMetadata {
    var window = Window()
    window.maximumComponents = [windows.first?.maximumComponents.max() ?? 0, 0, 0]
    window.bezierCurve = windows.first?.bezierCurve
    return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: targetedDisplayMaximum)
  }
}

/// A line of a file that states the light of frames.
private struct StatedFrame {
  let index: Int
  let maximum: Luminance
  /// The average light; `nil` if unknown: a missing key, or `null`.
  let average: Luminance?

  /// The fault of a line, as the rest of a sentence.
  struct Fault: Error { let found: String }

  init(_ line: some Collection<UInt8>) throws(Fault) {
    guard let value = try? JSONValue(text: line), case .object(var members) = value else {
      throw Fault(found: "is \(JSONLine.otherForm(of: line) ?? "not a JSON object")")
    }
    guard case .number(let frame)? = members.removeValue(forKey: "frame"), let index = Int(exactly: frame), index >= 0
    else { throw Fault(found: "has no frame number, a whole number of 0 or more") }
    let range = 0...PerceptualQuantizer.peak.nits
    guard case .number(let maximum)? = members.removeValue(forKey: "max_cd_m2"), range.contains(maximum) else {
      throw Fault(found: "has no max_cd_m2 of 0 to 10000")
    }
    (self.index, self.maximum) = (index, .nits(maximum))
    switch members.removeValue(forKey: "average_cd_m2") {
    case nil, .null: average = nil
    case .number(let light)? where (0...maximum).contains(light): average = .nits(light)
    case .number(let light)? where range.contains(light):
      throw Fault(
        found: "has an average_cd_m2 of \(JSONValue.number(light)), above its max_cd_m2 of \(JSONValue.number(maximum))"
      )
    case let other?: throw Fault(found: "has an average_cd_m2 of \(other) in place of 0 to 10000")
    }
    if let key = members.keys.min() { throw Fault(found: "has the key \(key), which is not known") }
  }
}

/// The basis of each frame's curve, known before the first frame: runs of frames with equal entries, sorted by first frame.
///
/// It is filled from statistics, HDR10+ JSON or lines of light. Light that the frames of a movie carry, or that is measured a few frames ahead, is
/// known only as they are read: ``CurveSource``.
struct LightTimeline: Sendable {
  /// A curve, or the error for a frame without one.
  typealias Entry = Result<FrameCurve, TranscodingError>

  private struct Run: Sendable {
    let first: Int
    let entry: Entry?
  }

  private var runs: [Run] = []
  private(set) var end = 0
  /// Returns the error for a frame without an entry.
  private let missing: @Sendable (_ frame: Int, _ end: Int) -> TranscodingError

  init(missing: @escaping @Sendable (_ frame: Int, _ end: Int) -> TranscodingError) { self.missing = missing }

  /// Adds the next frame, or a later one.
  mutating func append(_ entry: Entry, for frame: Int) {
    if frame > end { runs.append(Run(first: end, entry: nil)) }
    if runs.last?.entry != entry || frame > end { runs.append(Run(first: frame, entry: entry)) }
    end = frame + 1
  }

  mutating func repeatLast() { end += 1 }

  func curve(of frame: Int) throws(TranscodingError) -> FrameCurve {
    let place = count(upTo: frame)
    guard frame < end, place > 0, let entry = runs[place - 1].entry else { throw missing(frame, end) }
    return try entry.get()
  }

  /// Returns a first frame, and the later frames at which another run starts.
  ///
  /// - Parameter count: The number of frames; `nil` if unknown.
  func starts(from first: Int, count: Int?) -> [Int] {
    [first] + runs[self.count(upTo: first)...].map(\.first).prefix { $0 - first < count ?? .max }
  }

  /// Returns the number of runs that start at or before a frame.
  private func count(upTo frame: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= frame { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Creates a timeline of the light of statistics.
  init(_ light: DynamicLight) {
    let first = light.firstFrame
    let measured = first..<first + light.lights.count
    self.init { frame, _ in .light(.notMeasured(frame...frame, measured: measured)) }
    for (place, levels) in light.lights.enumerated() { append(.success(.light(levels)), for: first + place) }
  }
}
