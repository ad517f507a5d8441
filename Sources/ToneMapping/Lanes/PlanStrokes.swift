internal import ColorOperations

/// What a converter does with a frame: `print(plan)` lists it, the lanes' program is compiled from it, and `FrameStrokes` is set up from it and
/// runs it.
struct PlanStrokes: Sendable {
  /// A pass over a strip of a row; before all, over the rows of chroma that are weighed; and last, over a row of chroma once its rows of pixels
  /// are encoded. Named as it is printed.
  enum Stroke: String, CaseIterable, Sendable { case prepare, read, color, write, chroma }

  /// The stages of each stroke, or the parts of them that it carries out. No stage is of chroma if the write stroke writes it.
  let prepare, read, color, write, chroma: [StagePart]
  /// The last part of the color stroke, if a lattice stands for it.
  let lattice: SampledStages?

  /// The strokes in the order in which they are carried out: samples are always read and written, even if nothing becomes of their colors.
  var order: [Stroke] { Stroke.allCases.filter { $0 != .color || !sections(of: $0).isEmpty } }

  /// The strokes that each strip takes.
  var onStrips: [Stroke] { order.filter { $0 != .prepare && $0 != .chroma } }

  /// The stages of a stroke, below the headings with which they are printed.
  func sections(of stroke: Stroke) -> [(heading: String, stages: [StagePart])] {
    let name = stroke.rawValue
    let sections =
      switch stroke {
      case .prepare: [(name, prepare)]
      case .read: [(name, read)]
      case .color: [(name, color)] + (lattice.map { [("\(name), by a \($0.name) of these", $0.stages)] } ?? [])
      case .write: [(name, write)]
      case .chroma: [("\(name), by rows of its own", chroma)]
      }
    return sections.filter { !$0.1.isEmpty }
  }
}

/// Stages that a lattice stands for.
struct SampledStages: Sendable {
  /// The lattice's samples along each axis.
  let size: Int
  /// What the lattice is a function of.
  let argument: ColorUnit
  let stages: [StagePart]

  /// The lattice, as printed.
  var name: String { "lattice of \(size)×\(size)×\(size) samples" }
}

/// A stage, or the part of one that a stroke carries out.
struct StagePart: Sendable {
  /// The units, the name and the details, as printed.
  typealias Title = (units: String, name: String, detail: String)

  let title: Title
  /// The operations on colors, in order.
  let operations: [ColorOperation]
  /// Every operation as printed.
  let listing: [String]
  /// What is done with samples; `nil` if operations on colors tell everything.
  let samples: SampleOperation?

  init(_ stage: PlanStage, _ samples: SampleOperation? = nil) {
    title = (stage.units, stage.name, stage.detail)
    (operations, listing, self.samples) = (stage.operations, stage.listing, samples)
  }

  /// What is done with samples beside the stages.
  init?(_ samples: SampleOperation) {
    guard let (units, name, detail, listing) = samples.text else { return nil }
    title = (units, name, detail)
    (operations, self.listing, self.samples) = ([], listing, samples)
  }

  /// What another stroke does with samples in the same way.
  init(as other: StagePart) {
    title = (other.title.units, other.title.name, "as above")
    (operations, listing, samples) = ([], [], other.samples)
  }

  /// The same for weighed chroma, whose samples are components already.
  var ofComponents: StagePart { StagePart(self, (CodedComponents.unitName, title.name, title.detail), listing) }

  /// The same for luma alone: weighed chroma has been through it.
  var ofLuma: StagePart {
    StagePart(self, (title.units, title.name, "luma alone: \(title.detail)"), listing.map { "luma alone: \($0)" })
  }

  /// A part that is printed otherwise.
  private init(_ part: StagePart, _ title: Title, _ listing: [String]) {
    (self.title, self.listing) = (title, listing)
    (operations, samples) = (part.operations, part.samples)
  }

  /// Some operations of a part, under a title of their own.
  private init(_ part: StagePart, _ range: Range<Int>, _ title: Title) {
    self.title = title
    (operations, listing) = (Array(part.operations[range]), Array(part.listing[range]))
    samples = range.lowerBound == 0 ? part.samples : nil
  }

  /// The part's first operations, which leave a unit, and the others.
  fileprivate func split(after count: Int, leaving unit: ColorUnit) -> (StagePart, StagePart) {
    let ends = title.units.split(separator: " ▸ ").map(String.init)
    func units(_ from: String, _ to: String) -> String { from == to ? from : "\(from) ▸ \(to)" }
    return (
      StagePart(self, 0..<count, (units(ends[0], "\(unit)"), title.name, title.detail)),
      StagePart(self, count..<operations.count, (units("\(unit)", ends[ends.count - 1]), title.name, "the rest"))
    )
  }
}

extension [StagePart] {
  /// What is done with samples, in order.
  var samples: [SampleOperation] { compactMap(\.samples) }

  /// The operations of all, in order.
  var operations: [ColorOperation] { flatMap(\.operations) }

  /// The stages of the first operations, which leave a unit, and those of the others; a stage that is divided is in both. One without
  /// operations is with those after it, unless it is the very first.
  func split(after count: Int, leaving unit: ColorUnit) -> (Self, Self) {
    var (first, rest, left) = (Self(), Self(), count)
    for part in self {
      let own = part.operations.count
      if rest.isEmpty, left >= own, left > 0 || first.isEmpty && own == 0 {
        first.append(part)
      } else if left > 0 {
        let halves = part.split(after: left, leaving: unit)
        first.append(halves.0)
        rest.append(halves.1)
      } else {
        rest.append(part)
      }
      left -= own
    }
    return (first, rest)
  }
}
