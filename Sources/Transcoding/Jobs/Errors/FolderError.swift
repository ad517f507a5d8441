public import HDRMetadata

/// An error of a folder whose files are converted, or of one of its files. The first text of each case is the name of the file or folder.
public enum FolderError: JobError {
  case notAFolder(String, exists: Bool)
  case outputAroundInput(String, input: String)
  case unreadableFolder(String, reason: String)
  case cannotCreateFolder(String, reason: String)
  /// The manifest or a claim cannot be read or written.
  case records(String, reason: String)
  /// A file that changed while it was converted, or ends early and was changed a moment ago.
  case stillWritten(String)
  case notReplaceable(String)
  /// A file that ends before its stated end, and therefore is not replaced.
  case notWhole(String)
  case endedProcess(String, attempts: Int)

  public var kind: JobErrorKind {
    switch self {
    case .notAFolder(_, exists: false), .unreadableFolder: .notFound
    case .notAFolder, .outputAroundInput, .notReplaceable: .settings
    case .cannotCreateFolder: .cannotCreate
    case .records: .inputOutput
    case .stillWritten, .notWhole: .truncated
    case .endedProcess: .fault
    }
  }

  public var sentence: Fix {
    switch self {
    case .notAFolder(let name, exists: false):
      "the folder \(name) does not exist, but its files are to be converted; check its name"
    case .notAFolder(let name, exists: true):
      "\(name) is a file, but a folder was expected; name a folder, or convert the file as in tonemap convert MOVIE OUTPUT"
    case .outputAroundInput(let output, let input):
      "the output folder \(output) contains the input folder \(input), but outputs would be mixed with inputs; name another folder"
    case .unreadableFolder(let name, let reason):
      "the folder \(name) cannot be read (\(reason)), but all its files are to be converted; make it readable"
    case .cannotCreateFolder(let name, let reason):
      "the folder \(name) cannot be created (\(reason)); write to another place"
    case .records(let name, let reason):
      "\(name) cannot be read or written (\(reason)), but it records what was done; free space, or make it writable"
    case .stillWritten(let name):
      "\(name) is still being written, but a complete file was expected; run again when it is complete"
    case .notReplaceable(let name):
      "\(name) cannot be replaced, since its extension is none that is written, but"
        + " \(list(OutputKind.allCases.filter(\.isMovie).map { ".\($0.endings[0])" as String }, "or")) was expected; write to an output folder"
    case .notWhole(let name):
      "\(name) ends before its stated end, but only whole movies are replaced; repair it, or write to an output folder"
    case .endedProcess(let name, let attempts):
      "\(name) ended its process \(attempts == 3 ? "three" : "\(attempts)") times, so this run does not try it again; free"
        + " memory, or report it as a fault of this program, with the file"
    }
  }
}
