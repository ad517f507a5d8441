public import HDRMetadata

/// An error of a comparison.
public enum ComparisonError: JobError {
  case placeholder
}

extension ComparisonError {
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
