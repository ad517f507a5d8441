internal import CPNGFiles
public import HDRMetadata
internal import MediaFiles
public import Movies
public import RawVideo
public import ToneMapping

/// An error of a job: its values, a kind, on which programs act, and a sentence that states what was found, what was expected and how to fix it.
public enum TranscodingError: Error, Hashable {
  case setting(SettingError)
  case input(InputError)
  case display(DisplayError)
  case output(OutputError)
  case encoding(EncodingError)
  case light(LightError)
  case lut(LUTError)
  case picture(PictureError)
  case comparison(ComparisonError)
  case chunk(ChunkError)
  case folder(FolderError)
  /// The system has no memory for a piece of work, the subject of the sentence; `fix` is a remedy besides more memory.
  case memory(work: String, mebibytes: Int, fix: Fix)
  /// Frames cannot be read or written; `layoutIsGiven` is whether a setting gave their size.
  case frames(RawVideoError, layoutIsGiven: Bool)
  /// The movie cannot be read or written; `isOfPictures` is whether it is a picture of items (HEIF).
  case movie(MovieError, isOfPictures: Bool)
  case plan(PlanError)
  case conversion(ConversionError)
  /// With `strict`, something that would be reported; `fix` is the remedy if the finding lacks one.
  case strict(Finding, fix: Fix? = nil)
  /// The input ended before its stated end.
  case cutShort([Finding])
  /// The job ran before.
  case secondRun
  /// The reader of the output closed its pipe.
  case closedPipe
  case cancelled
}

extension TranscodingError: JobError {
  public var kind: JobErrorKind {
    switch self {
    case .memory: .system
    case .frames(let error, let layoutIsGiven): error.kind(layoutIsGiven: layoutIsGiven)
    case .movie(let error, _): error.kind
    case .plan(let error): error.kind
    case .conversion(let error): error.kind
    case .strict: .data
    case .cutShort: .truncated
    case .secondRun: .settings
    case .closedPipe: .closedPipe
    case .cancelled: .cancelled
    default: part?.kind ?? .fault
    }
  }

  /// The error of a part of the job, which has a kind and a sentence of its own.
  private var part: (any JobError)? {
    switch self {
    case .setting(let error): error
    case .input(let error): error
    case .display(let error): error
    case .output(let error): error
    case .encoding(let error): error
    case .light(let error): error
    case .lut(let error): error
    case .picture(let error): error
    case .comparison(let error): error
    case .chunk(let error): error
    case .folder(let error): error
    default: nil
    }
  }

  /// The sentence that states what was found, what was expected and how to fix it; programs end without it after a closed pipe and a cancelled job.
  public var sentence: Fix {
    switch self {
    case .memory(let work, let mebibytes, let fix):
      "\(work) needs about \(mebibytes) MiB, but there is no memory for it; close other programs, raise this"
        + " program's memory limit, or \(fix)"
    case .frames(let error, _):
      if case .notInY4M(let format) = error.kind { Self.notInY4M(format) } else { "\(error)" }
    case .movie(.notAMovie(let name, _), isOfPictures: true), .movie(.noPicture(let name, _), isOfPictures: true),
      .movie(.nothingDecoded(let name, _, _, _), isOfPictures: true):
      "\(name) is a HEIF picture, which this FFmpeg cannot read; decode it to a PNG first, as in \(ShellWords.line(["heif-convert", name, "out.png"]))"
    case .movie(let error, _): "\(error)"
    case .plan(let error), .conversion(.light(let error)): "\(error)"
    case .conversion(let error): "\(error)"
    case .strict(let finding, let fix):
      "\(finding)\(fix.map { "; \($0)" as Fix } ?? "")\(finding.fix == nil && fix == nil ? ";" : ", or") leave \(.strict) out"
    case .cutShort(let findings): list(findings.map { "\($0)" as Fix })
    case .secondRun: "the job has already run, but each job runs once; prepare another"
    case .closedPipe: "the reader closed its pipe"
    case .cancelled: "the job was cancelled"
    default: part?.sentence ?? ""
    }
  }

  private static func notInY4M(_ format: PixelFormat) -> Fix {
    "Y4M cannot carry \(format.name); write \(format.closestInY4M.name) with \(.outPixelFormat, format.closestInY4M.name)\(format.hasAlpha ? " and \(.alpha, "ignore")" as Fix : ""),"
      + " or raw frames with \(.format, "raw")"
  }

  /// - Parameter layoutIsGiven: Whether a setting gave the size; a wrong size is then an error of the settings.
  init(_ error: RawVideoError, layoutIsGiven: Bool = false) {
    if error.kind == .closedPipe { self = .closedPipe } else { self = .frames(error, layoutIsGiven: layoutIsGiven) }
  }

  /// - Parameter media: The content of the movie's headers.
  init(_ error: MovieError, of media: MediaDescription? = nil) {
    if case .closedPipe = error {
      self = .closedPipe
    } else {
      self = .movie(error, isOfPictures: media?.isOfPictures ?? false)
    }
  }

  package init(_ error: PlanError) { self = .plan(error) }

  /// Creates the error of libpng.
  ///
  /// - Parameter other: Returns the error for any reason but missing memory, which libpng states in its own words.
  init(_ reason: pngfile_reason, _ other: (String) -> TranscodingError) {
    let words = unsafe withUnsafeBytes(of: reason.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Without words, memory ran out too.
    self = words.isEmpty || words.contains("memory") ? .output(.noMemoryForPNG) : other(words)
  }

  /// Creates the error of a job from the error of a lower module; `nil` for other errors.
  init?(below error: any Error) {
    switch error {
    case let error as MovieError: self.init(error)
    case let error as ConversionError: self = .conversion(error)
    case let error as FrameError: self.init(.picture(error))
    case let error as PlanError: self = .plan(error)
    case let error as RawVideoError: self.init(error)
    default: return nil
    }
  }
}

extension TranscodingError {
  /// Whether raw frames or Y4M end within a frame; those before it are whole.
  var endsWithinFrame: Bool {
    guard case .frames(let error, _) = self, case .truncated = error.kind else { return false }
    return true
  }
}

extension RawVideoError {
  fileprivate func kind(layoutIsGiven: Bool) -> JobErrorKind {
    switch kind {
    case .closedPipe: .closedPipe
    case .cannotOpen: .notFound
    case .cannotCreate: .cannotCreate
    case .transfer: .inputOutput
    case .picture(.memory): .system
    case .picture: layoutIsGiven ? .settings : .data
    case .otherPicture: .fault
    case .notInY4M: .settings
    // There is no output, except whole pictures of a series.
    case .truncated, .syntax: .data
    }
  }
}

extension MovieError {
  fileprivate var kind: JobErrorKind {
    switch self {
    case .closedPipe: .closedPipe
    case .cannotOpen: .notFound
    case .cannotRead, .cannotWrite: .inputOutput
    case .noMemory, .noLibraries: .system
    case .otherFrame: .fault
    case .unknownContainer, .unknownEncoder, .unknownOption, .badOption, .optionNotTaken, .formatNotTaken, .encoder,
      .container:
      .settings
    default: .data
    }
  }
}

extension PlanError {
  fileprivate var kind: JobErrorKind {
    switch self {
    case .contradictoryTransfers, .contradictoryPrimaries, .matrixOfLog, .transferOfICtCp, .primariesOfICtCp,
      .subsampledRGB, .noTriangle, .transferFails, .dolbyVisionOnly, .assumptions, .scenePeakOutOfRange, .lookup:
      .data
    default: .settings
    }
  }
}

extension ConversionError {
  fileprivate var kind: JobErrorKind {
    switch self {
    case .instructions, .threads: .settings
    case .memory: .system
    case .frame(let error): error.kind == .memory ? .system : .data
    case .light(let error): error.kind
    default: .fault
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
