/// The frames of a track of a Matroska file.
///
/// - Source: RFC 9559, clauses 5.1.2.9, 5.1.3 and 10.
struct MatroskaFrames: StoredFrames {
  private let blank: TrackDescription
  private var segment: ElementSequence
  /// The remaining elements of a cluster of known size; those of other clusters are read as elements of the segment.
  private var cluster: ElementSequence?
  private var clusterTime: UInt64 = 0
  /// The duration of a tick, in seconds.
  private var tick = 0.001

  init(of track: TrackDescription, in reader: FileReader) throws(MediaFileError) {
    guard let segment = reader.whole.elements.first(where: { $0.id == 0x1853_8067 }) else {
      throw .missing(part: "segment", container: .matroska)
    }
    (blank, self.segment) = (track.unstated, segment.content.elements)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    while true {
      guard let element = cluster?.next() ?? nextOfSegment() else { return nil }
      switch element.id {
      case 0x1549_A966:
        if let scale = try element.child(0x2AD7B1)?.unsigned() { tick = Double(scale) / 1e9 }
      // The elements of a cluster of unknown size follow in the segment.
      case 0x1F43_B675: cluster = element.isOpenEnded ? nil : element.content.elements
      case 0xE7: clusterTime = try element.unsigned()
      case 0xA3: if let frame = frame(in: element, of: nil) { return frame }
      case 0xA0:
        if let block = element.child(0xA1), let frame = frame(in: block, of: element) { return frame }
      default: break
      }
    }
  }

  private mutating func nextOfSegment() -> Element? {
    cluster = nil
    return segment.next()
  }

  private func frame(in block: Element, of group: Element?) -> StoredFrame? {
    var frame = StoredFrame(byte: block.start, track: blank)
    let isOurs = block.content.reader.noting { () throws(MediaFileError) -> Bool in
      var content = block.content
      guard Int(clamping: try content.variableInteger(keepsMarker: false).number) == blank.id else { return false }
      let distance = Int16(truncatingIfNeeded: try content.integer(bytes: 2))
      frame.time = (Double(clusterTime) + Double(distance)) * tick
      guard try content.integer(bytes: 1) & 6 == 0 else {
        throw .unsupported(part: block.content.path, byte: block.start, found: "a block of several frames")
      }
      if blank.hasPlainSamples { content.readSample(into: &frame.track) }
      group?.child(0x75A1)?.readBlockAdditions(into: &frame.track)
      return true
    }
    return isOurs == false ? nil : frame
  }
}
