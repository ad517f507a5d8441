extension ResolvedColor {
  /// These tags, as printed for a stage that decodes or encodes this format.
  func detail(as format: PixelFormat) -> String {
    var parts = [format.name, "\(format.bitDepth) bits"]
    if !format.isFloat { parts.append("\(range) range") }
    if format.model == .yCbCr { parts.append("matrix \(matrix.h273Name)") }
    return parts.joined(separator: ", ")
  }
}

extension ConversionPlan: CustomStringConvertible {
  /// The stages, a line each, with the operations of each stage below it, under the strokes in which a converter carries them out: read,
  /// color, write; then the assumptions, the findings, and how frames are converted.
  public var description: String { text(listsOperations: true) { $0 } }

  /// The description without the operations, with each finding as it is told.
  package func outline(telling told: (Finding) -> Finding) -> String { text(listsOperations: false, told) }

  private func text(listsOperations: Bool, _ told: (Finding) -> Finding) -> String {
    let width = stages.map(\.units.count).max() ?? 0
    let nameWidth = max(12, stages.map(\.name.count).max() ?? 0)
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 0) + 1)
    }
    var lines: [String] = []
    // Color by color, codes are read as they are.
    let read = alpha == nil && laneGap != nil ? 0 : route.reading.count
    var (stroke, done) = (Stroke?.none, 0)
    func begin(_ next: Stroke) {
      if listsOperations, stroke != next { lines.append(next.rawValue) }
      stroke = next
    }
    for stage in stages {
      begin(PlanRoute.stroke(of: stage, isRead: done < read))
      lines.append(column(stage.units, width + 1) + column(stage.name, nameWidth) + stage.detail)
      guard listsOperations else { continue }
      for operation in stage.listing {
        // A stage of operations may begin in one stroke and end in the next.
        begin(PlanRoute.stroke(of: stage, isRead: done < read))
        lines.append(column("", width + 2 + nameWidth) + operation)
        if !stage.operations.isEmpty { done += 1 }
      }
    }
    let assumed = assumptions.map { column("assumed", width + 1) + "\(told($0))" }
    let found = findings.map { column("finding", width + 1) + "\(told($0))" }
    return (lines + assumed + found + [column("frames", width + 1) + framesText]).joined(separator: "\n")
  }
}
