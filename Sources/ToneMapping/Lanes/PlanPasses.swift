internal import ColorOperations

/// A plan's stages by the converter's passes, from which `print(plan)` lists them, the vector program is compiled, and a converter is set up.
package struct PlanPasses: Sendable {
  /// A pass over a strip of a row. The first pass is over the rows of weighted chroma; the last is over a row of chroma after its rows of pixels are
  /// encoded. The raw value is the printed name.
  enum Pass: String, CaseIterable, Sendable { case prepare, read, color, write, chroma }

  /// The lattice that approximates the last stages on colors.
  typealias StandIn = (size: Int, argument: ColorUnit, stages: [Stage])

  /// The stages of each pass; `chroma` is empty if the write pass writes it.
  package private(set) var prepare: [Stage] = [], read: [Stage] = [], color: [Stage] = [], write: [Stage] = []
  private(set) var chroma: [Stage] = []
  let lattice: StandIn?

  /// - Parameters:
  ///   - stages: All stages, in order.
  ///   - count: The number of operations on colors that reading carries out.
  ///   - lattice: The lattice that replaces the operations after the first `after`.
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
    // Chroma that keeps its samples passes through every stage on samples separately.
    chroma = (kept.contains { $0.kind == .keep } ? kept : []) + chroma + [last.asAbove]
  }

  /// The unit after reading.
  var unitRead: ColorUnit { read.last { $0.operation != nil }?.unit ?? .codes }

  /// The passes in execution order; samples are always read and written, even without operations on their colors.
  var order: [Pass] { Pass.allCases.filter { $0 != .color || !sections(of: $0).isEmpty } }

  /// The passes over each strip.
  var onStrips: [Pass] { order.filter { $0 != .prepare && $0 != .chroma } }

  /// The decisions of a pass, under their printed headings.
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
