internal import Synchronization

// Files whose bytes appear when they are read, such as sparse copies of remote files.
extension SystemCall {
  /// A function that makes a range of a file's bytes present; the range may extend beyond the end.
  package typealias Fill = @Sendable (Range<Int>) throws(SystemError) -> Void

  /// Whether a file was ever registered. Until then, a read costs one load more.
  private static let fillsFiles = Atomic(false)
  private static let fills = Mutex<[FileNumber: Fill]>([:])

  /// Registers the function called before each read of the file at a path; `nil` removes it.
  package static func setFill(_ fill: Fill?, at path: UnsafePointer<CChar>) throws(SystemError) {
    guard let file = unsafe status(at: path)?.file else { throw .last }
    fills.withLock { $0[file] = fill }
    fillsFiles.store(true, ordering: .releasing)
  }

  /// Makes the bytes present that are read next.
  static func fill(_ count: Int, of file: Int32, at place: @autoclosure () -> Int) throws(SystemError) {
    guard fillsFiles.load(ordering: .acquiring), let number = status(of: file)?.file,
      let fill = fills.withLock({ $0[number] })
    else { return }
    let start = place()
    try fill(start..<start + count)
  }
}
