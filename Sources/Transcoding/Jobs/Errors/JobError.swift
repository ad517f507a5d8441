public import HDRMetadata

/// An error that carries values: a kind, on which programs act, and one sentence for people.
public protocol JobError: Error, Hashable, CustomStringConvertible {
  /// The kind, from which exit codes follow.
  var kind: JobErrorKind { get }
  /// The fact found, the value expected and the fix, with settings as values, so that a program can write the names that its users know.
  var sentence: Fix { get }
}

extension JobError {
  /// The sentence, with the names of the API.
  public var description: String { sentence.description }
}

/// An error that only a program finds, such as the command: nobody tells it apart but by its kind.
package struct ProgramError: JobError {
  package let kind: JobErrorKind
  package let sentence: Fix

  package init(_ kind: JobErrorKind, _ sentence: Fix) { (self.kind, self.sentence) = (kind, sentence) }
}

/// The kind of an error.
public enum JobErrorKind: Sendable {
  /// The settings contradict each other, or ask for something impossible.
  case settings
  /// A requested check failed.
  case checkFailed
  /// The input, its tags or its metadata are broken or contradict each other.
  case data
  /// The input is incomplete: still being written, or a movie that ends early, whose available part was converted.
  case truncated
  /// The input does not exist or may not be read.
  case notFound
  /// A fault of this library.
  case fault
  /// The system lacks memory or another resource.
  case system
  /// The output cannot be created.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// The reader of the output closed its pipe.
  case closedPipe
  /// The job was cancelled.
  case cancelled
}
