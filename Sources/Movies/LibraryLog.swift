#if FFmpeg
  internal import CLibAV
  internal import Synchronization

  /// What FFmpeg's libraries say about the movies of this module; they print nothing to the standard error.
  ///
  /// The library has one log for the whole process, so its messages about the movies of other modules are not printed either.
  enum LibraryLog {
    /// The last errors of contexts that are in use, by address.
    private static let errors = Mutex<[UInt: String]>([:])
    /// What contexts say of options that they do not take, by address.
    private static let refusals = Mutex<[UInt: String]>([:])

    /// How encoders say that they know no such option, or not this value: with a warning, after which they go on without it.
    private static func isRefusal(_ line: String) -> Bool {
      ["Error parsing option", "Unknown option", "Invalid value for"].contains { line.hasPrefix($0) }
    }

    /// What a context said of an option that it did not take.
    static func refusal(_ context: UnsafeMutableRawPointer) -> String? {
      refusals.withLock { $0[UInt(bitPattern: context)] }
    }

    private static let isSet: Bool = {
      unsafe av_log_set_callback { context, level, format, arguments in
        guard level <= AV_LOG_WARNING, let context = unsafe context, let format = unsafe format,
          let arguments = unsafe arguments
        else { return }
        let address = UInt(bitPattern: context)
        LibraryLog.errors.withLock { errors in
          guard errors[address] != nil else { return }
          var line = [CChar](repeating: 0, count: 512)
          let count = unsafe vsnprintf(&line, line.count, format, arguments)
          let bytes = line.prefix(max(0, min(Int(count), line.count - 1))).map { UInt8(bitPattern: $0) }
          let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
          if let text, LibraryLog.isRefusal(text) {
            LibraryLog.refusals.withLock { $0[address] = $0[address] ?? text }
          }
          if level <= AV_LOG_ERROR { errors[address] = text ?? "" }
        }
      }
      return true
    }()

    /// Has the library print nothing from now on.
    static func take() { _ = isSet }

    /// Keeps the errors of a context from now on.
    static func follow(_ context: UnsafeMutableRawPointer) {
      take()
      errors.withLock { $0[UInt(bitPattern: context)] = "" }
    }

    /// Forgets a context, before it is freed.
    static func leave(_ context: UnsafeMutableRawPointer) {
      _ = errors.withLock { $0.removeValue(forKey: UInt(bitPattern: context)) }
      _ = refusals.withLock { $0.removeValue(forKey: UInt(bitPattern: context)) }
    }

    /// Why a call failed: what the context said last, or what the number means.
    static func reason(_ status: Int32, _ context: UnsafeMutableRawPointer?) -> String {
      let said = unsafe context.flatMap { context in
        errors.withLock { errors in errors[UInt(bitPattern: context)] }
      }
      if let said, !said.isEmpty { return said.last == "." ? String(said.dropLast()) : said }
      var text = [CChar](repeating: 0, count: 128)
      _ = unsafe av_strerror(status, &text, text.count)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
