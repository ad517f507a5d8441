import JSONText
import Transcoding

func members(_ options: CText) throws -> [String: JSONValue] {
  guard let options else { return [:] }
  let text = try text(options, "options")
  let expected = "but an object such as {\"source\": \"hdr10\", \"to\": \"sdr709\"} was expected"
  let value: JSONValue
  do { value = try JSONValue(text: text.utf8) } catch {
    throw ProgramError(
      .settings,
      "the options are not valid JSON at byte \(error.position), \(expected); write them with a JSON library")
  }
  if case .object(let members) = value { return members }
  throw ProgramError(.settings, "the options are not a JSON object, \(expected)")
}

extension ConversionSettings {
  init(forFrames options: CText) throws {
    self.init()
    var members = try members(options)
    // Without a file, nothing else states the format of frames.
    if ["pixel_format", "pixel-format"].allSatisfy({ members[$0] ?? .null == .null }) {
      members["pixel_format"] = .string("yuv420p10le")
    }
    try set(members, but: (Self.ofFiles, "it is for files, but a plan of frames was requested"))
    guard [input.colorJSON, light.frameMetadata, lookup.file].allSatisfy({ $0 != .standardStream }) else {
      throw ProgramError.wrong(
        "-", "the standard input of this process", expected: "the name of a file", fix: "name one")
    }
  }

  init(forFile options: CText) throws {
    self.init()
    try set(members(options))
  }

  /// The settings that frames in memory do not have.
  private static let ofFiles = Set(FrameSelection.rows.map(\.name) + EncodingSettings.rows.map(\.name)).union([
    .size, .fps, .deinterlace, .stats, .dynamics, .alphaFile, .alphaPixelFormat, .format, .width, .height, .fit,
    .enlarge, .preview, .outHDR10plus, .force, .threads,
  ])
}

extension RunControl {
  static var keys: RunControl { RunControl(nameOfSetting: { OptionStyle.keys.name($0.setting) }) }
}
