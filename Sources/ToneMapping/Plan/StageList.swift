internal import ColorOperations

/// Stages of a plan from one unit to another. Each takes what the one before it gives; others do not compile.
struct StageList<Input: OperationColor, Output: OperationColor>: Sendable {
  /// The stages, in order.
  let stages: [PlanStage]
  /// What they do to a color.
  let operations: Operations<Input, Output>
  /// Whether they limit components: what crosses 0 there must be exact around it.
  let limitsComponents: Bool

  /// How many operations that are.
  var count: Int { operations.operations.count }

  private init(_ stages: [PlanStage], _ operations: Operations<Input, Output>, limitsComponents: Bool) {
    (self.stages, self.operations, self.limitsComponents) = (stages, operations, limitsComponents)
  }

  /// One stage.
  ///
  /// - Parameters:
  ///   - kind: What it does.
  ///   - detail: What was decided for it.
  ///   - operations: How it is carried out.
  ///   - limitsComponents: Whether it limits components; `nil` if one of its operations says so.
  init(
    _ kind: PlanStage.Kind, _ detail: String, _ operations: Operations<Input, Output>, limitsComponents: Bool? = nil
  ) {
    let hasLimit = operations.operations.contains { if case .limit = $0 { true } else { false } }
    self.init(
      [PlanStage(kind, detail, operations)], operations, limitsComponents: limitsComponents ?? hasLimit)
  }

  /// These stages, followed by others that take what these give.
  func then<Next>(_ next: StageList<Output, Next>) -> StageList<Input, Next> {
    StageList<Input, Next>(
      stages + next.stages, operations.then(next.operations),
      limitsComponents: limitsComponents || next.limitsComponents)
  }

  /// Adds stages that keep the unit.
  mutating func append(_ next: StageList<Output, Output>) { self = then(next) }
}

extension StageList where Input == Output {
  /// No stage.
  static var none: StageList { StageList([], .none, limitsComponents: false) }
}

extension StageList<Codes, Codes> {
  /// A stage on samples, which is no operation on colors.
  init(_ stage: PlanStage) { self.init([stage], .none, limitsComponents: false) }
}
