public import HDRMetadata
public import ToneMapping

/// An error of a setting: a value out of range, settings that exclude each other, or one that lacks another.
public enum SettingError: JobError {
  case outOfRange(SettingName, found: String, expected: String)
  case exclusive([SettingName])
  case contradiction(SettingEffect, SettingEffect)
  case lacks(SettingName, [SettingName])
  /// A setting that has an effect only with a value of another, which has this one, or was not given.
  case needs(SettingName, SettingName, value: String, found: String?)
  case encoderOption(String)
  case lightOption(String)
  case instructions(InstructionSet, InstructionSetError)
  case zeroByte(name: String)
  /// Light that is measured before the first frame is converted, of an input that can be read only once.
  case readTwice(LightSettings.Mode, input: String)
  // JSON options.
  case unknown(String, expected: [String])
  case repeated(String)
  case unreadable(SettingName, found: String, reason: Fix)
  case unavailable(String, reason: String)

  public var kind: JobErrorKind { .settings }

  public var sentence: Fix {
    switch self {
    case .outOfRange(let name, let found, let expected):
      "\(name) is \(found), but \(expected) \(expected.contains(" to ") ? "were" : "was") expected\(Self.advice(name))"
    case .exclusive(let names): Self.sentence(exclusive: names)
    case .contradiction(let one, let other): "\(one.sentence), but \(other.sentence); leave one of them out"
    case .lacks(let name, let others):
      "\(name) is for \(list(others, "or")), which was not given; give \(list(others, "or")), or leave \(name) out"
    case .needs(let name, let other, let value, let found):
      "\(name) is for \(other, value), \(found.map { "but \(other) is \($0)" } ?? "which was not given" as Fix); give \(other, value), or leave \(name) out"
    case .encoderOption(let name):
      "\(.encoderOptions) has the name '\(name)', but name=value pairs between colons were expected, such as keyint=48"
    case .lightOption(let name):
      "\(.encoderOptions) has \(name), but the encoder gets the light levels of the container; leave it out"
    case .instructions(let set, let error): "\(.simd) is \(set.rawValue), but \(error)"
    case .zeroByte(let name): "the name \(name) contains a byte 0, but a file name was expected; name a file"
    case .readTwice(let mode, let input):
      "\(.dynamics, mode.rawValue) reads the input twice, but \(input) can be read only once; name a file, or give \(.stats),"
        + " which \(.measure) writes, or choose \(.dynamics, "one-pass")"
    case .unknown(let name, let expected):
      "the option \(name) is unknown; \(name.nearest(of: expected).map { "did you mean \($0)?" } ?? "it may be one of \(list(expected))")"
    case .repeated(let name): "\(name) is given twice, but only once was expected; leave one out"
    case .unreadable(let name, let found, let reason):
      "\(name.underscored) is \(found), which cannot be understood: \(reason)"
    case .unavailable(let name, let reason): "\(name) was given, but \(reason); leave it out"
    }
  }

  private static func advice(_ name: SettingName) -> String {
    switch name {
    case .frames: "; leave it out to take all"
    case .crf: "; encoders of H.264 and HEVC take up to 51"
    default: ""
    }
  }

  private static func sentence(exclusive names: [SettingName]) -> Fix {
    let reason: Fix =
      switch names.first {
      case .frames: "each of them sets the end of the part; leave one out"
      case .crf: "an encoder follows only one of them; leave one out"
      case .lut: "only one of them can map the light; leave one out"
      case .width, .height: "one of them is enough, since pictures keep their shape; use \(.fit) for two limits"
      default: "only one was expected; leave one out"
      }
    return "\(list(names)) were given, but \(reason)"
  }
}

/// A given setting, its value if only that matters, and its effect in words.
public struct SettingEffect: Hashable, Sendable {
  public let setting: SettingName
  public let value: String?
  public let effect: String

  init(_ setting: SettingName, _ value: String? = nil, does effect: String) {
    (self.setting, self.value, self.effect) = (setting, value, effect)
  }

  fileprivate var sentence: Fix { "\(value.map { "\(setting, $0)" } ?? "\(setting)" as Fix) \(effect)" }
}
