public import HDRMetadata

/// An error of a setting: a value out of range, settings that exclude each other, or one that lacks another.
public enum SettingError: JobError {
  case placeholder
}

extension SettingError {
  public var kind: JobErrorKind {
    switch self {
    case .placeholder: .fault
    }
  }

  public var sentence: Fix {
    switch self {
    case .placeholder: ""
    }
  }
}
