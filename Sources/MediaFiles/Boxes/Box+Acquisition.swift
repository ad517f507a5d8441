extension FileReader {
  /// The finding that the camera's own metadata names a log curve that the tags do not; `nil` without such metadata.
  ///
  /// Sony's cameras write an XML box beside the movie, and BT.709 in its tags.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.11.2; Sony's *NonRealTimeMeta*, as in XAVC movies.
  func cameraLog() -> Finding? {
    noting { () throws(MediaFileError) in
      guard var text = whole.boxes.lazy.prefix(16).first(where: { $0.type == "meta" })?.acquisition else { return nil }
      // The flags of the box.
      try text.skip(min(4, text.remaining))
      let items = String(decoding: try text.rest(limit: 1 << 16), as: UTF8.self)
      func value(_ name: String) -> Substring? {
        guard let start = items.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound else { return nil }
        return items[start...].prefix(64).prefix { $0 != "\"" }
      }
      guard let log = value("CaptureGammaEquation"), log.hasPrefix("s-log3"),
        let gamut = value("CaptureColorPrimaries"), gamut.hasPrefix("s-gamut3")
      else { return nil }
      return Finding(
        code: TrackDescription.cameraLog,
        found: "the camera's metadata names the log \(log) and the gamut \(gamut)",
        consequence: "the tags are used, which state another color",
        fix: gamut == "s-gamut3-cine"
          ? "read the log with \(.transfer) slog3 and \(.primaries) s-gamut3-cine"
          : "read the log with \(.transfer) slog3 and \(.primaries) s-gamut3")
    } ?? nil
  }
}

extension Box {
  /// The content of the XML in a `meta` box with Sony's handler.
  fileprivate var acquisition: ByteWindow? {
    // A full box; its child boxes follow the flags.
    var content = content
    guard content.remaining >= 4, (try? content.skip(4)) != nil else { return nil }
    let boxes = content.boxes
    guard let handler = boxes.first(where: { $0.type == "hdlr" }), (try? handler.handlerType()) == "nrtm" else {
      return nil
    }
    return boxes.first { $0.type == "xml " }?.content
  }
}

extension TrackDescription {
  /// The code of the finding about a log curve in the camera's own metadata.
  package static let cameraLog = "camera-log-unused"
}
