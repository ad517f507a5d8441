internal import CSystemCalls
package import SystemCalls

/// Another program, or this one again, that this process runs.
package struct ChildProcess: Sendable {
  package let number: Int32

  /// Starts a program that `PATH` has, without its standard error, or this program, whose standard error stays that of this process.
  ///
  /// - Parameter output: The descriptor that becomes its standard output.
  package init(_ words: [Path], isThisProgram: Bool = false, output: Int32) throws(SystemError) {
    #if canImport(Darwin)
      var (files, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (files, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    func check(_ code: Int32) throws(SystemError) { if code != 0 { throw SystemError(code: code) } }
    try check(unsafe posix_spawn_file_actions_init(&files))
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    try check(unsafe posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0))
    try check(unsafe posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO))
    if !isThisProgram {
      try check(unsafe posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    }
    // The child does not inherit this process's handled, ignored or blocked signals.
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &none))
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &all))
    try check(unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
    var list = unsafe words.map { unsafe $0.withCString { unsafe strdup($0) } } + [nil]
    defer { unsafe list.forEach { unsafe free($0) } }
    let program = isThisProgram ? Self.thisProgram ?? words[0] : words[0]
    guard unsafe list.dropLast().allSatisfy({ unsafe $0 != nil }) else { throw SystemError(code: ENOMEM) }
    var child: pid_t = 0
    try check(
      unsafe program.withCString { unsafe posix_spawnp(&child, $0, &files, &attributes, &list, process_environment()) })
    number = child
  }

  private static var thisProgram: Path? {
    #if os(Linux)
      let link: Path = "/proc/self/exe"
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = unsafe link.withCString { unsafe readlink($0, &bytes, bytes.count - 1) }
      // The file may have been replaced or removed since, and /proc may be missing.
      guard length > 0 else { return nil }
      return unsafe access(bytes, X_OK) == 0 ? Path(bytes.prefix(length).map(UInt8.init(bitPattern:))) : link
    #else
      return nil
    #endif
  }

  /// Waits for its end; returns its exit code, or minus the signal that ended it.
  package func wait(interrupted: () -> Void = {}) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(number, &status, 0) < 0 {
      guard errno == EINTR else { return 71 }
      interrupted()
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : -signal
  }

  /// Runs a program, which ends with this process, and ends it after a handled signal.
  ///
  /// - Returns: Its exit code, or minus the signal that ended it; `nil` if it could not be started.
  static func run(_ words: [Path], output: Int32) -> Int32? {
    guard let child = try? ChildProcess(words, output: output) else { return nil }
    process_note_child(child.number)
    defer { process_note_child(0) }
    return child.wait { if process_signal() != 0 { kill(child.number, SIGKILL) } }
  }

  /// Whether `PATH` has a program of this name.
  static func isInstalled(_ name: String) -> Bool {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { folder in
      let path = "\(folder)/\(name)"
      return unsafe SystemCall.status(at: path)?.kind == mode_t(S_IFREG) && access(path, X_OK) == 0
    }
  }
}

/// Reports to the handler of termination signals, if the process has one: the progress and the critical sections of the work.
enum Signals {
  static func progressed() { process_progressed() }

  /// Postpones termination during a short critical section.
  static func pause() { process_pause() }

  /// Ends a critical section, and the process if its termination was postponed.
  static func resume() { process_resume() }
}

/// A temporary file that is removed if the process ends before it is released.
struct HeldFile {
  private let number: Int32

  init(_ path: Path) { number = unsafe path.withCString { unsafe process_hold($0) } }

  /// Stops tracking the file, after it was removed or renamed.
  func release() { process_release(number) }
}
