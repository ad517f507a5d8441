internal import CLibAV
internal import VideoFrames

/// A track that is copied into the new movie.
struct TrackCopy: TrackFeed {
  /// What its packets are, as far as times go.
  enum Content: Sendable {
    /// A picture that stands for the whole, and has no time.
    case cover
    /// Pictures, which may need others that are decoded before them.
    case pictures
    /// Text or pictures of text, each of which is shown for a time.
    case cues
    /// Everything else.
    case plain
  }

  let index: Int32
  let from: AVRational
  var unit: AVRational { from }
  let content: Content
  /// The part that is copied; `nil` for all.
  let span: TimeSpan?
  /// Whether the container holds times before 0.
  let holdsNegativeTimes: Bool
  private var decodingTimes = DecodingTimes()
  /// When the first picture of the part is shown, and the first that is left out.
  private var opened, skipped: Int64?

  /// How much of the start of the part is missing.
  var lateness: Seconds? {
    guard let opened, let skipped, let unit = TimeBase(from) else { return nil }
    return Seconds(Double(opened - skipped) * unit.value)
  }

  init(index: Int32, from: AVRational, content: Content, span: TimeSpan?, holdsNegativeTimes: Bool) {
    (self.index, self.from, self.content, self.span) = (index, from, content, span)
    self.holdsNegativeTimes = holdsNegativeTimes
  }

  func due(_ packet: Packet) -> Int64? {
    if case .cover = content { return nil }
    return packet.decodingTime.map { $0.clamped - (span?.start(in: from) ?? 0) }
  }

  mutating func take(_ packet: Packet) -> [Packet] {
    let data = unsafe packet.pointer
    switch content {
    case .cover:
      unsafe (data.pointee.pts, data.pointee.dts) = (0, 0)
      return [packet]
    case .pictures:
      guard span.map({ needs(packet, in: $0) }) ?? true else { return [] }
      packet.shift(by: span?.start(in: from) ?? 0)
      return decodingTimes.add(packet)
    case .cues:
      guard let span else { return [packet] }
      return packet.trim(to: span, in: from) ? [packet] : []
    case .plain:
      guard let span else { return [packet] }
      let first = (packet.shownTime ?? packet.decodingTime ?? 0).clamped
      guard span.has(first, unsafe first + data.pointee.duration.clamped, in: from),
        holdsNegativeTimes || span.hasStarted(first, in: from)
      else { return [] }
      packet.shift(by: span.start(in: from))
      return [packet]
    }
  }

  mutating func end() -> [Packet] { decodingTimes.end() }

  /// Whether a picture is in a part, or needed for one that is. The part begins with a picture that needs none before it.
  private mutating func needs(_ packet: Packet, in span: TimeSpan) -> Bool {
    let shown = (packet.shownTime ?? packet.decodingTime ?? 0).clamped
    // Pictures that are decoded in time can need one that is shown after the end.
    guard !span.isOver((packet.decodingTime ?? shown).clamped, in: from) else { return false }
    if span.isFromStart { return true }
    if let opened { return shown >= opened }
    guard span.hasStarted(shown, in: from) else { return false }
    guard packet.isKey else {
      skipped = min(skipped ?? shown, shown)
      return false
    }
    opened = shown
    return true
  }
}

extension Packet {
  /// Has all times count from another one.
  func shift(by start: Int64) {
    unsafe pointer.pointee.pts = shownTime.map { $0.clamped - start } ?? libav_no_time
    unsafe pointer.pointee.dts = decodingTime.map { $0.clamped - start } ?? libav_no_time
  }

  /// Has what is shown for a time begin and end within a part, whose times it gets.
  ///
  /// - Returns: Whether any of it is in the part.
  func trim(to span: TimeSpan, in base: AVRational) -> Bool {
    let first = (shownTime ?? decodingTime ?? 0).clamped
    let last = unsafe first + pointer.pointee.duration.clamped
    guard span.has(first, last, in: base) else { return false }
    let start = span.start(in: base)
    let begin = span.isFromStart ? first : max(first, start)
    unsafe (pointer.pointee.pts, pointer.pointee.dts) = (begin - start, begin - start)
    // An unknown duration stays unknown.
    unsafe pointer.pointee.duration = last > first ? min(last, span.end(in: base)) - begin : 0
    return true
  }
}

extension TrackCopy.Content {
  init(of track: MovieTrack) {
    self =
      switch track.kind {
      case .video: track.isCover ? .cover : .pictures
      case .subtitle: .cues
      default: .plain
      }
  }
}
