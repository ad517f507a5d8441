internal import ColorOperations

/// A plan's stages by the passes in which a converter carries them out: `print(plan)` lists them, the lanes' program is compiled from them, and
/// a converter is set up from them.
package struct PlanPasses: Sendable {
  /// A pass over a strip of a row; before all, over the rows of chroma that are weighed; and last, over a row of chroma once its rows of pixels
  /// are encoded. Named as it is printed.
  enum Pass: String, CaseIterable, Sendable { case prepare, read, color, write, chroma }

  /// The lattice that stands for the last stages on colors.
  typealias StandIn = (size: Int, argument: ColorUnit, stages: [Stage])

  /// The stages of each pass. None is of chroma if the write pass writes it.
  package private(set) var prepare: [Stage] = [], read: [Stage] = [], color: [Stage] = [], write: [Stage] = []
  private(set) var chroma: [Stage] = []
  let lattice: StandIn?

  /// - Parameters:
  ///   - stages: All stages, in order.
  ///   - count: How many operations on colors are carried out while reading.
  ///   - lattice: The lattice that stands for those after so many.
  init(
    _ stages: [Stage], reading count: Int, lattice: (size: Int, after: Int, argument: ColorUnit)?
  ) {
    var (before, sampled, kept) = (0, [Stage](), [Stage]())
    for stage in stages {
      switch stage.samples?.pass {
      case .prepare: prepare.append(stage)
      case .write: write.append(stage)
      case .chroma: chroma.append(stage)
      case .read:
        read.append(stage)
        if stage.kind == .unpack || stage.kind == .keep { kept.append(stage.asAbove) }
      case .color, nil:
        if before < count {
          read.append(stage)
        } else if let lattice, before >= lattice.after {
          sampled.append(stage)
        } else {
          color.append(stage)
        }
      }
      if stage.operation != nil { before += 1 }
    }
    self.lattice = lattice.map { ($0.size, $0.argument, sampled) }
    if read.isEmpty { read = [Stage(.load)] }
    if prepare.contains(where: { $0.kind == .weigh }) { read = read.map(\.besideWeighedChroma) }
    guard let last = write.last, case .round(let format, _) = last.samples, format.hasChromaRows else { return }
    // Chroma that stays where it is goes through every stage of samples by itself.
    chroma = (kept.contains { $0.kind == .keep } ? kept : []) + chroma + [last.asAbove]
  }

  /// What reading leaves.
  var unitRead: ColorUnit { read.last { $0.operation != nil }?.unit ?? .codes }

  /// The passes in the order in which they are carried out: samples are always read and written, even if nothing becomes of their colors.
  var order: [Pass] { Pass.allCases.filter { $0 != .color || !sections(of: $0).isEmpty } }

  /// The passes that each strip takes.
  var onStrips: [Pass] { order.filter { $0 != .prepare && $0 != .chroma } }

  /// The decisions of a pass, below the headings with which they are printed.
  func sections(of pass: Pass) -> [(heading: String, stages: [PlanStage])] {
    let name = pass.rawValue
    let sections: [(String, [PlanStage])] =
      switch pass {
      case .prepare: [(name, [PlanStage](prepare))]
      case .read: [(name, [PlanStage](read))]
      case .color:
        [(name, [PlanStage](color))]
          + (lattice.map { lattice in
            let size = "\(lattice.size)×\(lattice.size)×\(lattice.size)"
            return [("\(name), by a lattice of \(size) samples of these", [PlanStage](lattice.stages))]
          } ?? [])
      case .write: [(name, [PlanStage](write))]
      case .chroma: [("\(name), by rows of its own", [PlanStage](chroma))]
      }
    return sections.filter { !$0.1.isEmpty }
  }
}
