internal import HDRMetadata
internal import LightStatistics
internal import ToneMapping

/// The light of frames as metadata states it: that of a movie's frames, or that of a file.
struct StatedLight: FrameCurves {
  /// The light by frame; `nil` if the frames bring it.
  private let lights: [Int: DynamicLight.Light]?
  private let name: String

  /// The light that metadata states; `nil` if it is to be measured.
  ///
  /// - Throws: `usage` for a source whose frames bring nothing; `data` for a file that is wrong, or lacks frames that are known to come.
  init?(_ way: DynamicsOptions.Way, of source: some FrameSource, _ range: FrameRange) throws(CommandError) {
    switch way {
    case .before, .ahead: return nil
    case .carried:
      guard source.decodes else {
        throw .usage(
          "--dynamics metadata takes what the frames of a movie state, but \(source.clip.name) holds frames alone; give --frame-metadata"
        )
      }
      (lights, name) = (nil, source.clip.name)
    case .stated(let path):
      (lights, name) = (try Self.lights(in: path), "the frame metadata \(path)")
      let count = range.isEstimated ? 1 : range.expected ?? 1
      for index in range.first..<range.first.adding(max(count, 1)) {
        _ = try light(ofFrame: index, with: FrameMessages())
      }
    }
  }

  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve {
    .light(try light(ofFrame: index, with: messages))
  }

  /// The light of a frame.
  ///
  /// - Throws: `data` if nothing states it.
  func light(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> DynamicLight.Light {
    guard let lights else { return try Self.light(ofFrame: index, of: name, messages) }
    guard let light = lights[index] else {
      throw .data("\(name) has no light for frame \(index), which is to be converted; state it for every frame")
    }
    return light
  }

  // MARK: From frames

  /// The light of level 1 of Dolby Vision, else that of HDR10+.
  private static func light(
    ofFrame index: Int, of name: String, _ messages: FrameMessages
  ) throws(CommandError) -> DynamicLight.Light {
    if let bytes = messages.dolbyVisionRPU {
      do {
        if let light = try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes)).light {
          return limited(light.maximum.luminance, light.average.luminance)
        }
      } catch {
        throw .data(
          "the Dolby Vision metadata of frame \(index) of \(name) cannot be read: \(error); measure with --dynamics scene"
        )
      }
    }
    guard let window = messages.hdr10Plus?.windows.first, let maximum = window.maximum else {
      throw .data(
        "frame \(index) of \(name) states no light, neither as Dolby Vision of level 1 nor as HDR10+; measure it with --dynamics scene"
      )
    }
    return limited(maximum, window.averageLight)
  }

  /// A peak for which curves can be made.
  private static func limited(_ peak: Luminance, _ average: Luminance?) -> DynamicLight.Light {
    DynamicLight.Light(peak: min(max(peak, .referenceWhite), PerceptualQuantizer.peak), average: average)
  }

  // MARK: From a file

  private static func lights(in path: Path) throws(CommandError) -> [Int: DynamicLight.Light] {
    let bytes: [UInt8]
    do { bytes = try System.contents(of: path, upTo: 1 << 28) } catch {
      throw .noInput("the frame metadata \(path) cannot be read (\(error)); check its path")
    }
    var lights: [Int: DynamicLight.Light] = [:]
    for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      func wrong(_ what: String) -> CommandError {
        .data(
          "line \(number + 1) of the frame metadata \(path) \(what); expected lines such as"
            + " {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}")
      }
      guard let value = try? JSONValue(text: line), case .object(let members) = value else {
        throw wrong("is no object of JSON")
      }
      guard case .number(let frame)? = members["frame"], let index = Int(exactly: frame), index >= 0 else {
        throw wrong("has no frame")
      }
      let range = 0...PerceptualQuantizer.peak.nits
      guard case .number(let maximum)? = members["max_cd_m2"], range.contains(maximum) else {
        throw wrong("has no max_cd_m2 of 0 to 10000")
      }
      var average: Luminance?
      if case .number(let light)? = members["average_cd_m2"] {
        guard range.contains(light) else { throw wrong("has an average_cd_m2 beyond 0 to 10000") }
        average = .nits(light)
      }
      guard lights.updateValue(limited(.nits(maximum), average), forKey: index) == nil else {
        throw wrong("states frame \(index) a second time")
      }
    }
    return lights
  }
}
