internal import CSystemCalls
internal import Movies
internal import SystemCalls
internal import ToneMapping

package enum System {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// Whether the parent process left a descriptor open for writing. This process's own descriptors are closed on exec.
  static func isLentForWriting(_ descriptor: Int32) -> Bool {
    let (flags, way) = (fcntl(descriptor, F_GETFD), fcntl(descriptor, F_GETFL))
    return flags >= 0 && flags & FD_CLOEXEC == 0 && way >= 0 && way & O_ACCMODE != O_RDONLY
  }

  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package static var processNumber: Int32 { getpid() }
  package static var parentNumber: Int32 { getppid() }

  // MARK: Memory

  /// Whether the system can provide this many bytes now; they are released immediately.
  static func hasMemory(for count: Int) -> Bool {
    let memory = unsafe mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else { return false }
    unsafe munmap(memory, max(count, 1))
    return true
  }
}

extension MovieLibraries {
  /// Makes sure that the libraries are installed.
  static func require() throws(TranscodingError) {
    do { try load() } catch { throw TranscodingError(error) }
  }
}
