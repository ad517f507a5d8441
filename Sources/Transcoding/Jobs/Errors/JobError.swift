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

/// The kind of an error; the raw value is the exit code of a program that ends with it, as in BSD's sysexits.h.
public enum JobErrorKind: Int32, Sendable {
  /// The settings contradict each other, or ask for something impossible.
  case settings = 64
  /// A requested check failed.
  case checkFailed = 1
  /// The input, its tags or its metadata are broken or contradict each other.
  case data = 65
  /// The input is incomplete: still being written, or a movie that ends early, whose available part was converted.
  case truncated = 75
  /// The input does not exist or may not be read.
  case notFound = 66
  /// A fault of this library.
  case fault = 70
  /// The system lacks memory or another resource.
  case system = 71
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// The reader of the output closed its pipe.
  case closedPipe = 0
  /// The job was cancelled, as by the signal of Ctrl-C, by which the command ends.
  case cancelled = 130
}
