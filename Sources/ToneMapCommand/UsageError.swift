internal import Transcoding

/// An error of the words of a command line. The parser prints it after the value or before the name of the help.
enum UsageError: Error, Hashable, CustomStringConvertible {
  // A value.
  case outOfRange(String, found: String, allowed: String)
  case negative(String, found: String)
  case seedTooLarge(UInt64, allowed: UInt64)
  case everyNothing
  case unknownName(known: [String])
  case notColor
  // Options that exclude or need each other.
  case momentAndSheets
  case gridWithoutEvery
  case twoChoicesOfColors
  case twoReports(String)
  case statisticsWithoutCheck
  case jsonWithoutCertificate
  case differenceOfOneFile
  case noTag
  case unspecifiedTag(Stated)
  case besideChunk([String], names: Int)
  // The number of inputs and outputs.
  case severalMeasured(Int)
  case severalInspected(Int)
  case forOneExplained(String, count: Int)
  case forOneConverted(String, several: String)
  case sourceOfSeveral
  case pageNamed(Path)
  case sharedByNone
  case sharedByFolder
  case missingOutput
  case missingOutputFolder
  case replacedIntoFolder(Path)
  case replacedByPart(String)
  case notMovies(OutputKind)
  case severalNames(Int)
  case keptWithoutName(Path)
  case standardInputTwice
  // Outputs that cannot be where they are said to be.
  case terminal(needs: String)
  case severalOnStandardOutput(Int)
  case besideJSON(String, content: String)
  case metadataBesidePixels
  case previewBesidePixels
  case sheetsOnStandardOutput
  case tagsOnStandardOutput
  case plotNotSVG(Path)

  var description: String {
    switch self {
    case .outOfRange(let option, let found, let allowed): "\(option) is \(found), but \(allowed) were expected"
    case .negative(let option, let found): "\(option) is \(found), but a number of 0 or more was expected"
    case .seedTooLarge(let seed, let allowed):
      "--seed is \(seed), but at most \(allowed), 2^53, was expected, which every JSON reader accepts"
    case .everyNothing: "--every is 0, but a time of 0.001 s or more, or a percentage above 0% was expected, such as 10"
    case .unknownName(let known): "expected one of \(list(known))"
    case .notColor: "expected the source's R′, G′ and B′, each 0 to 1, such as 0.58,0.58,0.58"
    case .momentAndSheets:
      "--at and --every were given, but one picture or sheets of many were expected; leave one of them out"
    case .gridWithoutEvery: "--grid was given, but a sheet also needs the time between its pictures; give --every too"
    case .twoChoicesOfColors:
      "--exhaustive and --sample both choose the colors, but only one was expected; leave one out"
    case .twoReports(let other):
      "--frames and \(other) were given, but only one of these reports was expected; leave one out"
    case .statisticsWithoutCheck:
      "--stats was given, but only --check compares statistics with stated levels; add --check"
    case .jsonWithoutCertificate:
      "--json prints the certificate, but --no-certificate leaves it out; leave one of them out"
    case .differenceOfOneFile: "--max-difference compares two files, but one was given; name another, or leave it out"
    case .besideChunk(let options, let names):
      options.isEmpty
        ? "\(names) names were given, but --chunk needs one, the folder that chunk-plan made; leave the others out"
        : "\(list(options)) \(options.count == 1 ? "was" : "were") given with --chunk, which takes only --threads, --simd and --progress; leave \(options.count == 1 ? "it" : "them") out, or give settings to chunk-plan"
    case .noTag: "no tag was given, but at least one was expected; give one, such as --transfer pq"
    case .unspecifiedTag(let option):
      "--\(option.name.hyphenated) is \(option.text), which means unspecified, but a value to write was expected; give one, or leave it out"
    case .severalMeasured(let count):
      "\(count) inputs were given, but one was expected; tonemap measure fold combines statistics files"
    case .severalInspected(let count):
      "\(count) inputs were given, but one was expected; only --check without --color-json and --stats takes several"
    case .forOneExplained(let option, let count):
      "\(option) is for one input, but \(count) were given; explain each by itself"
    case .forOneConverted(let option, let several):
      "\(option) is for one input, but \(several) is for several; convert each by itself"
    case .sourceOfSeveral:
      "--to source gives each input its own output; explain each by itself, or give --to shared"
    case .pageNamed(let output):
      "a page is HTML, but the extension of \(output) is that of another format; name an .html file"
    case .sharedByNone:
      "--to shared applies only to conversions of inputs; choose a display, such as --to hlg"
    case .sharedByFolder:
      "--to shared needs all inputs at once, but convert-all opens one at a time; choose a display, such as --to hlg"
    case .missingOutputFolder: "no output folder was given, but one was expected; name one, or give --replace"
    case .replacedIntoFolder(let folder):
      "--replace writes in place, but the output folder \(folder) was given; leave one of them out"
    case .replacedByPart(let option):
      "\(option) converts a part, but --replace would lose the rest; leave one of them out"
    case .notMovies(let kind):
      "--format is \(kind), but convert-all writes movies; name a container, such as --format mp4"
    case .missingOutput: "Missing expected argument '<output>'; for several inputs, give --output-folder"
    case .severalNames(let count):
      "\(count) names were given, but an input and an output were expected; give --output-folder for several inputs"
    case .keptWithoutName(let output):
      "--keep-existing needs a single output file, but \(output) is not one; leave it out"
    case .standardInputTwice: "- was given twice, but standard input can be read only once; name files"
    case .terminal(let need): "standard output is a terminal, but \(need) a pipe or a file; name an output file"
    case .severalOnStandardOutput(let count):
      "- is the output of \(count) options, but standard output takes one; name files"
    case .besideJSON(let option, let content):
      "\(option) and --json both write to standard output; name a file for the \(content)"
    case .metadataBesidePixels:
      "--out-hdr10plus is -, but standard output holds the pixels; name a file for the metadata"
    case .previewBesidePixels: "--preview is -, but only pixels go to standard output; name a file for the preview"
    case .sheetsOnStandardOutput:
      "sheets and their WebVTT are several files, but the output is standard output; name a file, such as sheet.jpg"
    case .tagsOnStandardOutput: "the output is standard output, but a file was expected; name one"
    case .plotNotSVG(let name): "--plot writes SVG, but the name \(name) does not end in .svg; change the extension"
    }
  }
}

/// A lower error, which the parser prints with the names of options.
struct ErrorInOptions: Error, CustomStringConvertible {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  var description: String {
    (error as? any JobError)?.message ?? (error as? any FixableError)?.text(in: .words) ?? "\(error)"
  }
}
