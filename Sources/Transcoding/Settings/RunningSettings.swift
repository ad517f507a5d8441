internal import HDRMetadata
public import ToneMapping

/// How a job runs.
public struct RunningSettings: Hashable, Sendable {
  /// How many threads work, in a movie's decoder and encoder too; `nil` is one for each processor that the process may use.
  public var threads: Int?
  /// The vector instructions; all give the same bits. `nil` is the widest that this machine can run.
  public var instructions: InstructionSet?

  /// All processors, and the widest instructions.
  public init() {}

  /// The instruction set to run on.
  package var chosenInstructions: InstructionSet { instructions ?? InstructionSet.available.last ?? .baseline }
}

extension RunningSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(.simd, \.instructions),
    Setting(
      .threads, \.threads, as: "count",
      help:
        "How many threads work, in a movie's decoder and encoder too, which have at least one each; by default, one for each processor that the"
        + " process may use."),
  ]
}
