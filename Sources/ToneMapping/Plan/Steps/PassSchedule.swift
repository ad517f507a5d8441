package import ColorOperations

/// A plan's steps by the converter's passes, from which `print(plan)` lists them and the vector program is compiled.
package struct PassSchedule: Sendable {
  /// A pass over a strip of a row. The first pass is over the rows of weighted chroma; the last is over a row of chroma after its rows of pixels are
  /// encoded. The raw value is the printed name.
  enum Pass: String, CaseIterable, Sendable { case prepare, read, color, lattice, write, chroma }

  /// The lattice that approximates the last steps on colors: its size, the unit of its argument, and its first step.
  typealias LatticeRange = (size: Int, argument: ColorUnit, start: Int)

  /// The operations on colors that reading carries out, those of the program, and those that a lattice approximates.
  package private(set) var readColors: Operations = [], colors: Operations = [], sampled: Operations = []
  let lattice: LatticeRange?
  private let steps: [PlanStep]
  private var passes: [[Pass]] = []

  /// - Parameter end: The end of the steps that reading may carry out; it carries out the leading ones that it can.
  init(_ steps: [PlanStep], readingTo end: Int, lattice: LatticeRange? = nil) {
    (self.steps, self.lattice) = (steps, lattice)
    var isReading = true
    for (index, step) in steps.enumerated() {
      if step.passes == nil { isReading = isReading && index < end && step.color?.isRead != false }
      let pass: Pass = isReading ? .read : index >= lattice?.start ?? .max ? .lattice : .color
      passes.append(step.passes ?? [pass])
      guard let color = step.color else { continue }
      switch pass {
      case .lattice: sampled.append(color)
      case .color: colors.append(color)
      default: readColors.append(color)
      }
    }
  }

  package var unitRead: ColorUnit { readColors.unit(after: .codes) }
  var hasColors: Bool { !colors.isEmpty || lattice != nil }

  /// The decisions of each pass, under its printed heading. Samples are always read and written.
  var sections: [(heading: String, stages: [PlanStage])] {
    Pass.allCases.compactMap { pass in
      let own = steps.indices.filter { passes[$0].contains(pass) }
      let first = own.filter { passes[$0][0] == pass }.map { steps[$0] }
      let repeated = own.filter { passes[$0][0] != pass }.map { PlanStage(steps[$0...$0], isRepeated: true) }
      return own.isEmpty && pass != .read && pass != .write
        ? nil : (heading(of: pass), [PlanStage](first) + repeated)
    }
  }

  private func heading(of pass: Pass) -> String {
    switch pass {
    case .lattice: "color, by a lattice of \(lattice!.size)×\(lattice!.size)×\(lattice!.size) samples of these"
    case .chroma: "chroma, by rows of its own"
    default: pass.rawValue
    }
  }
}

extension ConversionPlan {
  /// The candidate schedules for a vector program; the first whose operations all compile is used.
  var vectorSchedules: [PassSchedule] {
    guard let size = options.latticeSize, light != .none else {
      return [PassSchedule(steps.all, readingTo: steps.readingEnd)]
    }
    // If there is no vector code for the source's coding, the lattice covers the coded components, so every function of three numbers has a program.
    return [
      PassSchedule(steps.all, readingTo: steps.readingEnd, lattice: (size, .signal, steps.conversion.lowerBound)),
      PassSchedule(steps.all, readingTo: steps.componentsEnd, lattice: (size, .components, steps.componentsEnd)),
    ]
  }

  /// The schedule without such a program: codes are read unchanged, or as far as alpha requires, and each color is computed separately.
  var scheduleColorByColor: PassSchedule { PassSchedule(steps.all, readingTo: alpha == nil ? 0 : steps.readingEnd) }
}
