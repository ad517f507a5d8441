#if FFmpeg
  internal import CLibAV
  package import VideoFrames

  /// Why a picture has no other size. The first text of each case is the name that the caller gave to it.
  package enum ScalingError: Error {
    /// The system has no memory for it.
    case noMemory(String)
    /// libswscale is not there, in the system's own words.
    case noLibraries(reason: String)
    /// libswscale does not know its layout.
    case unknownFormat(String, found: String)
    /// No frame can have the new size.
    case picture(String, FrameError)
    /// libswscale could not scale it, in its own words.
    case library(String, reason: String)

    init(_ name: String, _ status: Int32) {
      guard status != libav_no_memory else {
        self = .noMemory(name)
        return
      }
      var text = [CChar](repeating: 0, count: 128)
      _ = unsafe av_strerror(status, &text, text.count)
      let reason = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      self = .library(name, reason: reason)
    }
  }

  extension ScalingError: CustomStringConvertible {
    package var description: String {
      switch self {
      case .noMemory(let name):
        "the system has no memory for \(name); close other programs, or use fewer threads"
      case .noLibraries(let reason):
        MovieLibraries.missing(reason)
      case .unknownFormat(let name, let found):
        """
        the pictures of \(name) have the pixel format \(found), which is not supported; convert the movie to one such as yuv420p10
        """
      case .picture(let name, let error):
        "the pictures of \(name) cannot be used: \(error)"
      case .library(let name, let reason):
        "the picture of \(name) could not be scaled (\(reason)); choose another size"
      }
    }
  }
#endif
