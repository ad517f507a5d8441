internal import CLibAV
internal import Synchronization

/// The messages of FFmpeg's libraries about the movies of this module; nothing is printed to standard error.
///
/// The library has one log for the whole process, so its messages about the movies of other modules are not printed either.
enum LibraryLog {
  /// The last error of each context in use, and its first message about an option that it rejected, by address.
  private static let messages = Mutex<[UInt: (error: String, refusal: String?)]>([:])
  /// The first error about each packet whose picture has not been returned yet, by its mark.
  private static let packetErrors = Mutex<[Int: String]>([:])
  private static let keptErrors = 4096
  private static let lastDecoder = Atomic(0)

  /// The mark of a packet sent to a decoder, as stored in the decoder's contexts: the decoder's number, from 1, above the packet's.
  static func mark(decoder: Int, packet: Int64) -> Int { decoder << 40 | Int(packet & 0xFF_FFFF_FFFF) }

  /// Whether a packet's picture may still be pending when another packet's picture is returned: no decoder delays by as many.
  private static func isNear(_ mark: Int, _ other: Int) -> Bool { mark >> 40 != other >> 40 || mark > other - 64 }

  /// Whether an encoder reports an unknown option or an invalid value: it only warns, and continues without the option.
  private static func isRefusal(_ line: String) -> Bool {
    ["Error parsing option", "Unknown option", "Invalid value for"].contains { line.hasPrefix($0) }
  }

  /// Whether H.264's decoder reports that it cannot drop a reference picture that it does not have, as after a seek into an open group: no sample of
  /// the current picture depends on that.
  private static func isOfReferences(_ line: String) -> Bool { line.hasPrefix("mmco: ") }

  /// Whether a picture decoder reports unreadable Exif, on which no sample depends.
  private static func isOfExif(_ line: String) -> Bool { line.lowercased().contains("exif") }
  private static func clause(_ line: String) -> String { line.last == "." ? String(line.dropLast()) : line }

  static func refusal(_ context: UnsafeMutableRawPointer) -> String? {
    messages.withLock { $0[UInt(bitPattern: context)]?.refusal.map(clause) }
  }

  private static let isSet: Bool = {
    unsafe av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_WARNING, let context = unsafe context, let format = unsafe format,
        let arguments = unsafe arguments
      else { return }
      let (address, mark) = (UInt(bitPattern: context), unsafe libav_mark(context))
      let isFollowed = LibraryLog.messages.withLock { $0[address] != nil }
      guard isFollowed || mark != 0 else { return }
      var line = [CChar](repeating: 0, count: 512)
      _ = unsafe vsnprintf(&line, line.count, format, arguments)
      let text = LibraryLog.text(line).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      LibraryLog.messages.withLock { messages in
        if LibraryLog.isRefusal(text), messages[address]?.refusal == nil { messages[address]?.refusal = text }
        if level <= AV_LOG_ERROR { messages[address]?.error = text }
      }
      guard level <= AV_LOG_ERROR else { return }
      if mark != 0, !LibraryLog.isOfReferences(text), !LibraryLog.isOfExif(text) {
        LibraryLog.packetErrors.withLock { errors in
          // A movie may have an error in every packet and no picture.
          if errors.count >= LibraryLog.keptErrors { errors = errors.filter { LibraryLog.isNear($0.key, mark) } }
          errors[mark] = errors[mark] ?? LibraryLog.clause(text)
        }
      }
    }
    return true
  }()

  /// Stops the library from printing.
  static func take() { _ = isSet }

  /// Keeps the errors of a context from now on.
  static func follow(_ context: UnsafeMutableRawPointer) {
    take()
    messages.withLock { $0[UInt(bitPattern: context)] = ("", nil) }
  }

  /// Forgets a context, before it is freed.
  static func leave(_ context: UnsafeMutableRawPointer) {
    _ = messages.withLock { $0.removeValue(forKey: UInt(bitPattern: context)) }
  }

  static func newDecoder() -> Int { lastDecoder.add(1, ordering: .relaxed).newValue }

  /// The first error about a packet whose picture was returned; errors of much earlier packets, whose pictures will not come, are dropped.
  static func consumeError(of mark: Int) -> String? {
    packetErrors.withLock { errors in
      guard !errors.isEmpty else { return nil }
      defer { errors = errors.filter { isNear($0.key, mark) } }
      return errors.removeValue(forKey: mark)
    }
  }

  /// The first error about a packet of a decoder whose picture was not returned.
  static func firstError(of decoder: Int) -> String? {
    packetErrors.withLock { $0.filter { $0.key >> 40 == decoder }.min { $0.key < $1.key }?.value }
  }

  static func forgetPackets(of decoder: Int) {
    packetErrors.withLock { errors in
      if !errors.isEmpty { errors = errors.filter { $0.key >> 40 != decoder } }
    }
  }

  /// The last error of a context, which is then cleared; `nil` if there was no error.
  static func consumeError(_ context: UnsafeMutableRawPointer) -> String? {
    messages.withLock { messages in
      guard let said = messages[UInt(bitPattern: context)]?.error, !said.isEmpty else { return nil }
      messages[UInt(bitPattern: context)]?.error = ""
      return said
    }
  }

  /// The reason why a call failed: the context's last message, or the meaning of the error code.
  static func reason(_ status: Int32, _ context: UnsafeMutableRawPointer?) -> String {
    let said = messages.withLock { $0[UInt(bitPattern: context)]?.error ?? "" }
    if !said.isEmpty { return clause(said) }
    var meaning = [CChar](repeating: 0, count: 128)
    _ = unsafe av_strerror(status, &meaning, meaning.count)
    return text(meaning)
  }

  static func text(_ line: [CChar]) -> String {
    String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
