package import Foundation

extension Pipe {
  /// All that processes write to the pipe, until none of them has it open.
  ///
  /// A read that a signal interrupts, such as that of another child that ends, is repeated; `FileHandle.readDataToEndOfFile` ends the
  /// tests there.
  package func readAll() -> Data {
    let file = fileHandleForReading.fileDescriptor
    let size = 1 << 16
    var (data, part) = (Data(), [UInt8](repeating: 0, count: size))
    while true {
      let count = unsafe read(file, &part, size)
      if count > 0 {
        data += part.prefix(count)
      } else if count == 0 || errno != EINTR {
        return data
      }
    }
  }
}
