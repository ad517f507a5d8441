internal import HDRMetadata
internal import Synchronization
internal import ToneMapping

/// The plans of frames for one output: that of the clip's own color, and one for each part of another.
final class FramePlans: Sendable {
  /// A plan, and the programs of its frames if each brings its own curve.
  struct Made: Sendable {
    let plan: ConversionPlan
    let programs: FramePrograms?
  }

  let own: Made
  private let make: @Sendable (ColorPart) throws(TranscodingError) -> Made
  private let parts = Mutex<[(part: ColorPart, made: Made)]>([])

  init(_ own: Made, _ make: @escaping @Sendable (ColorPart) throws(TranscodingError) -> Made) {
    (self.own, self.make) = (own, make)
  }

  /// The plan of a part, which is made once; without one, that of the clip's own color.
  func plan(of part: ColorPart?) throws(TranscodingError) -> Made {
    guard let part else { return own }
    if let known = parts.withLock({ $0.first { $0.part === part }?.made }) { return known }
    let new = try make(part)
    parts.withLock { $0.append((part, new)) }
    return new
  }

  /// What was assumed for the curves of frames, besides what was known.
  var findings: [Finding] {
    ([own] + parts.withLock { $0.map(\.made) }).compactMap(\.programs).flatMap(\.findings)
  }
}

/// The programs of frames that have curves of their own.
///
/// A frame's program depends on its curve alone, so it is the same in whatever part of the clip the frame is converted.
final class FramePrograms: Sendable {
  private let plan: @Sendable (FrameCurve) throws(PlanError) -> ConversionPlan
  private let isStrict: Bool

  private struct State {
    var made: [FrameCurve: ColorProgram] = [:]
    var last: FrameCurve?
    var changes = 0
    var known: Set<Finding>
    var findings: [Finding] = []
  }
  private let state: Mutex<State>
  /// The programs that are kept. Most clips have a curve for each scene, and go back to few of them.
  private static let kept = 16

  /// - Parameters:
  ///   - known: What was assumed for the plan of the first frame, which is not assumed anew.
  ///   - isStrict: Whether what is assumed for another frame is an error.
  ///   - plan: Makes the plan of a frame with a curve.
  init(
    known: [Finding], isStrict: Bool,
    _ plan: @escaping @Sendable (FrameCurve) throws(PlanError) -> ConversionPlan
  ) {
    (self.plan, self.isStrict) = (plan, isStrict)
    state = Mutex(State(known: Set(known)))
  }

  /// How often the curve changed from one frame to the next.
  var changes: Int { state.withLock(\.changes) }

  /// What was assumed for the curves of frames, besides what was known.
  var findings: [Finding] { state.withLock(\.findings) }

  /// The program of the next frame.
  ///
  /// - Throws: `settings` if it needs an assumption that is not allowed.
  func program(for curve: FrameCurve) throws(TranscodingError) -> ColorProgram {
    let made = state.withLock { state in
      if let last = state.last, last != curve { state.changes += 1 }
      state.last = curve
      return state.made[curve]
    }
    if let made { return made }
    do throws(PlanError) {
      let plan = try plan(curve)
      let found = state.withLock { state in
        let found = plan.assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay && !state.known.contains($0) }
        state.known.formUnion(found)
        state.findings += found
        return found
      }
      if isStrict, !found.isEmpty { throw .assumptions(found) }
      let program = ColorProgram(plan)
      state.withLock { state in
        if state.made.count == Self.kept { state.made = [:] }
        state.made[curve] = program
      }
      return program
    } catch {
      throw TranscodingError(error)
    }
  }
}
