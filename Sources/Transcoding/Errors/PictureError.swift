public import HDRMetadata

/// An error of a thumbnail, a sheet of thumbnails or a sheet of choices.
public enum PictureError: JobError {
  case placeholder
}

extension PictureError {
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
