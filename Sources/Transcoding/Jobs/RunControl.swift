package import HDRMetadata

/// What a job reports while it runs, and whether it is to go on.
package struct RunControl: Sendable {
  /// Something that a user should know.
  package enum Notice: Sendable {
    case finding(Finding)
    /// Something that was assumed, or decided.
    case assumption(Finding)
  }

  /// Whether the job is to end.
  package var isCancelled: @Sendable () -> Bool
  /// Called with each notice, on the thread that found it.
  package var inform: @Sendable (Notice) -> Void
  /// Called after each frame, on the thread that writes.
  package var show: @Sendable (ConversionProgress) -> Void
  /// Called before the first output is opened.
  package var start: @Sendable () -> Void
  /// Whether a job waits for its threads, however it ends; a process that ends with the job need not.
  package var joinsThreads = true
  /// What a user calls the setting that states a tag.
  package var nameOfSetting: @Sendable (TagProperty) -> String = { "InputSettings.\($0.rawValue)" }

  package init(
    isCancelled: @escaping @Sendable () -> Bool = { false }, inform: @escaping @Sendable (Notice) -> Void = { _ in },
    show: @escaping @Sendable (ConversionProgress) -> Void = { _ in }, start: @escaping @Sendable () -> Void = {}
  ) {
    (self.isCancelled, self.inform, self.show, self.start) = (isCancelled, inform, show, start)
  }

  /// Throws if the job is to end.
  func check() throws(TranscodingError) {
    if isCancelled() { throw .cancelled }
  }

  /// Reports what is neither wrong nor assumed.
  func note(_ code: String, _ found: Fix, consequence: String? = nil, fix: Fix? = nil) {
    inform(.finding(Finding(code: code, found: found, consequence: consequence, fix: fix)))
  }

  func report(_ findings: [Finding]) { for finding in findings { inform(.finding(finding)) } }

  func report(assumed findings: [Finding]) { for finding in findings { inform(.assumption(finding)) } }
}

extension RunControl {
  /// Reports threads that the system refused.
  func reportThreads(lacking count: Int) {
    note(
      "threads-refused", "the system refused \(plural(count, "thread")), so the same frames take longer",
      fix: "raise the limit on threads (ulimit -u, a container's pids.max) or on memory (ulimit -v)")
  }
}
