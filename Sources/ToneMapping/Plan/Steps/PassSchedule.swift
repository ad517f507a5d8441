package import ColorOperations

/// A plan's steps by the converter's passes, from which `print(plan)` lists them and the vector program is compiled.
package struct PassSchedule: Sendable {
  /// A pass over a strip of a row. The first pass is over the rows of weighted chroma; the last is over a row of chroma after its rows of pixels are
  /// encoded. The raw value is the printed name.
  enum Pass: String, CaseIterable, Sendable { case prepare, read, color, lattice, write, chroma }

  /// The lattice that approximates the last steps on colors: its size, the unit of its argument, and its first step.
  typealias LatticeRange = (size: Int, argument: ColorUnit, start: Int)

  /// The operations on colors that reading carries out, those of the program, and those that a lattice approximates.
  package let readColors: Operations, colors: Operations, sampled: Operations
  let lattice: LatticeRange?
  private let steps: [PlanStep]

  /// - Parameter end: The end of the steps that reading may carry out; it carries out the leading ones that it can.
  init(_ all: [PlanStep], readingTo end: Int, lattice: LatticeRange? = nil) {
    var (steps, isReading) = (all, true)
    for (index, step) in all.enumerated() where step.passes.isEmpty {
      isReading = isReading && index < end && step.color?.isRead != false
      steps[index].passes = [isReading ? .read : index >= lattice?.start ?? .max ? .lattice : .color]
    }
    func operations(_ pass: Pass) -> Operations { steps.filter { $0.passes[0] == pass }.compactMap(\.color) }
    (readColors, colors, sampled) = (operations(.read), operations(.color), operations(.lattice))
    (self.steps, self.lattice) = (steps, lattice)
  }

  package var unitRead: ColorUnit { readColors.unit(after: .codes) }
  var hasColors: Bool { !colors.isEmpty || lattice != nil }

  /// The decisions of each pass, under its printed heading. Samples are always read and written.
  var sections: [(heading: String, stages: [PlanStage])] {
    Pass.allCases.compactMap { pass in
      let own = steps.filter { $0.passes.contains(pass) }
      let repeated = own.filter { $0.passes[0] != pass }.map { PlanStage([$0], isRepeated: true) }
      return own.isEmpty && pass != .read && pass != .write
        ? nil : (heading(of: pass), [PlanStage](own.filter { $0.passes[0] == pass }) + repeated)
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
