internal import CLibAV

struct TrackCopy: PacketSink {
  let route: TrackRoute
  private let track: MovieTrack
  let holdsNegativeTimes: Bool
  private var decodingTimes = DecodingTimes()
  /// The time of the first copied picture of the part, and of the first one left out.
  private var opened, skipped: Int64?

  /// The duration missing at the start of the part.
  var lateness: Seconds? {
    guard let opened, let skipped, let unit = TimeBase(from) else { return nil }
    return Seconds(Double(opened - skipped) * unit.value)
  }

  init(_ track: MovieTrack, _ route: TrackRoute, holdsNegativeTimes: Bool) {
    (self.track, self.route, self.holdsNegativeTimes) = (track, route, holdsNegativeTimes)
  }

  func due(_ packet: Packet) -> Int64? {
    if track.kind == .video, track.isCover { return nil }
    return packet.decodingTime.map { $0.clamped - (span?.start(in: from) ?? 0) }
  }

  mutating func take(_ packet: Packet) -> [Packet] {
    let data = unsafe packet.pointer
    switch track.kind {
    case .video where track.isCover:
      // A single picture for the whole movie, without a time.
      unsafe (data.pointee.pts, data.pointee.dts) = (0, 0)
      return [packet]
    case .video:
      guard span.map({ needs(packet, in: $0) }) ?? true else { return [] }
      packet.shift(by: span?.start(in: from) ?? 0)
      return decodingTimes.add(packet)
    case .subtitle:
      guard let span else { return [packet] }
      return packet.trim(to: span, in: from) ? [packet] : []
    default:
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

  /// Whether a picture is in a part, or needed by one that is. The part starts with a picture that needs no earlier one.
  private mutating func needs(_ packet: Packet, in span: TimeSpan) -> Bool {
    let shown = (packet.shownTime ?? packet.decodingTime ?? 0).clamped
    // Pictures decoded before the end may depend on one shown after it.
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
  func shift(by start: Int64) {
    unsafe pointer.pointee.pts = shownTime.map { ($0.clamped - start).clamped } ?? libav_no_time
    unsafe pointer.pointee.dts = decodingTime.map { ($0.clamped - start).clamped } ?? libav_no_time
  }

  /// Trims the time span of a packet to a part, and makes its times relative to the part; returns whether any of it is in the part.
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
