internal import Synchronization
internal import ToneMapping

/// The programs of frames that have curves of their own.
///
/// A frame's program depends only on its curve, so it is the same whichever part of the clip is converted.
final class FramePrograms: Sendable {
  private let plan: @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  private let isStrict: Bool

  private struct State {
    var made: [FrameCurve: ColorProgram] = [:]
    var last: FrameCurve?
    var changes = 0
    var known: Set<Finding>
    var findings: [Finding] = []
  }
  private let state: Mutex<State>
  /// The maximum number of programs that are kept. Most clips have a curve for each scene, and return to few of them.
  private static let kept = 16

  init(
    known: [Finding], isStrict: Bool,
    _ plan: @escaping @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  ) {
    (self.plan, self.isStrict) = (plan, isStrict)
    state = Mutex(State(known: Set(known)))
  }

  /// The number of changes of the curve from one frame to the next.
  var changes: Int { state.withLock(\.changes) }

  /// The assumptions for the curves of frames, except those known before.
  var findings: [Finding] { state.withLock(\.findings) }

  /// Returns the program of the next frame.
  func program(for curve: FrameCurve) throws(TranscodingError) -> ColorProgram {
    let made = state.withLock { state in
      if let last = state.last, last != curve { state.changes += 1 }
      state.last = curve
      return state.made[curve]
    }
    if let made { return made }
    let plan = try plan(curve)
    let found = state.withLock { state in
      let found = plan.assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay && !state.known.contains($0) }
      state.known.formUnion(found)
      state.findings += found
      return found
    }
    if isStrict, !found.isEmpty { throw .plan(.assumptions(found)) }
    let program = ColorProgram(plan)
    state.withLock { state in
      if state.made.count == Self.kept { state.made = [:] }
      state.made[curve] = program
    }
    return program
  }
}
