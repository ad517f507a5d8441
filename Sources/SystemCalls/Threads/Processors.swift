/// The number of processors that this process may use: see `ToneMapping.activeProcessorCount`.
package let availableProcessors: Int = {
  let online = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  #if os(Linux)
    return min(online, SystemCall.affinity() ?? online, SystemCall.quota() ?? online)
  #else
    return online
  #endif
}()

#if os(Linux)
  // The processors that Linux allows a process to use.
  extension SystemCall {
    /// The number of processors on which the process may run; `nil` if unknown.
    ///
    /// - Source: proc_pid_status(5), `Cpus_allowed`.
    package static func affinity() -> Int? { text(of: "/proc/self/status").flatMap(affinity(in:)) }

    /// The number of processors in a process's status: the bits set in `Cpus_allowed`, hexadecimal with commas.
    package static func affinity(in status: String) -> Int? {
      let name = "Cpus_allowed:"
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
      let count = line.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      return count > 0 ? count : nil
    }

    /// The number of processors that the control group of the process and its ancestors allow; `nil` without a limit.
    ///
    /// - Source: The Linux kernel's `cgroup-v2.rst`, `cpu.max`.
    static func quota() -> Int? {
      guard
        let own = text(of: "/proc/self/cgroup")?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
      else { return nil }
      var path = own.dropFirst(3).split(separator: "/")
      var minimum: Int?
      while true {
        if let limit = text(of: "/sys/fs/cgroup/\(path.joined(separator: "/"))/cpu.max").flatMap(quota(of:)) {
          minimum = min(minimum ?? limit, limit)
        }
        guard path.popLast() != nil else { return minimum }
      }
    }

    /// The number of processors that a `cpu.max` allows, rounded up; `nil` without a limit, or if it cannot be parsed.
    package static func quota(of text: String) -> Int? {
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
      return (numbers[0] - 1) / numbers[1] + 1
    }

    /// The text of a short file.
    private static func text(of path: String) -> String? {
      guard let file = try? unsafe openFile(path, O_RDONLY) else { return nil }
      defer { try? closeFile(file) }
      guard let bytes = try? bytes(of: file, at: 0, count: 4096), !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
