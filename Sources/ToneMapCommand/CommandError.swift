internal import ToneMapping
internal import RawVideo

/// Why the command ends before its work is done: one sentence, and the exit code that scripts see.
///
/// The sentence says what was found, what was expected and how to fix it. The codes are those of BSD's `sysexits.h`.
enum CommandError: Error, Hashable {
  /// A requested check failed: 1.
  case checkFailed(String)
  /// The command line is wrong, or asks for something impossible: 64.
  case usage(String)
  /// The input, its tags or its metadata are broken or contradict each other: 65.
  case data(String)
  /// The input ends before it says: 75.
  case truncated(String)
  /// All is said, and the process ends with this code.
  case ended(code: Int32)
  /// The input does not exist or may not be read: 66.
  case noInput(String)
  /// An internal error of this program: 70.
  case fault(String)
  /// The system lacks memory or another resource: 71.
  case system(String)
  /// The output cannot be created: 73.
  case cannotCreate(String)
  /// Reading or writing failed: 74.
  case inputOutput(String)
  /// The reader of the output closed its pipe: the command ends without a message, 0.
  case readerLeft
  /// A signal asked the command to end: 128 plus its number.
  case interrupted(signal: Int32)
}

extension CommandError {
  /// The code that the process exits with.
  var exitCode: Int32 {
    switch self {
    case .checkFailed: 1
    case .usage: 64
    case .data: 65
    case .noInput: 66
    case .fault: 70
    case .system: 71
    case .cannotCreate: 73
    case .inputOutput: 74
    case .truncated: Self.truncatedCode
    case .ended(let code): code
    case .readerLeft: 0
    case .interrupted(let signal): 128 + signal
    }
  }

  /// `EX_TEMPFAIL`: a file that is still being copied may be whole later.
  static let truncatedCode: Int32 = 75

  /// The message for the user, or `nil` if the command ends without one.
  var sentence: String? {
    switch self {
    case .checkFailed(let sentence), .usage(let sentence), .data(let sentence), .truncated(let sentence),
      .noInput(let sentence),
      .fault(let sentence), .system(let sentence),
      .cannotCreate(let sentence), .inputOutput(let sentence):
      sentence
    case .readerLeft, .interrupted, .ended: nil
    }
  }
}

extension CommandError {
  /// The error of frames that cannot be read or written.
  ///
  /// - Parameter layoutIsTold: Whether an option gave the size; a wrong size is then wrong usage.
  init(_ error: RawVideoError, layoutIsTold: Bool = false) {
    switch error {
    case .closedPipe: self = .readerLeft
    case .cannotOpen: self = .noInput("\(error)")
    case .cannotCreate: self = .cannotCreate("\(error)")
    case .cannotRead, .cannotWrite: self = .inputOutput("\(error)")
    case .picture(.memory): self = .system("\(error)")
    case .otherPicture: self = .fault("\(error)")
    case .picture where layoutIsTold: self = .usage("\(error)")
    case .notInY4M(let format):
      let alpha = format.hasAlpha ? " and --alpha ignore" : ""
      self = .usage(
        "Y4M cannot carry \(format.name); write \(format.closestInY4M.name) with --out-pixel-format \(format.closestInY4M.name)\(alpha),"
          + " or raw frames with --format raw")
    case .partialFrame, .truncatedFrame, .shortened: self = .truncated("\(error)")
    case .picture, .notY4M, .endlessHeader, .unreadableHeader,
      .missingField,
      .repeatedField, .badField, .unknownField, .unknownChroma, .contradictoryFields, .missingFrameMark,
      .endlessFrameLine:
      self = .data("\(error)")
    }
  }

  /// The error of a check that cannot be made or run.
  init(_ error: LaneCheckError) {
    switch error {
    case .notTriples, .tooMany, .moreThanAll, .noLanes: self = .usage("\(error)")
    case .cannotRun: self = .system("\(error)")
    }
  }

  /// The error of a plan that cannot be made.
  init(_ error: PlanError) {
    switch error {
    case .contradictoryTags, .dolbyVisionOnly, .assumptions, .scenePeakOutOfRange:
      self = .data(error.inOptions)
    case .sourcePeakOutOfRange, .referenceWhiteOutOfRange, .lookOutOfRange, .chromaPreservationOutOfRange,
      .latticeSizeOutOfRange, .surroundOutOfRange, .emptyLuminanceRange, .tone, .gamut, .unknownTransfer, .encoding,
      .noPixelFormat, .alpha:
      self = .usage(error.inOptions)
    }
  }

  /// The error of frames that cannot be converted.
  init(_ error: ConversionError) {
    switch error {
    case .instructions, .threads: self = .usage("\(error)")
    case .memory: self = .system("\(error)")
    case .frame(let error): self = CommandError(.picture(error))
    case .light(let error): self = CommandError(error)
    case .inputFormat, .outputFormat, .inputSize, .outputPlace, .oddTile, .chromaLocations, .dither, .sharedMemory,
      .background, .backgroundFormat, .backgroundPlace, .lightOfRectangle, .lightOfDisplay:
      self = .fault("\(error)")
    }
  }
}

extension PixelFormat {
  /// The format that Y4M has a name for and that keeps as much of this one as any: its chroma and its depth, as planes without alpha.
  fileprivate var closestInY4M: PixelFormat {
    let depth = isFloat ? 16 : bitDepth
    let planes = Self.allCases.first {
      $0.layout == .planar && $0.model == .yCbCr && $0.chroma == chroma && $0.bitDepth == depth && !$0.hasAlpha
    }
    return planes ?? .yuv444p16
  }
}
