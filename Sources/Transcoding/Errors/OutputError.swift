public import HDRMetadata

/// An error of an output: its name, its place, its pictures, and the encoder of a movie.
public enum OutputError: JobError {
  case placeholder
}

extension OutputError {
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
