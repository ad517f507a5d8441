internal import HDRMetadata
internal import ToneMapping
internal import Transcoding

extension Choices {
  /// What a command's options say.
  init(
    source: SourceOptions, metadata: MetadataOptions, mapping: MappingOptions? = nil, lookup: LookupOptions? = nil,
    target: OutputOptions? = nil, strict: Bool, progress: Progress? = nil
  ) {
    self.init()
    self.source = source.settings(metadata)
    if let mapping { self.mapping = mapping.settings }
    if let lookup { self.lookup = lookup.settings }
    if let target { self.target = target.settings }
    self.strict = strict
    nameOfSetting = { "--\($0.option)" }
    control = RunControl(
      isCancelled: { Interruption.signal != nil }, tell: { Console.complain($0) }, show: { progress?.show($0) },
      start: { Interruption.begin() })
    // The process ends with the job.
    control.joinsThreads = false
  }
}

extension RunControl {
  /// The control of a job that shows no progress.
  static let console = RunControl(
    isCancelled: { Interruption.signal != nil }, tell: { Console.complain($0) }, start: { Interruption.begin() })
}
