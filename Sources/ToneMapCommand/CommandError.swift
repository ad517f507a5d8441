internal import Exactness
internal import Transcoding

/// An error that only the command finds, when it runs.
enum CommandError: JobError {
  // The process.
  case unknownArguments
  case looksLikeOption(Path)
  case unknownInstructions(String)
  case instructions(InstructionSet, setting: String, InstructionSetError)
  case cannotPrint(reason: String)
  case cannotStartWorker(reason: String)
  /// An error of no other kind.
  case unexpected(String)
  // Several inputs.
  case cannotCreateFolder(Path, reason: String)
  case namelessInput
  case notFileName(Path)
  case sameOutput(Path, Path, output: Path)
  case outputIsInput(Path, input: Path)
  case sharedByPipe(Path)
  case codecWithoutOutput
  // Media.
  case noTrack(Path)
  case noColor(Path)
  case noFrames(Path)
  case unreadableFrames(Path, Int, of: Int)
  case frames(Path, MediaFileError)
  case framesWithoutMetadata(Path)
  case notListable(Path, container: String)
  case notDecoded(Path, container: String)
  case notCheckable(Path, DeliveryFormat)
  case failedRules(Path, [String], of: Int, DeliveryFormat)
  case failedFiles([Path], of: Int, DeliveryFormat)
  // Comparisons and measurements.
  case codesNotComparable(limit: Double)
  /// A number of ΔE ITP is above its limit.
  case difference(String, Double, limit: Double)
  case unmatchedFrames(Int, limit: Int)
  case psnr(of: String, Double, limit: Double)
  case foundFault(String)
  case simdCheck(SIMDCheckError)
  case colorsDiffer(Int, of: Int, limit: Double, worst: [Int], error: Double)
  case statisticsWithoutStart(firstFrame: Int)
  // Lookup tables.
  case optionsOfOtherFiles(Path)
  case cubeTooLarge(Int, LookupHost)
  case notOneCube(Path, size: Int)
  case noInverse(Path, LookupTableError)
  /// Grays fall from this level on by this many 8-bit codes.
  case darkerGrays(from: Double, by: Double, CubeInterpolation?)
  /// Two files differ by this many 8-bit codes.
  case filesDiffer(by: Double, allowed: Double)
  // Certificates.
  case noCertificate(Path)
  case unreadableCertificate(Path, reason: String)
  case invalidCertificate(Path, reason: String)
  case certificateWithoutErrors(Path, interpolation: String)
  case certificateArguments(reason: String)
  case certificateOfOtherFile(Path)
  /// The error measured again, in 8-bit codes, is not that of the certificate.
  case otherErrors(Path, found: Double, stated: Double, interpolation: String)

  var kind: JobErrorKind {
    switch self {
    case .looksLikeOption, .unknownInstructions, .instructions, .namelessInput, .notFileName, .sameOutput,
      .outputIsInput, .sharedByPipe, .codecWithoutOutput, .framesWithoutMetadata, .notListable, .notDecoded,
      .notCheckable, .codesNotComparable, .optionsOfOtherFiles, .cubeTooLarge, .notOneCube:
      .settings
    case .failedRules, .failedFiles, .difference, .unmatchedFrames, .psnr, .foundFault, .colorsDiffer, .darkerGrays,
      .filesDiffer, .certificateOfOtherFile, .otherErrors:
      .checkFailed
    case .noTrack, .noColor, .noFrames, .unreadableFrames, .statisticsWithoutStart, .noInverse,
      .invalidCertificate, .certificateWithoutErrors, .certificateArguments:
      .data
    case .noCertificate, .unreadableCertificate: .notFound
    case .unknownArguments, .unexpected: .fault
    case .cannotCreateFolder: .cannotCreate
    case .cannotPrint, .frames(_, .cannotRead): .inputOutput
    case .frames: .data
    case .simdCheck(.cannotRun), .cannotStartWorker: .system
    case .simdCheck: .settings
    }
  }

  var sentence: Fix {
    switch self {
    case .unknownArguments:
      "the arguments cannot be read without /proc, but at least the program's name was expected; mount /proc"
    case .cannotStartWorker(let reason):
      "no process for the work could be started (\(reason)), but at least one was expected; raise the limit on processes (ulimit -u)"
    case .looksLikeOption(let word):
      "\(word) begins with a dash, like an option, but a file name was expected; if it is a file, give ./\(word)"
    case .unknownInstructions(let name):
      "TONEMAP_SIMD is \(name), but one of \(InstructionChoice.allCases.map(\.rawValue).joined(separator: ", ")) was expected;"
        + " unset it, or give --simd"
    case .instructions(let set, let setting, let error): "\(setting) is \(set.rawValue), but \(error)"
    case .cannotPrint(let reason): "standard output cannot be written (\(reason)); write to another place"
    case .unexpected(let description): "\(description)"
    case .cannotCreateFolder(let folder, let reason):
      "the output folder \(folder) cannot be created (\(reason)); name an existing folder, or one inside an existing folder"
    case .namelessInput:
      "standard input has no name, but --output-folder names outputs after inputs; convert it by itself, and name the output"
    case .notFileName(let input): "the input \(input) is not a file name; name files for --output-folder"
    case .sameOutput(let one, let other, let output):
      "\(one) and \(other) would both be written to \(output), but each output needs a name of its own; convert one of them in"
        + " another run, or rename it"
    case .outputIsInput(let written, let input):
      "\(written) would overwrite the input \(input), but a new file was expected; choose another --output-folder, or another"
        + " --format"
    case .sharedByPipe(let pipe):
      "--to shared looks at all inputs first, but \(pipe) can be read only once; give files, or choose a display such as --to hlg"
    case .codecWithoutOutput: "--video-codec applies to an output, but no output was named; name one, such as out.mp4"
    case .noTrack(let name): "\(name) has no video track, but one was expected; choose another file"
    case .noColor(let name): "\(name) has no video track, so there is no color to write; name a file that has one"
    case .noFrames(let name): "\(name) has no frames, but at least 1 was expected; check how the file was made"
    case .unreadableFrames(let name, let count, let all):
      "\(plural(count, "frame")) of \(all) in \(name) cannot be read completely; repair the file, or leave --strict out"
    case .frames(_, let error) where kind == .inputOutput: "\(error)"
    case .frames(let name, let error): "\(name): \(error)"
    case .framesWithoutMetadata(let name):
      "\(name) is Y4M or raw frames, which carry no metadata, but --frames needs a movie or a bare stream; give the file"
        + " from which the frames were decoded"
    case .notListable(let name, let container):
      "the frames of \(name) cannot be listed, because it is \(container); rewrap it first, as in"
        + " ffmpeg -i \(ShellWords.line([name.word])) -c copy out.mkv"
    case .notDecoded(let name, let container):
      "\(name) is \(container), which is not decoded, but --probe needs frames; decode it to Y4M or raw frames first"
    case .notCheckable(let name, let check):
      "\(name) is Y4M or raw frames, but --check \(check.rawValue) needs a movie, an image or a bare stream; give the file"
        + " from which the frames were decoded"
    case .failedRules(let name, let failed, let all, let check):
      "\(name) fails \(failed.count) of \(all) rules of \(check.rawValue), but all were expected to pass:"
        + " \(failed.joined(separator: ", ")); fix the failures listed above"
    case .failedFiles(let names, let all, let check):
      "\(names.count) of \(all) files fail rules of \(check.rawValue): \(list(names.map { "\($0)" })); fix the failures listed above"
    case .codesNotComparable(let limit):
      "--limit-psnr is \(limit), but the codes of the two clips cannot be compared, since size, chroma, matrix, range or transfer differ;"
        + " limit ΔE ITP with --limit-mean instead"
    case .difference(let name, let found, let limit):
      "the \(name) ΔE ITP is \(found.rounded(to: 3)), but at most \(limit) was expected"
    case .unmatchedFrames(let count, let limit):
      "the number of frames without a partner is \(count), but at most \(limit) was expected"
    case .psnr(let planes, let found, let limit):
      "the PSNR of \(planes) is \(found.rounded(to: 2)) dB, but at least \(limit) dB was expected"
    case .foundFault(let sentence): "a fault was found: \(sentence)"
    case .simdCheck(let error): "\(error)"
    case .colorsDiffer(let count, let all, let limit, let worst, let error):
      "\(count) of \(all) colors \(count == 1 ? "differs" : "differ") from the exact result by more than \(limit) of a code, the allowed error; the"
        + " color \(worst.map(\.description).joined(separator: ", ")) has the largest error, \(error.rounded(to: 4))"
    case .statisticsWithoutStart(let frame):
      "--hdr10plus counts frames from the first of the clip, but the statistics begin with frame \(frame); measure the"
        + " whole clip"
    case .optionsOfOtherFiles(let output):
      "\(output) is an ICC profile, but --host and --bit-depth apply only to other files; leave them out, or name another output"
    case .cubeTooLarge(let size, let host):
      "the cube has \(size) samples, but \(host.name) reads at most \(host.maximumCubeSize); give --cube-size"
    case .notOneCube(let input, let size):
      "\(input) is not a single cube over 0…1 between curves, as a device link needs; give --cube-size \(size) to sample it"
    case .noInverse(let input, let error): "the LUT \(input) has no inverse: \(error)"
    case .darkerGrays(let level, let fall, let interpolation):
      "grays become darker where the input rises, from \(level.rounded(to: 4)) on, by up to \(fall.rounded(to: 2)) 8-bit codes"
        + "\(interpolation.map { ", read with \($0.rawValue) interpolation" } ?? "")"
    case .filesDiffer(let difference, let allowed):
      "the files differ by up to \(difference.rounded(to: 4)) of an 8-bit code, but --max-difference allows \(allowed)"
    case .noCertificate(let path):
      "\(path) does not exist, but --measure compares with it; leave --measure out, or make the LUT again"
    case .unreadableCertificate(let path, let reason):
      "the certificate \(path) cannot be read (\(reason)); check its permissions"
    case .invalidCertificate(let path, let reason): "the certificate \(path) is wrong: \(reason)"
    case .certificateWithoutErrors(let path, let interpolation):
      "the certificate \(path) is wrong: it states no errors for \(interpolation) interpolation"
    case .certificateArguments(let reason):
      "the certificate's arguments are wrong (\(reason)), but those of tonemap lut were expected; make the LUT again"
    case .certificateOfOtherFile(let file):
      "\(file) does not match its certificate, whose SHA-256 differs, but the same bytes were expected; make the LUT"
        + " again, or remove the certificate"
    case .otherErrors(let file, let found, let stated, let interpolation):
      "measured again, \(file) is off by up to \(found.rounded(to: 4)) of an 8-bit code with \(interpolation) interpolation,"
        + " but its certificate states \(stated.rounded(to: 4))"
    }
  }
}
