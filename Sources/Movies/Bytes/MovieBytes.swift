internal import CLibAV
internal import MediaFiles
internal import Synchronization
internal import SystemCalls

/// The bytes of a movie for libavformat's I/O: those of one open descriptor only. Offsets count from its initial position.
@safe final class MovieBytes: Sendable {
  let name: String
  let isSeekable: Bool
  private let descriptor: Descriptor
  private let start: Int
  private let firstFailure = Mutex<SystemError?>(nil)
  nonisolated(unsafe) private(set) var context: UnsafeMutablePointer<AVIOContext>!

  /// The bytes of an open file, from its current position on; reading does not move the descriptor's own position.
  init(_ file: Descriptor, name: String, writes: Bool = false) throws(MovieError) {
    try MovieLibraries.load()
    self.name = name
    descriptor = writes ? file : file.reopened()
    // A file opened for appending can be written only at its end.
    let isAppended = writes && fcntl(file.number, F_GETFL) & O_APPEND != 0
    let position = file.length == nil || isAppended ? nil : try? descriptor.seek(0, from: SEEK_CUR)
    (start, isSeekable) = (position ?? 0, position != nil)
    unsafe context = libav_io(
      1 << 16, writes, Unmanaged.passUnretained(self).toOpaque(),
      writes
        ? nil
        : { file, bytes, count in
          guard let file = unsafe file else { return libav_refused }
          return unsafe MovieBytes.of(file).read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
        },
      !writes
        ? nil
        : { file, bytes, count in
          guard let file = unsafe file else { return libav_refused }
          return unsafe MovieBytes.of(file).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        },
      isSeekable
        ? { file, offset, origin in
          guard let file = unsafe file else { return Int64(libav_refused) }
          return unsafe MovieBytes.of(file).seek(offset, origin)
        } : nil)
    guard unsafe context != nil else { throw .noMemory(name) }
  }

  deinit {
    if let context = unsafe context { unsafe libav_free_io(context) }
  }

  /// Opens a file by its path, for reading, or for writing from scratch.
  static func opened(_ path: String, writes: Bool = false) throws(MovieError) -> Descriptor {
    do { return try .opening(path, writes: writes, rereads: writes) } catch {
      throw .cannotOpen(path, error)
    }
  }

  /// The first error of the system while reading or writing; `nil` if there was none.
  var failure: SystemError? { firstFailure.withLock { $0 } }

  /// Whether the bytes can be read again, while others are read or written.
  var isRereadable: Bool { isSeekable && fcntl(descriptor.number, F_GETFL) & O_ACCMODE != O_WRONLY }

  /// Returns a second reader of the same bytes, from the first one on, independent of this reader or writer; `nil` if that is not possible.
  func reopened() throws(MovieError) -> MovieBytes? {
    isRereadable ? try MovieBytes(descriptor.reopened(at: start), name: name) : nil
  }

  /// Marks a track of an MP4 or MOV as not enabled, so that players do not show it by default. Without such a track, or where the file cannot be read
  /// again, nothing changes.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.3.2: the lowest bit of the flags of `tkhd`.
  func hideTrack(_ number: Int) {
    guard isRereadable, let file = try? FileReader(descriptor: descriptor.number) else { return }
    var boxes = file.whole
    guard (try? boxes.skip(start)) != nil, let movie = boxes.boxes.first(where: { $0.type == "moov" }) else { return }
    for track in movie.content.boxes where track.type == "trak" && (try? track.trackNumber()) == number {
      guard let header = track.child("tkhd"), let flags = try? header.versioned().flags else { continue }
      replace(UInt8(truncatingIfNeeded: flags & ~1), at: header.content.start + 3 - start)
    }
  }

  private var length: Int { (SystemCall.status(of: descriptor.number)?.length ?? start) - start }

  /// The last bytes; empty if the file is not seekable or not readable.
  func last(_ count: Int) -> [UInt8] {
    let count = max(0, min(count, length))
    guard isSeekable else { return [] }
    return (try? SystemCall.bytes(of: descriptor.number, at: start + length - count, count: count)) ?? []
  }

  private func replace(_ byte: UInt8, at place: Int) {
    guard seek(Int64(place), SEEK_SET) >= 0 else { return }
    unsafe [byte].withUnsafeBytes { bytes in _ = unsafe self.write(bytes) }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer) -> MovieBytes {
    unsafe Unmanaged<MovieBytes>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
    noting { () throws(SystemError) in
      let count = try unsafe descriptor.read(bytes)
      return count == 0 ? libav_end : Int32(count)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    noting { () throws(SystemError) in
      try unsafe descriptor.write(bytes)
      return Int32(bytes.count)
    }
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    guard origin & AVSEEK_SIZE == 0 else { return Int64(length) }
    let from = origin & ~AVSEEK_FORCE
    // Damaged movies may ask for any offset.
    let (target, isBeyond) = from == SEEK_SET ? start.addingReportingOverflow(Int(offset)) : (Int(offset), false)
    guard !isBeyond else { return Int64(libav_refused) }
    do { return Int64(try descriptor.seek(target, from: from) - start) } catch {
      return Int64(libav_error(error.code))
    }
  }

  /// Returns the result of a transfer, or the library's error code, and keeps the first error.
  private func noting(_ transfer: () throws(SystemError) -> Int32) -> Int32 {
    do throws(SystemError) {
      return try transfer()
    } catch {
      firstFailure.withLock { $0 = $0 ?? error }
      return libav_error(error.code)
    }
  }
}
