internal import HDRMetadata
internal import Synchronization
internal import ToneMapping

/// The plans of a movie's parts, where its color changes: each part has its own, for the same output.
final class PartPlans: Sendable {
  /// A plan, and the programs of its frames if each brings its own curve.
  struct Made: Sendable {
    let plan: ConversionPlan
    let programs: FramePrograms?
  }

  private let make: @Sendable (ColorPart) throws(TranscodingError) -> Made
  private let made = Mutex<[(part: ColorPart, made: Made)]>([])

  init(_ make: @escaping @Sendable (ColorPart) throws(TranscodingError) -> Made) { self.make = make }

  /// The plan of a part; it is made once.
  func plan(of part: ColorPart) throws(TranscodingError) -> Made {
    if let known = made.withLock({ $0.first { $0.part === part }?.made }) { return known }
    let new = try make(part)
    made.withLock { $0.append((part, new)) }
    return new
  }

  /// The programs of all parts.
  var programs: [FramePrograms] { made.withLock { $0.compactMap(\.made.programs) } }
}
