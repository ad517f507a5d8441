public import HDRMetadata
internal import Movies
internal import RawVideo
package import ToneMapping

/// An error of a job: a kind, on which programs act, and a sentence that states what was found, what was expected and how to fix it.
///
/// Settings in the sentence are stored as settings of `Fix`, so that a program can write the names that its users know.
public enum TranscodingError: Error, Hashable {
  /// A setting is wrong.
  case setting(SettingError)
  /// The input is wrong.
  case input(InputError)
  /// The output cannot be made.
  case output(OutputError)
  /// The light cannot be measured, or no curve can be made of it.
  case light(LightError)
  /// The lookup table is wrong, or cannot be made.
  case lut(LUTError)
  /// The thumbnail or the sheet cannot be made.
  case picture(PictureError)
  /// The clips cannot be compared.
  case comparison(ComparisonError)
  /// The system has no memory for a piece of work, the subject of the sentence; `fix` is a remedy besides more memory.
  case memory(work: String, mebibytes: Int, fix: Fix)
  /// The settings contradict each other, or ask for something impossible.
  case settings(Fix)
  /// A requested check failed.
  case checkFailed(Fix)
  /// The input, its tags or its metadata are broken or contradict each other.
  case data(Fix)
  /// The input is shorter than it states.
  case truncated(Fix)
  /// The input does not exist or may not be read.
  case notFound(Fix)
  /// A fault of this library.
  case fault(Fix)
  /// The system lacks memory or another resource.
  case system(Fix)
  /// The output cannot be created.
  case cannotCreate(Fix)
  /// Reading or writing failed.
  case inputOutput(Fix)
  /// The reader of the output closed its pipe.
  case closedPipe
  /// The job was cancelled.
  case cancelled
}

extension TranscodingError: JobError {
  public var kind: JobErrorKind {
    switch self {
    case .setting(let error): error.kind
    case .input(let error): error.kind
    case .output(let error): error.kind
    case .light(let error): error.kind
    case .lut(let error): error.kind
    case .picture(let error): error.kind
    case .comparison(let error): error.kind
    case .memory: .system
    case .settings: .settings
    case .checkFailed: .checkFailed
    case .data: .data
    case .truncated: .truncated
    case .notFound: .notFound
    case .fault: .fault
    case .system: .system
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .closedPipe: .closedPipe
    case .cancelled: .cancelled
    }
  }

  /// The sentence that states what was found, what was expected and how to fix it; programs end without it after a closed pipe and a cancelled job.
  public var sentence: Fix {
    switch self {
    case .setting(let error): error.sentence
    case .input(let error): error.sentence
    case .output(let error): error.sentence
    case .light(let error): error.sentence
    case .lut(let error): error.sentence
    case .picture(let error): error.sentence
    case .comparison(let error): error.sentence
    case .memory(let work, let mebibytes, let fix):
      "\(work) needs about \(mebibytes) MiB, but there is no memory for it; close other programs, raise this"
        + " program's memory limit, or \(fix)"
    case .checkFailed(let sentence), .settings(let sentence), .data(let sentence), .truncated(let sentence),
      .notFound(let sentence),
      .fault(let sentence), .system(let sentence), .cannotCreate(let sentence), .inputOutput(let sentence):
      sentence
    case .closedPipe: "the reader closed its pipe"
    case .cancelled: "the job was cancelled"
    }
  }
}

extension TranscodingError {
  /// Creates the error of frames that cannot be read or written.
  ///
  /// - Parameter layoutIsGiven: Whether an option gave the size; a wrong size is then an error of the settings.
  init(_ error: RawVideoError, layoutIsGiven: Bool = false) {
    switch error {
    case .closedPipe: self = .closedPipe
    case .cannotOpen: self = .notFound("\(error)")
    case .cannotCreate: self = .cannotCreate("\(error)")
    case .cannotRead, .cannotWrite: self = .inputOutput("\(error)")
    case .picture(.memory): self = .system("\(error)")
    case .otherPicture: self = .fault("\(error)")
    case .picture where layoutIsGiven: self = .settings("\(error)")
    case .notInY4M(let format):
      let alpha: Fix = format.hasAlpha ? " and \(.alpha, "ignore")" : ""
      self = .settings(
        "Y4M cannot carry \(format.name); write \(format.closestInY4M.name) with \(.outPixelFormat, format.closestInY4M.name)\(alpha),"
          + " or raw frames with \(.format, "raw")")
    case .partialFrame, .truncatedFrame, .shortened: self = .truncated("\(error)")
    case .picture, .notY4M, .endlessHeader, .unreadableHeader,
      .missingField,
      .repeatedField, .badField, .unknownField, .unknownChroma, .contradictoryFields, .missingFrameMark,
      .endlessFrameLine:
      self = .data("\(error)")
    }
  }

  /// Creates the error of a job from the error of a lower module; `nil` for other errors.
  init?(below error: any Error) {
    switch error {
    case let error as MovieError: self.init(error)
    case let error as ConversionError: self.init(error)
    case let error as FrameError: self.init(.picture(error))
    case let error as PlanError: self.init(error)
    default: return nil
    }
  }

  /// Creates the error of a plan that cannot be made.
  package init(_ error: PlanError) {
    switch error {
    case .contradictoryTags, .dolbyVisionOnly, .assumptions, .scenePeakOutOfRange, .lookup:
      self = .data("\(error)")
    case .sourcePeakOutOfRange, .sourcePeakOfSDR, .referenceWhiteOutOfRange, .lookOutOfRange,
      .chromaPreservationOutOfRange,
      .latticeSizeOutOfRange, .surroundOutOfRange, .emptyLuminanceRange, .tone, .gamut, .unknownTransfer, .encoding,
      .noPixelFormat, .alpha:
      self = .settings("\(error)")
    }
  }

  /// Creates the error of frames that cannot be converted.
  init(_ error: ConversionError) {
    switch error {
    case .instructions, .threads: self = .settings("\(error)")
    case .memory: self = .system("\(error)")
    case .frame(let error): self = TranscodingError(.picture(error))
    case .light(let error): self = TranscodingError(error)
    case .inputFormat, .outputFormat, .inputSize, .outputPlace, .oddTile, .chromaLocations, .dither, .sharedMemory,
      .background, .backgroundFormat, .backgroundPlace, .lightOfRectangle, .lightOfDisplay:
      self = .fault("\(error)")
    }
  }
}

extension PixelFormat {
  /// The closest format that Y4M can name: with the chroma and the bit depth of this one, as planes without alpha.
  fileprivate var closestInY4M: PixelFormat {
    let depth = isFloat ? 16 : bitDepth
    let planes = Self.allCases.first {
      $0.layout == .planar && $0.model == .yCbCr && $0.chroma == chroma && $0.bitDepth == depth && !$0.hasAlpha
    }
    return planes ?? .yuv444p16
  }
}
