extension ConversionPlan {
  /// The error of the requested lattice relative to this plan, or of the lattice of a caller-supplied gamut map; `nil` without a lattice, and if
  /// source and target differ only in coding, since no lattice is then used. The first access compiles the plan.
  public var approximation: LatticeApproximation? {
    let hasLattice = options.latticeSize != nil || operations.contains { $0 is SampledGamutMap }
    return hasLattice ? (try? program.get())?.approximation : nil
  }

  /// Whether frames are converted with vectors; otherwise color by color in `Double`, hundreds of times slower: see ``findings``. The first access
  /// compiles the plan.
  public var isVectorized: Bool { unsupportedOperation == nil }

  /// Findings that a user should know: of the conversion of frames, `color-by-color` without vectors; of the source and the output, `hdr-in-8-bits`,
  /// `unusual-matrix`, `unusual-primaries`, `premultiplied-unsaid`; and of a caller-supplied tone curve, `tone-falls`.
  ///
  /// They are not assumptions, so ``PlanOptions/strict`` allows them. The first access compiles the plan.
  public var findings: [Finding] {
    var findings = findingsOfColor
    if let unsupportedOperation {
      findings.note(
        "color-by-color", "the plan cannot run on vectors, because \(unsupportedOperation)",
        consequence: "converting frames color by color, hundreds of times slower",
        fix: "choose a lattice, which states its error, such as \(.latticeSize, 33)")
    }
    return findings
  }

  /// The findings for which nothing is compiled: all except `color-by-color`.
  package var findingsOfColor: [Finding] {
    let shallowSource = sourceTags.shallowHDR(
      "the source's", bitDepth: source.codedBitDepth ?? inputFormat.bitDepth, fix: .ofShallowSource)
    var findings = [shallowSource, shallowOutput, fallOfCurve].compactMap(\.self) + targetTags.oddities
    if outputAlpha?.mode == .premultiplied {
      findings.note(
        "premultiplied-unsaid", "the output's color is premultiplied, but no tag states it",
        fix: "document it for the consumer, or write straight color")
    }
    return findings
  }

  /// The finding for an output that is PQ or HLG in 8 bits.
  package var shallowOutput: Finding? {
    targetTags.shallowHDR(
      "the output's", bitDepth: outputFormat.bitDepth, fix: "choose 10 bits with \(.outPixelFormat)")
  }

  /// The storage of alpha in the output, in full range; `nil` if the output has no alpha.
  public var outputAlpha: AlphaCoding? {
    guard outputFormat.hasAlpha else { return nil }
    let wanted = options.alpha ?? .kept(source.alpha?.mode ?? .straight)
    return AlphaCoding(inputFormat.hasAlpha && wanted == .kept(.premultiplied) ? .premultiplied : .straight)
  }
}

extension ConversionPlan: CustomStringConvertible {
  /// The stages, one per line, each followed by its operations, under the converter's passes: read, color, write, and chroma if it has separate rows;
  /// then the assumptions, and the findings of its color. Nothing is compiled, so these are the passes if all operations have vector code: see
  /// ``ColorProgram`` for those of frames.
  public var description: String { text(listsOperations: true) { $0 } }

  /// The description without operations, with each finding in the form in which it is reported.
  package func outline(reporting report: (Finding) -> Finding) -> String { text(listsOperations: false, report) }

  private func text(listsOperations: Bool, _ report: (Finding) -> Finding) -> String {
    let sections = vectorSchedules[0].sections
    let titles = sections.flatMap(\.stages)
    let width = titles.map(\.units.count).max() ?? 0
    let nameWidth = max(12, titles.map(\.name.count).max() ?? 0)
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 0) + 1)
    }
    var lines: [String] = []
    for (heading, stages) in sections {
      lines.append(heading)
      for stage in stages {
        lines.append(column(stage.units, width + 1) + column(stage.name, nameWidth) + stage.detail)
        if listsOperations { lines += stage.listing.map { column("", width + 2 + nameWidth) + $0 } }
      }
    }
    let assumed = assumptions.map { column($0.isDecided ? "note" : "assumed", width + 1) + "\(report($0))" }
    let found = findingsOfColor.map { column("finding", width + 1) + "\(report($0))" }
    return (lines + assumed + found).joined(separator: "\n")
  }
}
