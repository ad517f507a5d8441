public import ToneMapping

/// The execution settings of a job.
public struct RunningSettings: Hashable, Sendable {
  /// The number of threads, also in a movie's decoder and encoder; `nil` is one per processor available to the process.
  public var threads: Int?
  /// The vector instructions; all give the same bits. `nil` is the widest set that this machine supports.
  public var instructions: InstructionSet?

  /// All processors, and the widest instructions.
  public init() {}

  package var chosenInstructions: InstructionSet { instructions ?? InstructionSet.available.last ?? .baseline }
}

extension RunningSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(.simd, \.instructions),
    Setting(
      .threads, \.threads, as: "count",
      help:
        "The number of threads, also for a movie's decoder and encoder, which have at least one each; by default, one for each processor that the"
        + " process may use."),
  ]
}
