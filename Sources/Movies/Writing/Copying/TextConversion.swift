internal import CLibAV

struct TextCoding: Sendable {
  let decoder, encoder: CodecContext

  /// The coding of a track for a container; `nil` if it is not text, or the library lacks the codecs.
  init?(_ stream: UnsafePointer<AVStream>, container: String) throws(MovieError) {
    let id = unsafe stream.pointee.codecpar.pointee.codec_id
    guard let about = unsafe avcodec_descriptor_get(id), unsafe about.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0,
      let name = ["mp4": "mov_text", "mov": "mov_text", "matroska": "srt", "webm": "webvtt"][container],
      let codec = unsafe avcodec_find_encoder_by_name(name),
      let decoder = try unsafe CodecContext.decoder(of: stream),
      let header = unsafe decoder.pointer.pointee.subtitle_header
    else { return nil }
    let encoder = try unsafe CodecContext(codec)
    // Encoders read the ASS styles to which the decoder converts.
    guard
      unsafe libav_set_bytes(
        &encoder.pointer.pointee.subtitle_header, &encoder.pointer.pointee.subtitle_header_size, header,
        decoder.pointer.pointee.subtitle_header_size)
    else { throw .noMemory(name) }
    unsafe encoder.pointer.pointee.time_base = AVRational(num: 1, den: 1000)
    guard unsafe encoder.open(codec) >= 0 else { return nil }
    (self.decoder, self.encoder) = (decoder, encoder)
  }
}

/// Text subtitles, converted to another codec.
struct TextConversion: PacketSink {
  let route: TrackRoute
  private let coding: TextCoding
  /// Whether the container shows one text at a time, so that overlapping texts are joined.
  private let joins: Bool
  /// The texts shown at `now`, as ASS lines, and the end of each; `nil` if it lasts until the next.
  private var shown: [(line: String, end: Int64?)] = []
  private var now: Int64 = .min
  private(set) var faults = 0
  /// The number of packets with only drawings, or with styles but no words.
  private(set) var wordless = 0

  init(_ coding: TextCoding, _ route: TrackRoute, joins: Bool) {
    (self.coding, self.route, self.joins) = (coding, route, joins)
  }

  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet] {
    guard span.map({ packet.trim(to: $0, in: from) }) ?? true, let start = packet.shownTime?.clamped else {
      return []
    }
    let lines = lines(of: packet)
    guard !lines.isEmpty else { return [] }
    let duration = unsafe packet.pointer.pointee.duration.clamped
    guard joins else { return try [encode(lines, start, duration)].compactMap(\.self) }
    let ready = try show(until: start)
    shown += lines.map { ($0, duration > 0 ? start + duration : nil) }
    return ready
  }

  mutating func end() throws(MovieError) -> [Packet] {
    try show(until: shown.map { $0.end ?? now + 1 }.max() ?? now)
  }

  /// Returns the texts shown from `now` to another time, in intervals during which they do not change.
  private mutating func show(until time: Int64) throws(MovieError) -> [Packet] {
    var packets: [Packet] = []
    while !shown.isEmpty, now < time {
      let next = min(time, shown.compactMap(\.end).min() ?? time)
      if next > now, let packet = try encode(shown.map(\.line), now, next - now) { packets.append(packet) }
      now = max(now, next)
      shown.removeAll { $0.end.map { $0 <= now } ?? (now == time) }
    }
    now = max(now, time)
    return packets
  }

  /// The texts of a packet as ASS lines, without drawings.
  private mutating func lines(of packet: Packet) -> [String] {
    var text = unsafe AVSubtitle()
    var isThere: Int32 = 0
    guard unsafe avcodec_decode_subtitle2(coding.decoder.pointer, &text, &isThere, packet.pointer) >= 0 else {
      faults += 1
      return []
    }
    defer { unsafe avsubtitle_free(&text) }
    guard isThere != 0 else { return [] }
    let lines: [String] = unsafe (0..<Int(text.num_rects)).compactMap { index in
      guard let line = unsafe text.rects[index]?.pointee.ass else { return nil }
      return unsafe readable(String(cString: line))
    }
    if lines.isEmpty, unsafe text.num_rects > 0 { wordless += 1 }
    return lines
  }

  /// Returns an ASS line as encoders read it, which take each `{\` for the start of tags and other braces for words: without drawings, which follow
  /// `\p` with a number above 0, without remarks in braces, and with escaped characters as themselves; `nil` if no words are left.
  ///
  /// - Source: Aegisub's manual, *Override Tags*, `\p`; libass, `ass_parse.c`: the last `\p` of a block applies, and one without a number is 0; in
  ///   words, `\{` and `\}` are braces. FFmpeg's decoders escape braces and backslashes of other codecs so, but not those of SubRip and `mov_text`.
  private func readable(_ line: String) -> String? {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return line }
    let codec = unsafe coding.decoder.pointer.pointee.codec_id
    let isASS = codec == AV_CODEC_ID_ASS
    let escaped = codec == AV_CODEC_ID_SUBRIP || codec == AV_CODEC_ID_MOV_TEXT ? "" : isASS ? "{}" : "{}\\"
    // The kept text, its words, and whether a drawing follows.
    var (kept, words, isDrawing) = ("", "", false)
    var rest = fields[8]
    while let first = rest.first {
      let next = rest.dropFirst().first
      if first == "{", isASS || next == "\\" || next == "}" && !escaped.isEmpty, let close = rest.firstIndex(of: "}") {
        let tags = rest[..<close].drop { $0 != "\\" }
        if !tags.isEmpty { kept += "{\(tags)}" }
        if let last = tags.matches(of: /\\p\(?\s*([0-9]*)(?![A-Za-z0-9])/).last {
          isDrawing = last.1.contains { $0 != "0" }
        }
        rest = rest[close...].dropFirst()
        continue
      }
      let isEscaped = first == "\\" && next.map(escaped.contains) ?? false
      rest = rest.dropFirst(isEscaped ? 2 : 1)
      guard !isDrawing, let letter = isEscaped ? next : first else { continue }
      words.append(letter)
      kept.append(letter)
      // A word joiner keeps characters from becoming a tag or a line break.
      if isEscaped, let next = rest.first, letter == "{" ? next == "\\" : letter == "\\" && "Nn".contains(next) {
        kept.append("\u{2060}")
      }
    }
    let isBlank = words.replacing(/\\[Nnh]/, with: "").allSatisfy(\.isWhitespace)
    return isBlank ? nil : (fields.dropLast() + [kept[...]]).joined(separator: ",")
  }

  private mutating func encode(_ lines: [String], _ start: Int64, _ duration: Int64) throws(MovieError) -> Packet? {
    let name = "subtitles"
    // The text is preceded by order, layer, style, name, three margins and effect.
    let texts = lines.map { $0.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false) }
    guard let first = texts.first, first.count == 9 else { return nil }
    let line = (first.dropLast() + [texts.compactMap(\.last).joined(separator: "\\N")[...]]).joined(separator: ",")
    let packet = try Packet(for: name)
    let room = Int32(line.utf8.count * 4 + 4096)
    guard unsafe av_new_packet(packet.pointer, room) >= 0 else { throw .noMemory(name) }
    let size = unsafe line.withCString {
      unsafe libav_encode_text(coding.encoder.pointer, $0, packet.pointer.pointee.data, room)
    }
    guard size > 0 else {
      faults += size < 0 ? 1 : 0
      return nil
    }
    unsafe av_shrink_packet(packet.pointer, size)
    unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.dts) = (start, start)
    unsafe packet.pointer.pointee.duration = duration
    unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    return packet
  }
}
