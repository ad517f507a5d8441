internal import CLibAV

/// Deinterlaces with libavfilter's bwdif: one picture per interlaced picture. Progressive pictures pass unchanged.
@safe final class Deinterlacer: Sendable {
  nonisolated(unsafe) private let graph: UnsafeMutablePointer<AVFilterGraph>
  nonisolated(unsafe) private let source: UnsafeMutablePointer<AVFilterContext>
  nonisolated(unsafe) private let sink: UnsafeMutablePointer<AVFilterContext>
  private let timeBase: AVRational
  private let shape: [Int]

  /// A filter for pictures like this one; `nil` if the filter rejects them.
  init?(like frame: borrowing MovieFrame, timeBase: AVRational) {
    var source: UnsafeMutablePointer<AVFilterContext>?
    var sink: UnsafeMutablePointer<AVFilterContext>?
    guard let graph = unsafe libav_deinterlacer(frame.pointer, timeBase, &source, &sink) else { return nil }
    unsafe (self.graph, self.source, self.sink) = unsafe (graph, source!, sink!)
    (self.timeBase, shape) = (timeBase, Self.shape(of: frame))
  }

  private static func shape(of frame: borrowing MovieFrame) -> [Int] {
    [unsafe Int(frame.pointer.pointee.format), frame.width, frame.height]
  }

  /// Whether a picture has the layout and size of the first; libavfilter fails on any other and on all that follow.
  func takes(_ frame: borrowing MovieFrame) -> Bool { Self.shape(of: frame) == shape }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
    unsafe avfilter_graph_free(&graph)
  }

  func send(_ frame: UnsafeMutablePointer<AVFrame>?) -> Int32 { unsafe av_buffersrc_add_frame(source, frame) }

  /// Returns the next picture, with times in the time base of the track.
  func receive(into frame: borrowing MovieFrame) -> Int32 {
    unsafe av_frame_unref(frame.pointer)
    let status = unsafe av_buffersink_get_frame(sink, frame.pointer)
    guard status >= 0 else { return status }
    // The filter does not change the decoded duration.
    if unsafe frame.pointer.pointee.pts != libav_no_time {
      unsafe frame.pointer.pointee.pts = av_rescale_q(
        frame.pointer.pointee.pts, av_buffersink_get_time_base(sink), timeBase)
    }
    unsafe frame.pointer.pointee.best_effort_timestamp = frame.pointer.pointee.pts
    return status
  }
}
