import Foundation

/// The result of a piece of work; if it fails, the reason goes to standard error and the process exits with 1.
public func orEnd<Result>(_ work: () throws -> sending Result) -> sending Result {
  do {
    return try work()
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
