import Foundation

extension Pipe {
  /// All that a process writes to the pipe.
  ///
  /// A read that a signal interrupts is repeated; `FileHandle.readDataToEndOfFile` ends the program there.
  func readAll() -> Data {
    let file = fileHandleForReading.fileDescriptor
    var (data, part) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(file, &part, part.count)
      if count > 0 {
        data += part.prefix(count)
      } else if count == 0 || errno != EINTR {
        return data
      }
    }
  }
}
