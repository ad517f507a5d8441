internal import JSONText
internal import SystemCalls

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
      func wrong(_ found: String) -> TranscodingError { .light(.wrongLine(number + 1, of: name, found: found)) }
      guard let value = try? JSONValue(text: line), case .object(var members) = value else {
        throw wrong("is \(JSONLine.otherForm(of: line) ?? "not a JSON object")")
      }
      guard case .number(let place)? = members.removeValue(forKey: "frame"), let frame = Int(exactly: place), frame >= 0
      else { throw wrong("has no frame number, a whole number of 0 or more") }
      let range = 0...PerceptualQuantizer.peak.nits
      guard case .number(let maximum)? = members.removeValue(forKey: "max_cd_m2"), range.contains(maximum) else {
        throw wrong("has no max_cd_m2 of 0 to 10000")
      }
      // The average may be unknown: a missing key, or `null`.
      var average: Luminance?
      switch members.removeValue(forKey: "average_cd_m2") {
      case nil, .null: break
      case .number(let light)? where (0...maximum).contains(light): average = .nits(light)
      case .number(let light)? where range.contains(light):
        throw wrong(
          "has an average_cd_m2 of \(JSONValue.number(light)), above its max_cd_m2 of \(JSONValue.number(maximum))")
      case let other?: throw wrong("has an average_cd_m2 of \(other) in place of 0 to 10000")
      }
      if let key = members.keys.min() { throw wrong("has the key \(key), which is not known") }
      guard lights[frame] == nil else { throw wrong("states frame \(frame) a second time") }
      lights[frame] = DynamicLight.Levels(stated: .nits(maximum), average: average, floor: floor)
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

/// The curves of HDR10+ JSON for the frames of a conversion.
struct HDR10PlusTimeline {
  let timeline: LightTimeline
  let first: HDR10PlusCurve
  /// The frames at which a new curve starts, including the first, up to the number of frames if that is known.
  let starts: [Int]
  /// Whether one curve maps all frames. If the number of frames is unknown, frames without an entry are found one by one.
  let isOne: Bool

  init(of path: Path, from start: Int, count: Int?) throws(TranscodingError) {
    timeline = try LightTimeline(ofCurvesIn: path)
    let (needed, overflows) = start.addingReportingOverflow(count ?? 1)
    guard timeline.end >= needed, !overflows else {
      throw .light(.hdr10Plus(.tooFewFrames(found: timeline.end, needed: overflows ? nil : needed), file: "\(path)"))
    }
    guard case .hdr10Plus(let curve) = try timeline.curve(of: start) else {
      preconditionFailure("HDR10+ JSON has curves of HDR10+")
    }
    (first, starts) = (curve, timeline.starts(from: start, count: count))
    isOne = starts.count == 1 && count != nil
    // If the number of frames is unknown, the clip may end before a frame without a curve.
    if count != nil { for start in starts { _ = try timeline.curve(of: start) } }
  }

  /// Returns the assumptions for curves that target another display than that of the output.
  func findings(_ plan: (FrameCurve) throws(TranscodingError) -> ConversionPlan) throws(TranscodingError) -> [Finding] {
    // The curve of the brightest scene for each display, in frame order: dim scenes need no assumption.
    var curves: [HDR10PlusCurve] = []
    for start in starts {
      guard case .hdr10Plus(let curve)? = try? timeline.curve(of: start) else { continue }
      guard let place = curves.firstIndex(where: { $0.targetedDisplayPeak == curve.targetedDisplayPeak }) else {
        curves.append(curve)
        continue
      }
      // A scene of unknown peak has the peak of the source.
      if let known = curves[place].peak, curve.peak.map({ $0 > known }) ?? true { curves[place] = curve }
    }
    var findings: [Finding] = []
    for curve in curves {
      findings += try plan(.hdr10Plus(curve)).assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay }
    }
    return findings
  }
}
