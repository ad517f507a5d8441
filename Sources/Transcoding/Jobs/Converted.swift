package import HDRMetadata
package import JSONText
package import ToneMapping

/// What a conversion wrote.
package struct Converted: Sendable {
  package let frames: Int
  package let seconds: Double
  /// The plan of the first frame, if curves change.
  package let decision: Decision
  /// What was found in the input and of the output.
  package let found: [Finding]
  /// How curves changed, as JSON; `nil` if one maps all frames.
  package let changing: JSONValue?
  /// What the output states.
  package let tags: OutputTags
  /// Whether frames or their metadata went to standard output.
  package let isOnStandardOutput: Bool
  /// Whether the input ends before it says.
  package let isCutShort: Bool
}

extension RunControl {
  /// Reports threads that the system refused.
  func reportThreads(lacking count: Int) {
    note(
      "threads-refused", "the system refused \(plural(count, "thread")), so the same frames take longer",
      fix: "raise the limit on threads (ulimit -u, a container's pids.max) or on memory (ulimit -v)")
  }
}
