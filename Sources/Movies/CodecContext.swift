internal import CLibAV
internal import Synchronization

/// A decoder or an encoder.
@safe final class CodecContext: Sendable {
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVCodecContext>
  private let codec: String
  /// The number of this codec in the log, if it decodes pictures.
  let number = LibraryLog.newDecoder()

  /// A codec that is not opened yet.
  init(_ codec: UnsafePointer<AVCodec>) throws(MovieError) {
    self.codec = unsafe String(cString: codec.pointee.name)
    guard let made = unsafe avcodec_alloc_context3(codec) else { throw .noMemory(self.codec) }
    unsafe pointer = unsafe made
    unsafe LibraryLog.follow(made)
  }

  /// An open decoder of a track; `nil` if the library cannot open one.
  static func decoder(of stream: UnsafePointer<AVStream>) throws(MovieError) -> CodecContext? {
    let parameters = unsafe stream.pointee.codecpar!
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else { return nil }
    let made = try unsafe CodecContext(codec)
    guard unsafe avcodec_parameters_to_context(made.pointer, parameters) >= 0 else { throw .noMemory(made.codec) }
    unsafe made.pointer.pointee.pkt_timebase = unsafe stream.pointee.time_base
    return unsafe made.open(codec) >= 0 ? made : nil
  }

  /// Opens the codec of this context; returns the library's status.
  func open(_ codec: UnsafePointer<AVCodec>) -> Int32 { inTurn { unsafe avcodec_open2(pointer, codec, nil) } }

  deinit {
    unsafe LibraryLog.leave(pointer)
    var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
    inTurn { unsafe avcodec_free_context(&pointer) }
    LibraryLog.forgetPackets(of: number)
  }

  private static let turn = Mutex(())

  /// SVT-AV1 up to 2.3 frees its table of processors with any encoder, also while another one is opened and reads it.
  private func inTurn<Result>(_ body: () -> Result) -> Result {
    codec == "libsvtav1" ? Self.turn.withLock { _ in body() } : body()
  }

  func error(_ status: Int32) -> MovieError {
    status == libav_no_memory
      ? .noMemory(codec) : .encoder(codec, reason: unsafe LibraryLog.reason(status, pointer))
  }
}
