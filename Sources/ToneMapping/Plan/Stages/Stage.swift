internal import ColorOperations

/// One operation of a plan, on colors or on samples, under the decision that asks for it: a plan is a list of them, from samples to samples.
struct Stage: Sendable {
  /// The decision. Neighbors with the same are one.
  let kind: PlanStage.Kind
  let detail: String
  /// Whether it goes on with the decision of the stage before it.
  let continues: Bool
  /// The units of what it takes and gives, as printed; `nil` between operations of one decision.
  let takes, gives: String?
  /// What is done with each color; `nil` for what depends on where a sample is.
  let operation: (any ColorOperation)?
  /// What is done with samples; `nil` if the operation on colors tells everything.
  let samples: SampleOperation?
  /// Every operation as printed.
  let listing: [String]

  /// A stage on colors, or a decision that takes no operation.
  fileprivate init(
    _ kind: PlanStage.Kind, _ detail: String, continuing continues: Bool = false, takes: String?, gives: String?,
    _ operation: (any ColorOperation)?
  ) {
    (self.kind, self.detail, self.continues) = (kind, detail, continues)
    (self.takes, self.gives, self.operation) = (takes, gives, operation)
    (samples, listing) = (nil, operation.map { [$0.line] } ?? [])
  }

  /// A stage on samples.
  init(_ samples: SampleOperation) {
    let text = samples.text
    (kind, detail, takes, gives, listing) = (text.kind, text.detail, text.takes, text.gives, text.listing)
    (operation, self.samples, continues) = (samples.operation, samples, false)
  }

  private init(
    _ stage: Stage, detail: String, takes: String?, gives: String?, listing: [String],
    _ operation: (any ColorOperation)?
  ) {
    (kind, samples, continues) = (stage.kind, stage.samples, stage.continues)
    (self.detail, self.takes, self.gives, self.listing, self.operation) = (detail, takes, gives, listing, operation)
  }

  /// What another pass does with samples in the same way.
  var asAbove: Stage { Stage(self, detail: "as above", takes: takes, gives: gives, listing: [], nil) }

  /// The same for weighed chroma, whose samples are components already; colors are those of luma alone.
  var besideWeighedChroma: Stage {
    if case .upsample = samples {
      let unit = CodedComponents.unit.name
      return Stage(self, detail: detail, takes: unit, gives: unit, listing: listing, operation)
    }
    guard samples == nil else { return self }
    return Stage(
      self, detail: "luma alone: \(detail)", takes: takes, gives: gives, listing: listing.map { "luma alone: \($0)" },
      operation)
  }
}

extension [Stage] {
  /// One decision about colors.
  ///
  /// - Parameters:
  ///   - kind: What it does.
  ///   - detail: What was decided for it.
  ///   - operations: How it is carried out.
  ///   - continues: Whether it goes on with the decision before it.
  init<Input, Output>(
    _ kind: PlanStage.Kind, _ detail: String, _ operations: Operations<Input, Output>,
    continuing continues: Bool = false
  ) {
    let (takes, gives, last) = (Input.unit.name, Output.unit.name, operations.operations.count - 1)
    self = operations.operations.enumerated().map { index, operation in
      Stage(
        kind, detail, continuing: continues || index > 0, takes: index == 0 ? takes : nil,
        gives: index == last ? gives : nil, operation)
    }
    if isEmpty { self = [Stage(kind, detail, takes: takes, gives: gives, nil)] }
  }

  /// Checks that each stage takes what the one before it gives.
  func checkUnits() {
    for (next, before) in zip(dropFirst(), self) {
      precondition(
        next.takes == before.gives, "\(next.detail) takes \(next.takes ?? ""), but gets \(before.gives ?? "")")
    }
  }
}

extension Sequence<Stage> {
  /// The operations on colors, in order.
  var operations: [any ColorOperation] { compactMap(\.operation) }

  /// What is done with samples, in order.
  var samples: [SampleOperation] { compactMap(\.samples) }
}

extension [Stage] {
  /// Adds what is done with samples behind some operations on colors.
  mutating func insert(_ samples: [SampleOperation], after count: Int) {
    var (place, left) = (startIndex, count)
    while left > 0, place < endIndex {
      if self[place].operation != nil { left -= 1 }
      place += 1
    }
    insert(contentsOf: samples.map { Stage($0) }, at: place)
  }
}
