internal import Synchronization
internal import ToneMapping

/// The programs of frames that bring a curve of their own.
///
/// A frame's program depends on its metadata alone, so it is the same in whatever part of the clip the frame is converted.
final class FrameCurves: Sendable {
  private let plan: @Sendable (SceneCurve) throws(PlanError) -> ConversionPlan
  private let made = Mutex<[SceneCurve: ColorProgram]>([:])
  /// The programs that are kept. Most clips have a curve for each scene, and go back to few of them.
  private static let kept = 16

  /// - Parameter plan: Makes the plan of a frame with a curve.
  init(_ plan: @escaping @Sendable (SceneCurve) throws(PlanError) -> ConversionPlan) { self.plan = plan }

  /// The program of a frame.
  ///
  /// - Throws: `data` if the frame has no curve.
  func program(for picture: some Picture, index: Int) throws(CommandError) -> ColorProgram {
    let curve = try Self.curve(of: picture.hdr10Plus, frame: index)
    if let program = made.withLock({ $0[curve] }) { return program }
    let program: ColorProgram
    do { program = ColorProgram(try plan(curve)) } catch { throw CommandError(error) }
    made.withLock { made in
      if made.count == Self.kept { made = [:] }
      made[curve] = program
    }
    return program
  }

  /// The curve in a frame's metadata.
  static func curve(of metadata: HDR10PlusMetadata?, frame: Int) throws(CommandError) -> SceneCurve {
    guard let metadata else {
      throw .data(
        "frame \(frame) carries no HDR10+ metadata, but st2094-40 takes its curve from there; give --hdr10plus-json, or choose another operator"
      )
    }
    do {
      return try SceneCurve(metadata, frame: frame)
    } catch {
      throw .data("the HDR10+ metadata of the movie does not fit: \(error)")
    }
  }
}
