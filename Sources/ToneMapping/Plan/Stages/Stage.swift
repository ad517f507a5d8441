internal import ColorOperations

/// One operation of a plan, on colors or on samples, under the decision that asks for it: a plan is a list of them, from samples to samples.
package struct Stage: Sendable {
  /// The decision. Neighbors with the same are one.
  let kind: PlanStage.Kind
  let detail: String
  /// Whether it goes on with the decision of the stage before it.
  let continues: Bool
  /// The units of what it takes and gives, as printed.
  private(set) var takes, gives: String
  /// The unit of colors after it.
  private(set) var unit = ColorUnit.codes
  /// What is done with each color; `nil` for what depends on where a sample is.
  let operation: (any ColorOperation)?
  /// What is done with samples; `nil` if the operation on colors says everything.
  let samples: SampleOperation?
  /// Every operation as printed.
  private(set) var listing: [String]

  /// A stage on colors, or a decision that takes no operation; its units follow from the stages before it.
  fileprivate init(
    _ kind: PlanStage.Kind, _ detail: String, continuing continues: Bool, _ operation: (any ColorOperation)?
  ) {
    (self.kind, self.detail, self.continues, self.operation) = (kind, detail, continues, operation)
    (takes, gives, samples, listing) = ("", "", nil, operation.map { [$0.line] } ?? [])
  }

  /// A stage on samples.
  init(_ samples: SampleOperation) {
    let text = samples.text
    (kind, detail, takes, gives, listing) = (text.kind, text.detail, text.takes, text.gives, text.listing)
    (operation, self.samples, continues) = (samples.operation, samples, false)
  }

  private init(_ stage: Stage, detail: String, listing: [String], _ operation: (any ColorOperation)?) {
    (kind, samples, continues) = (stage.kind, stage.samples, stage.continues)
    (takes, gives, unit) = (stage.takes, stage.gives, stage.unit)
    (self.detail, self.listing, self.operation) = (detail, listing, operation)
  }

  /// What another pass does with samples in the same way.
  var asAbove: Stage { Stage(self, detail: "as above", listing: [], nil) }

  /// The same for weighed chroma, whose samples are components already; colors are those of luma alone.
  var besideWeighedChroma: Stage {
    if case .upsample = samples {
      var stage = self
      (stage.takes, stage.gives) = (ColorUnit.components.name, ColorUnit.components.name)
      return stage
    }
    guard samples == nil else { return self }
    return Stage(self, detail: "luma alone: \(detail)", listing: listing.map { "luma alone: \($0)" }, operation)
  }

  /// Records the unit of what it takes.
  ///
  /// - Returns: The unit of what it gives.
  fileprivate mutating func take(_ unit: ColorUnit) -> ColorUnit {
    self.unit = operation?.unit(after: unit) ?? unit
    (takes, gives) = (unit.name, self.unit.name)
    return self.unit
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
  init(_ kind: PlanStage.Kind, _ detail: String, _ operations: Operations, continuing continues: Bool = false) {
    self = operations.enumerated().map { index, operation in
      Stage(kind, detail, continuing: continues || index > 0, operation)
    }
    if isEmpty { self = [Stage(kind, detail, continuing: continues, nil)] }
  }

  /// Records the units of stages on colors, of which the first takes codes.
  ///
  /// - Precondition: Each stage takes what the one before it gives.
  mutating func setUnits() {
    var unit = ColorUnit.codes
    for index in indices { unit = self[index].take(unit) }
  }
}

extension Sequence<Stage> {
  /// The operations on colors, in order.
  package var operations: Operations { compactMap(\.operation) }

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
