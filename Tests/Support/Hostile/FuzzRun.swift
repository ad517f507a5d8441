private import Foundation

/// One run of a fuzzer over one reader: its duration, its seed, and its cost.
///
/// Configured by the environment: `<NAME>_SECONDS`, CPU time for each reader; `<NAME>_ONLY`, comma-separated words, one of which the
/// reader's name or family must contain; and `<NAME>_SEED`, the first seed.
public struct FuzzRun {
  public let seed: UInt64
  private let name: String
  private let seconds: Double
  private let only: [String]?
  private var count = 0, taken = 0
  private var spent = 0.0
  private var most = InputCost()

  /// A run as the environment configures it; by default it lasts this many seconds.
  public init(_ name: String, seconds: Double) {
    let environment = ProcessInfo.processInfo.environment
    self.name = name
    self.seconds = environment["\(name)_SECONDS"].flatMap(Double.init) ?? seconds
    only = environment["\(name)_ONLY"]?.split(separator: ",").map(String.init)
    seed = environment["\(name)_SEED"].flatMap(UInt64.init) ?? 1
  }

  /// Whether this reader is selected.
  public func wants(_ names: String...) -> Bool { only.map { $0.contains { names.contains($0) } } ?? true }

  /// Whether time is left.
  public var shouldContinue: Bool { spent < seconds }

  /// Counts an input: its cost in the reader, and its total time.
  public mutating func add(_ cost: InputCost, since start: Double, wasTaken: Bool) {
    count += 1
    taken += wasTaken ? 1 : 0
    most.seconds = max(most.seconds, cost.seconds)
    most.bytes = max(most.bytes, cost.bytes)
    spent += InputCost.threadSeconds - start
  }

  /// A one-line summary of the run.
  public func report(_ reader: String) -> String {
    let memory = most.bytes > 0 ? ", the most memory \((most.bytes + 1023) / 1024) KiB" : ""
    let slowest = (most.seconds * 1e6).rounded() / 1000
    return
      "\(name), \(reader): \(Int(spent.rounded())) s, seed \(seed), \(count) inputs, \(taken) taken, the slowest \(slowest) ms\(memory)"
  }
}
