internal import Transcoding
internal import ArgumentParser

struct ConvertAll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert-all",
    abstract: "Convert the HDR movies of a folder, and of the folders in it.",
    discussion: """
      tonemap convert-all movies sdr
      tonemap convert-all movies sdr --sdr skip --jobs 2 --crf 20
      tonemap convert-all movies --replace

      Run it again to go on after an end of any kind, or to convert what is new; several runs on one folder, also of several machines, divide \
      its files. All options of convert that are not for one input work. OUTPUT/.tonemap/manifest.jsonl lists what became of every file.
      """)

  @Argument(help: "The folder with the movies.", completion: .directory)
  var input: Path

  @Argument(help: "The folder to write, in which the folders of the input are kept.", completion: .directory)
  var output: Path?

  @OptionGroup(title: "Folders") var folder: FolderOptions
  @OptionGroup var movie: MovieOptions
  @OptionGroup(title: "Files", visibility: .further) var writing: WritingOptions
  @OptionGroup(title: "Movies", visibility: .further) var encoding: EncodingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions

  func validate() throws {
    if movie.display.isShared {
      throw ValidationError(
        "--to shared needs all inputs at once, but convert-all opens one at a time; choose a display, such as --to hlg")
    }
    let settings = try ConversionSettings(self, for: movie.display)
    try validating(settings.check)
    try settings.refuseOptionsOfOneInput(writing, several: "convert-all")
    if let format = settings.output.format, !format.isMovie {
      throw ValidationError(
        "--format is \(format), but convert-all writes movies; name a container, such as --format mp4")
    }
    guard folder.replace else {
      guard output == nil else { return }
      throw ValidationError("no output folder was given, but one was expected; name one, or give --replace")
    }
    if let output {
      throw ValidationError(
        "--replace writes in place, but the output folder \(output) was given; leave one of them out")
    }
    let parts = [("--start", movie.part.start), ("--duration", movie.part.duration), ("--frames", movie.frames.frames)]
    if let name = parts.first(where: { $1 != nil })?.0 {
      throw ValidationError("\(name) converts a part, but --replace would lose the rest; leave one of them out")
    }
  }

  func run() throws {
    var conversion = try ConversionSettings(self, for: movie.display)
    conversion.running = try running.settings()
    let settings = FolderSettings(
      input: input, output: output, conversion, stated: stated, sdr: folder.sdr, others: folder.others)
    try settings.check()
    if let worker = try FolderWorker(of: settings) { return try worker.run() }
    try FolderRun(settings, jobs: folder.jobs, running.progress).run()
  }
}

/// The handling of a folder; only `convert-all` has these options.
struct FolderOptions: ParsableArguments {
  @Option(
    "The number of movies that are converted at the same time; their threads are divided among them.", as: "count")
  var jobs = 1

  @Option(
    "The handling of SDR movies: a second name of the same file where the file system has such names, a copy, or nothing.",
    as: "way")
  var sdr = FolderSettings.SDRHandling.link

  @Option("The handling of all other files.", as: "way") var others = FolderSettings.OtherHandling.skip

  @Flag(help: "Replace each movie by its conversion, in place of an output folder. SDR and other files stay.")
  var replace = false

  func validate() throws {
    guard (1...256).contains(jobs) else {
      throw ValidationError("--jobs is \(jobs), but 1 to 256 were expected")
    }
  }
}
