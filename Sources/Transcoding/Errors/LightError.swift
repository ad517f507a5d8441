public import HDRMetadata

/// An error of light: statistics, metadata of frames and the curves made of them.
public enum LightError: JobError {
  case placeholder
}

extension LightError {
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
