internal import HDRMetadata
internal import JSONText
internal import LightStatistics
internal import ToneMapping

/// The light of frames as metadata states it: that of a movie's frames, or that of a file.
struct StatedLight: FrameCurves {
  /// The light by frame; `nil` if the frames bring it.
  private let lights: [Int: DynamicLight.Levels]?
  private let name: String
  private let floor: Luminance

  /// The light that metadata states; `nil` if it is to be measured.
  ///
  /// - Parameters:
  ///   - way: Where light is known from.
  ///   - range: The frames that are converted.
  ///   - floor: The minimum peak.
  /// - Throws: `settings` for a source whose frames bring nothing; `data` for a file that is wrong, or lacks frames that are known to come.
  init?(
    _ way: LightSettings.Way, of source: some FrameSource, _ range: FrameRange, floor: Luminance
  ) throws(TranscodingError) {
    self.floor = floor
    switch way {
    case .before, .ahead: return nil
    case .carried:
      guard source.decodes else {
        throw .settings(
          "\(.light(.metadata)) takes what the frames of a movie state, but \(source.clip.name) holds frames alone; give \(.frameMetadata)"
        )
      }
      (lights, name) = (nil, source.clip.name)
    case .stated(let path):
      (lights, name) = (try Self.lights(in: path, floor), Self.name(of: path))
      let count = range.isEstimated ? 1 : range.expected ?? 1
      for index in range.first..<range.first.adding(max(count, 1)) {
        _ = try light(ofFrame: index, with: FrameMessages())
      }
    }
  }

  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    .light(try light(ofFrame: index, with: messages))
  }

  /// The light of a frame.
  ///
  /// - Throws: `data` if nothing states it.
  func light(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> DynamicLight.Levels {
    guard let lights else { return try carriedLight(ofFrame: index, messages) }
    guard let light = lights[index] else {
      throw .data("\(name) has no light for frame \(index), which is to be converted; state it for every frame")
    }
    return light
  }

  // MARK: From frames

  /// The light of level 1 of Dolby Vision, else that of HDR10+.
  private func carriedLight(
    ofFrame index: Int, _ messages: FrameMessages
  ) throws(TranscodingError) -> DynamicLight.Levels {
    if let bytes = messages.dolbyVisionRPU {
      do {
        if let light = try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes)).level1 {
          return Self.limited(light.maximum.luminance, light.average.luminance, floor)
        }
      } catch {
        throw .data(
          "the Dolby Vision metadata of frame \(index) of \(name) cannot be read: \(error); measure with \(.light(.scene))"
        )
      }
    }
    guard let window = messages.hdr10Plus?.windows.first, let peak = window.statedPeak else {
      throw .data(
        "frame \(index) of \(name) states no light, neither as Dolby Vision of level 1 nor as HDR10+; measure it with \(.light(.scene))"
          + " (decoders of AV1 do not hand Dolby Vision on)"
      )
    }
    return Self.limited(peak, window.statedAverageMaxRGB, floor)
  }

  /// A peak for which curves can be made.
  private static func limited(
    _ peak: Luminance, _ average: Luminance?, _ floor: Luminance
  ) -> DynamicLight.Levels {
    DynamicLight.Levels(peak: min(max(peak, floor), PerceptualQuantizer.peak), average: average)
  }

  // MARK: From a file

  private static func name(of path: Path) -> String {
    path == "-" ? "the frame metadata on standard input" : "the frame metadata \(path)"
  }

  private static func lights(in path: Path, _ floor: Luminance) throws(TranscodingError) -> [Int: DynamicLight.Levels] {
    let bytes: [UInt8]
    do { bytes = try System.contents(of: path == "-" ? nil : path, upTo: 1 << 28) } catch {
      throw .notFound("\(name(of: path)) cannot be read (\(error)); check its path")
    }
    var lights: [Int: DynamicLight.Levels] = [:]
    for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where !JSONLine.isBlank(line) {
      let frame: StatedFrame
      do throws(StatedFrame.Fault) {
        frame = try StatedFrame(line)
        if lights[frame.index] != nil { throw .init(found: "states frame \(frame.index) a second time") }
      } catch {
        throw .data(
          "line \(number + 1) of \(name(of: path)) \(error.found); expected lines such as"
            + " {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}")
      }
      lights[frame.index] = limited(frame.maximum, frame.average, floor)
    }
    return lights
  }
}

/// A line of a file that states the light of frames.
private struct StatedFrame {
  let index: Int
  let maximum: Luminance
  /// `nil` if it is unknown: no such key, or `null`.
  let average: Luminance?

  /// What is wrong with a line, as the rest of a sentence.
  struct Fault: Error { let found: String }

  init(_ line: some Collection<UInt8>) throws(Fault) {
    guard let value = try? JSONValue(text: line), case .object(var members) = value else {
      throw Fault(found: "is \(JSONLine.otherForm(of: line) ?? "no object of JSON")")
    }
    guard case .number(let frame)? = members.removeValue(forKey: "frame"), let index = Int(exactly: frame), index >= 0
    else { throw Fault(found: "has no frame that is a whole number of 0 or more") }
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
