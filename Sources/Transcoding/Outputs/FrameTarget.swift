internal import ToneMapping

/// A target for frames: an opened output.
protocol FrameTarget: AnyObject {
  associatedtype Output: Picture

  func makePicture() throws -> Output

  func write(_ picture: Output) throws

  /// Whether the output can state light levels that are known only after the last frame.
  var statesLightAtTheEnd: Bool { get }

  /// Completes the output, and throws pending write errors.
  func finish(_ color: OutputTags) throws

  var findings: [Finding] { get }

  /// The complete parts that remain although the rest fails, in words; `nil` if nothing remains.
  var remains: String? { get }
}

extension FrameTarget {
  var findings: [Finding] { [] }
  var remains: String? { nil }
}
