internal import ColorOperations

/// Stages on colors from one unit to another. Each takes what the one before it gives; others do not compile.
struct StageList<Input: OperationColor, Output: OperationColor>: Sendable {
  /// The stages, in order.
  let stages: [Stage]
  /// Whether they limit components: what crosses 0 there must be exact around it.
  let limitsComponents: Bool

  private init(_ stages: [Stage], limitsComponents: Bool) {
    (self.stages, self.limitsComponents) = (stages, limitsComponents)
  }

  /// One decision.
  ///
  /// - Parameters:
  ///   - kind: What it does.
  ///   - detail: What was decided for it.
  ///   - operations: How it is carried out.
  ///   - continues: Whether it goes on with the decision of the list before it.
  ///   - limitsComponents: Whether it limits components; `nil` if one of its operations says so.
  init(
    _ kind: PlanStage.Kind, _ detail: String, _ operations: Operations<Input, Output>,
    continuing continues: Bool = false,
    limitsComponents: Bool? = nil
  ) {
    let operations = operations.operations
    let hasLimit = operations.contains { $0 is Limit }
    let stages = operations.enumerated().map { index, operation in
      Stage(
        kind, detail, continuing: continues || index > 0, takes: index == 0 ? Input.unit.name : nil,
        gives: index == operations.count - 1 ? Output.unit.name : nil, operation)
    }
    self.init(
      stages.isEmpty ? [Stage(kind, detail, takes: Input.unit.name, gives: Output.unit.name, nil)] : stages,
      limitsComponents: limitsComponents ?? hasLimit)
  }

  /// These stages, followed by others that take what these give.
  func then<Next>(_ next: StageList<Output, Next>) -> StageList<Input, Next> {
    StageList<Input, Next>(
      stages + next.stages, limitsComponents: limitsComponents || next.limitsComponents)
  }

  /// Adds stages that keep the unit.
  mutating func append(_ next: StageList<Output, Output>) { self = then(next) }
}

extension StageList where Input == Output {
  /// No stage.
  static var none: StageList { StageList([], limitsComponents: false) }
}
