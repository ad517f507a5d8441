internal import LightStatistics
internal import Synchronization
internal import ToneMapping

/// What a frame's tone curve is made from, where it differs from frame to frame.
enum FrameCurve: Hashable, Sendable {
  /// The curve of the frame's metadata.
  case scene(SceneCurve)
  /// The gains of the frame's metadata.
  case headroom(HeadroomToneMap)
  /// The light that was measured.
  case light(DynamicLight.Levels)

  /// The options of a plan for this curve.
  func applied(to options: PlanOptions) -> PlanOptions {
    var options = options
    switch self {
    case .scene(let scene): options.sceneCurve = scene
    case .headroom(let map): (options.headroomMap, options.servesOneScene) = (map, true)
    case .light(let light):
      (options.scenePeak, options.sceneAverage, options.servesOneScene) = (light.peak, light.average, true)
    }
    return options
  }
}

/// Where the curves of frames come from.
protocol FrameCurves: Sendable {
  /// The curve of a frame.
  ///
  /// - Parameters:
  ///   - index: Its absolute index.
  ///   - messages: What it brings.
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve
}

/// The programs of frames that have curves of their own, in HDR10+ JSON, beside each frame, or by their light.
///
/// A frame's program depends on its curve alone, so it is the same in whatever part of the clip the frame is converted.
final class FramePrograms: Sendable {
  private let curves: any FrameCurves
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
  ///   - curves: Where they come from.
  ///   - known: What was assumed for the plan of the first frame, which is not assumed anew.
  ///   - isStrict: Whether what is assumed for another frame is an error.
  ///   - plan: Makes the plan of a frame with a curve.
  init(
    _ curves: any FrameCurves, known: [Finding], isStrict: Bool,
    _ plan: @escaping @Sendable (FrameCurve) throws(PlanError) -> ConversionPlan
  ) {
    (self.curves, self.plan, self.isStrict) = (curves, plan, isStrict)
    state = Mutex(State(known: Set(known)))
  }

  /// How often the curve changed from one frame to the next.
  var changes: Int { state.withLock(\.changes) }

  /// What was assumed for the curves of frames, besides what was known.
  var findings: [Finding] { state.withLock(\.findings) }

  /// The program of a frame.
  ///
  /// - Throws: `data` if the frame has no curve, or if it needs an assumption that is not allowed.
  func program(for picture: some Picture, index: Int) throws(CommandError) -> ColorProgram {
    let curve = try curves.curve(ofFrame: index, with: picture.messages)
    let made = state.withLock { state in
      if let last = state.last, last != curve { state.changes += 1 }
      state.last = curve
      return state.made[curve]
    }
    if let made { return made }
    do throws(PlanError) {
      let plan = try plan(curve)
      let found = state.withLock { state in
        let found = plan.assumptions.filter { $0.code == SceneCurve.otherDisplay && !state.known.contains($0) }
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
      throw CommandError(error)
    }
  }
}

/// The curves that the frames of a movie bring.
struct CarriedCurves: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve {
    guard let metadata = messages.hdr10Plus else {
      throw .data(
        "frame \(index) carries no HDR10+ metadata, but st2094-40 takes its curve from there; give --hdr10plus-json, or choose another operator"
      )
    }
    do {
      return .scene(try SceneCurve(metadata, frame: index))
    } catch {
      throw .data("the HDR10+ metadata of the movie does not fit: \(error.inOptions)")
    }
  }
}

/// The gains that the frames of a movie bring as ST 2094-50.
struct CarriedHeadroomMaps: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve {
    guard let message = messages.headroom else {
      throw .data(
        "frame \(index) carries no ST 2094-50 metadata, but st2094-50 takes its curve from there; choose another operator"
      )
    }
    let metadata: AdaptiveToneMapMetadata
    do throws(MetadataError) {
      guard case .adaptiveToneMap(let stated) = try RegisteredUserData(parsing: message) else {
        throw .malformedBytes(of: "the message", found: "a newer version", expected: "one for readers of the first")
      }
      metadata = stated
    } catch {
      throw .data("the ST 2094-50 metadata of frame \(index) cannot be read: \(error); choose another operator")
    }
    do throws(HeadroomCurveError) {
      return .headroom(try HeadroomToneMap(metadata, frame: index))
    } catch {
      throw .data("the ST 2094-50 metadata of the movie does not fit: \(error)")
    }
  }
}

/// The light of frames that were measured before.
extension DynamicLight: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve {
    guard let light = self[index] else {
      throw .data(
        "the statistics have frames \(first) to \(first + lights.count - 1), but frame \(index) is to be converted;"
          + " measure it too")
    }
    return .light(light)
  }
}
