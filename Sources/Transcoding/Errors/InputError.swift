public import HDRMetadata

/// An error of an input: the file, its layout, its tags, its pictures and its alpha.
public enum InputError: JobError {
  case placeholder
}

extension InputError {
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
