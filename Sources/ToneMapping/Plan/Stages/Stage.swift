internal import ColorOperations

/// One operation of a plan, on colors or on samples, with the decision that requires it; a plan is a list of them, from samples to samples.
package struct Stage: Sendable {
  /// The decision. Adjacent stages with equal decisions are merged.
  let kind: PlanStage.Kind
  let detail: String
  /// Whether it continues the decision of the stage before it.
  let continues: Bool
  /// The units of its input and output, as printed.
  private(set) var takes, gives: String
  /// The unit of colors after it.
  private(set) var unit = ColorUnit.codes
  /// The operation on each color; `nil` for an operation that depends on the position of a sample.
  let operation: (any ColorOperation)?
  /// The operation on samples; `nil` if the operation on colors is complete.
  let samples: SampleOperation?
  /// The operations as printed.
  private(set) var listing: [String]

  /// Creates a stage on colors, or a decision without operations; its units follow from the stages before it.
  fileprivate init(
    _ kind: PlanStage.Kind, _ detail: String, continuing continues: Bool, _ operation: (any ColorOperation)?
  ) {
    (self.kind, self.detail, self.continues, self.operation) = (kind, detail, continues, operation)
    (takes, gives, samples, listing) = ("", "", nil, operation.map { [$0.line] } ?? [])
  }

  /// Creates a stage on samples.
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

  /// The same operation on samples in another pass.
  var asAbove: Stage { Stage(self, detail: "as above", listing: [], nil) }

  /// The same stage for weighted chroma, whose samples are already components; its colors are luma only.
  var besideWeighedChroma: Stage {
    if case .upsample = samples {
      var stage = self
      (stage.takes, stage.gives) = (ColorUnit.components.name, ColorUnit.components.name)
      return stage
    }
    guard samples == nil else { return self }
    return Stage(self, detail: "luma alone: \(detail)", listing: listing.map { "luma alone: \($0)" }, operation)
  }

  /// Records the unit of the input.
  ///
  /// - Returns: The unit of the output.
  fileprivate mutating func take(_ unit: ColorUnit) -> ColorUnit {
    self.unit = operation?.unit(after: unit) ?? unit
    (takes, gives) = (unit.name, self.unit.name)
    return self.unit
  }
}

extension [Stage] {
  /// Creates the stages of one decision about colors.
  ///
  /// - Parameters:
  ///   - kind: The kind of the decision.
  ///   - detail: The parameters of the decision.
  ///   - operations: The operations that carry it out.
  ///   - continues: Whether it continues the decision before it.
  init(_ kind: PlanStage.Kind, _ detail: String, _ operations: Operations, continuing continues: Bool = false) {
    self = operations.enumerated().map { index, operation in
      Stage(kind, detail, continuing: continues || index > 0, operation)
    }
    if isEmpty { self = [Stage(kind, detail, continuing: continues, nil)] }
  }

  /// Records the units of stages on colors; the input of the first stage is codes.
  ///
  /// - Precondition: The input unit of each stage is the output unit of the one before it.
  mutating func setUnits() {
    var unit = ColorUnit.codes
    for index in indices { unit = self[index].take(unit) }
  }
}

extension Sequence<Stage> {
  /// The operations on colors, in order.
  package var operations: Operations { compactMap(\.operation) }

  /// The operations on samples, in order.
  var samples: [SampleOperation] { compactMap(\.samples) }
}

extension [Stage] {
  /// Inserts operations on samples after a number of operations on colors.
  mutating func insert(_ samples: [SampleOperation], after count: Int) {
    var (place, left) = (startIndex, count)
    while left > 0, place < endIndex {
      if self[place].operation != nil { left -= 1 }
      place += 1
    }
    insert(contentsOf: samples.map { Stage($0) }, at: place)
  }
}
