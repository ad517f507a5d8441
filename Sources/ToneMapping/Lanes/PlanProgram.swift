internal import LookupTables
internal import Synchronization

/// A plan's program, compiled at its first use and kept: the plan's copies share it.
final class PlanProgram: Sendable {
  private let compiled = Mutex<Result<LaneProgram, LaneGap>?>(nil)

  /// The program of this plan, or why there is none.
  func program(of plan: ConversionPlan) -> Result<LaneProgram, LaneGap> {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      let result = Result { () throws(LaneGap) in try LaneProgram(plan) }
      compiled = result
      return result
    }
  }
}

/// Why a plan's frames are converted color by color: what the lanes have no steps for.
struct LaneGap: Error, CustomStringConvertible {
  let description: String
}

extension ConversionPlan {
  /// How the lattice that was asked for approximates this plan; `nil` without one, and where source and target differ in coding
  /// alone, which takes none.
  public var approximation: LatticeApproximation? { lattice == nil ? nil : (try? program.get())?.approximation }

  /// Whether frames run on the lanes, or color by color in `Double`, hundreds of times slower.
  package var runsOnLanes: Bool {
    if case .success = program { true } else { false }
  }

  /// The program for the lanes, or why there is none.
  var program: Result<LaneProgram, LaneGap> { compiledProgram.program(of: self) }

  /// How frames are converted, in a line: the last of `print(plan)`.
  ///
  /// The curves are named by their pieces, their degree, and the greatest error that their compiler found as a part of the
  /// allowed one.
  package var framesText: String {
    switch program {
    case .success(let program):
      let curves = program.curves.map {
        "\($0.shape) at \(Int(($0.provenError * 100).rounded(.up))) %"
      }
      let exact =
        "on the lanes, \(program.steps.count) steps, curves of pieces × degree at a part of the allowed error: "
        + (curves.isEmpty ? "none" : curves.joined(separator: ", "))
      if let approximation = program.approximation { return "\(approximation); \(exact)" }
      return lattice == nil ? exact : "not by a lattice, for the signal is kept; \(exact)"
    case .failure(let gap):
      return "color by color, slow, because \(gap)"
    }
  }
}
