public import HDRMetadata

/// An error of a lookup table.
public enum LUTError: JobError {
  case placeholder
}

extension LUTError {
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
