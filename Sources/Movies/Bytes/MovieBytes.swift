#if FFmpeg
  internal import CLibAV
  internal import Synchronization
  internal import SystemCalls

  /// The bytes of a movie, as libavformat takes them: those of one open descriptor, and of nothing else.
  @safe final class MovieBytes: Sendable {
    /// What messages call it.
    let name: String
    private let file: OpenFile
    nonisolated(unsafe) let context: UnsafeMutablePointer<AVIOContext>

    /// Whether the position can be moved.
    var isSeekable: Bool { file.isSeekable }

    /// Why the system refused to read or to write, if it did.
    var failure: SystemError? { file.failure.map(SystemError.init) }

    /// The bytes of a descriptor, from its present position on; it stays open.
    convenience init(descriptor: Int32, name: String, writes: Bool) throws(MovieError) {
      try self.init(OpenFile(descriptor, writes: writes), name: name, writes: writes)
    }

    /// Whether what is written can be read again.
    var isRereadable: Bool { file.isRereadable }

    /// The same bytes, to be read from the first on, while others may be written; `nil` if that is not possible.
    func reopened() throws(MovieError) -> MovieBytes? {
      guard let again = file.reopened() else { return nil }
      return try MovieBytes(again, name: name, writes: false)
    }

    /// The last bytes; none if the position cannot be moved, or they cannot be read.
    func last(_ count: Int) -> [UInt8] { file.last(count) }

    private init(_ file: OpenFile, name: String, writes: Bool) throws(MovieError) {
      try MovieLibraries.load()
      let made = unsafe libav_io(
        1 << 16, writes, Unmanaged.passUnretained(file).toOpaque(),
        writes
          ? nil
          : { file, bytes, count in
            guard let file = unsafe file else { return libav_refused }
            return unsafe OpenFile.of(file).read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
          },
        !writes
          ? nil
          : { file, bytes, count in
            guard let file = unsafe file else { return libav_refused }
            return unsafe OpenFile.of(file).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
          },
        file.isSeekable
          ? { file, offset, origin in
            guard let file = unsafe file else { return Int64(libav_refused) }
            return unsafe OpenFile.of(file).seek(offset, origin)
          } : nil)
      guard let made = unsafe made else { throw .noMemory(name) }
      (self.name, self.file, unsafe self.context) = unsafe (name, file, made)
    }

    deinit { unsafe libav_free_io(context) }
  }

  /// A descriptor whose position counts from where it was, and which remembers what failed.
  private final class OpenFile: Sendable {
    private let number: Int32
    private let descriptor: Descriptor
    private let start: Int
    /// Whether it is read at a place of its own, not where the descriptor is.
    private let hasPlace: Bool
    private let place = Mutex(0)
    private let firstFailure = Mutex<Errno?>(nil)
    let isSeekable: Bool

    init(_ number: Int32, writes: Bool) {
      descriptor = Descriptor(number, isOurs: false)
      // A file to which everything is appended has no other place to write to.
      let isAppended = writes && fcntl(number, F_GETFL) & O_APPEND != 0
      let position = descriptor.length == nil || isAppended ? nil : try? descriptor.seek(0, from: SEEK_CUR)
      (self.number, start, isSeekable, hasPlace) = (number, position ?? 0, position != nil, false)
    }

    private init(_ other: OpenFile) {
      (number, descriptor, start, isSeekable, hasPlace) = (other.number, other.descriptor, other.start, true, true)
    }

    /// Whether it can be read at any place while it is written.
    var isRereadable: Bool { isSeekable && fcntl(number, F_GETFL) & O_ACCMODE == O_RDWR }

    func last(_ count: Int) -> [UInt8] {
      guard isSeekable, let length = SystemCall.status(of: number)?.length else { return [] }
      let count = max(0, min(count, length - start))
      return (try? SystemCall.bytes(of: number, at: length - count, count: count)) ?? []
    }

    /// The same file, read at places of its own.
    func reopened() -> OpenFile? { isRereadable ? OpenFile(self) : nil }

    static func of(_ pointer: UnsafeMutableRawPointer) -> OpenFile {
      unsafe Unmanaged<OpenFile>.fromOpaque(pointer).takeUnretainedValue()
    }

    var failure: Errno? { firstFailure.withLock { $0 } }

    func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
      noting { () throws(Errno) in
        let count = hasPlace ? try unsafe readOn(bytes) : try unsafe descriptor.read(bytes)
        return count == 0 ? libav_end : Int32(count)
      }
    }

    private func readOn(_ bytes: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
      try place.withLock { place throws(Errno) in
        let count = try unsafe SystemCall.readBytes(of: number, at: start + place, into: bytes)
        place += count
        return count
      }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
      noting { () throws(Errno) in
        try unsafe descriptor.write(bytes)
        return Int32(bytes.count)
      }
    }

    func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
      let isLength = origin & AVSEEK_SIZE != 0
      if hasPlace { return seekOn(offset, origin, isLength: isLength) }
      do {
        let here = isLength ? try descriptor.seek(0, from: SEEK_CUR) : 0
        let from = isLength ? SEEK_END : origin & ~AVSEEK_FORCE
        // Offsets of damaged movies can be any number.
        let (target, isBeyond) = from == SEEK_SET ? start.addingReportingOverflow(Int(offset)) : (Int(offset), false)
        guard !isBeyond else { return Int64(libav_refused) }
        let end = try descriptor.seek(isLength ? 0 : target, from: from)
        if isLength { _ = try descriptor.seek(here, from: SEEK_SET) }
        return Int64(end - start)
      } catch {
        return Int64(libav_error(error.code))
      }
    }

    private func seekOn(_ offset: Int64, _ origin: Int32, isLength: Bool) -> Int64 {
      guard let length = SystemCall.status(of: number)?.length else { return Int64(libav_refused) }
      if isLength { return Int64(length - start) }
      return place.withLock { place in
        let from = origin & ~AVSEEK_FORCE
        let base = from == SEEK_SET ? 0 : from == SEEK_CUR ? place : length - start
        let (target, isBeyond) = base.addingReportingOverflow(Int(offset))
        guard !isBeyond, target >= 0 else { return Int64(libav_refused) }
        place = target
        return Int64(target)
      }
    }

    /// The result of a transfer, or the library's number for what failed.
    private func noting(_ transfer: () throws(Errno) -> Int32) -> Int32 {
      do throws(Errno) {
        return try transfer()
      } catch {
        firstFailure.withLock { $0 = $0 ?? error }
        return libav_error(error.code)
      }
    }
  }
#endif
