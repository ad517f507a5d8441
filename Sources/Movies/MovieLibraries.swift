#if FFmpeg
  internal import CLibAV

  /// FFmpeg's libraries, as they are linked here.
  public enum MovieLibraries {
    /// Their names and versions, such as `libavformat 59.27.100`.
    public static var versions: [String] {
      [
        ("libavformat", avformat_version()), ("libavcodec", avcodec_version()), ("libavutil", avutil_version()),
        ("libavfilter", avfilter_version()), ("libswscale", swscale_version()),
        ("libswresample", swresample_version()),
      ].map { "\($0) \($1 >> 16).\($1 >> 8 & 255).\($1 & 255)" }
    }

    /// Whether they have an encoder of pictures.
    ///
    /// - Parameter name: Its name as FFmpeg has it, such as `libx264`.
    public static func haveEncoder(named name: String) -> Bool {
      guard let codec = unsafe avcodec_find_encoder_by_name(name) else { return false }
      return unsafe codec.pointee.type == AVMEDIA_TYPE_VIDEO
    }
  }
#endif
