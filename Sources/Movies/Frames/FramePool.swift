internal import CLibAV

/// Memory for pictures of one size, reused once no frame and no encoder holds it.
@safe final class FramePool: Sendable {
  private let width, height: Int32
  private let format: AVPixelFormat
  private let name: String
  nonisolated(unsafe) private let pool: OpaquePointer

  /// Rows start at multiples of this, as in a `Frame`.
  private static let alignment: Int32 = 64

  init(_ format: AVPixelFormat, width: Int, height: Int, name: String) throws(MovieError) {
    (self.width, self.height, self.format, self.name) = (Int32(clamping: width), Int32(clamping: height), format, name)
    let size = av_image_get_buffer_size(format, self.width, self.height, Self.alignment)
    // Encoders may read a few bytes past the last row.
    guard size > 0 else { throw .size(name, width: width, height: height) }
    guard let pool = unsafe av_buffer_pool_init(Int(size) + 2 * Int(Self.alignment), nil) else {
      throw .noMemory(name)
    }
    unsafe self.pool = unsafe pool
  }

  deinit {
    var pool: OpaquePointer? = unsafe pool
    unsafe av_buffer_pool_uninit(&pool)
  }

  /// Gives a frame exclusive memory, with undefined samples; its previous memory is released.
  func fill(_ frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) {
    unsafe av_frame_unref(frame)
    guard let buffer = unsafe av_buffer_pool_get(pool) else { throw .noMemory(name) }
    unsafe (frame.pointee.width, frame.pointee.height) = (width, height)
    unsafe frame.pointee.format = format.rawValue
    guard unsafe libav_set_buffer(frame, buffer, Self.alignment) >= 0 else { throw .noMemory(name) }
  }
}
