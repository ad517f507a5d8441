import Foundation

/// What a piece of work comes to; where it fails, the reason goes to standard error and the process ends with 1.
public func orEnd<Result>(_ work: () throws -> sending Result) -> sending Result {
  do {
    return try work()
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
