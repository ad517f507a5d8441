import Dispatch
package import Foundation

extension Process {
  /// Runs the program to its end, and meanwhile something else, such as reading what it prints.
  ///
  /// Alone, `waitUntilExit` sees the end up to 50 ms later on Linux, which thousands of runs would wait for.
  package func runToEnd<Result>(while body: () throws -> Result = {}) throws -> Result {
    let end = DispatchSemaphore(value: 0)
    terminationHandler = { _ in end.signal() }
    try run()
    let result = try body()
    end.wait()
    waitUntilExit()
    return result
  }
}
