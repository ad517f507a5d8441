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
