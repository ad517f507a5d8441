internal import MediaFiles
internal import SystemCalls

// A movie file written by FFmpeg, to which the data is added that FFmpeg does not write.
extension Destination {
  /// Replaces every occurrence of a unit by another of the same length.
  func replace(_ old: [UInt8], by new: [UInt8]) throws(TranscodingError) {
    guard old != new, System.length(of: descriptor) > 0 else { return }
    do {
      var frames = try MediaFrames(descriptor: descriptor)
      var count = 0
      for place in try frames.places(ofMessage: 144).sorted()
      where try SystemCall.bytes(of: descriptor, at: place, count: old.count) == old {
        try write(new, at: place)
        count += 1
      }
      if count == 0 { throw TranscodingError.encoding(.unstatedLight(in: name)) }
    } catch {
      throw error as? TranscodingError ?? .output(.cannotComplete(name, reason: "\(error)"))
    }
  }

  /// Adds boxes to the description of the pictures, and moves the data that follows.
  func add(_ tags: MovieTags, _ control: RunControl) throws(TranscodingError) {
    do {
      let pieces = try MovieRetagging(descriptor: descriptor, tags: tags, track: 1).pieces
      var place = pieces.reduce(0) { $0 + $1.count }
      // Pieces only grow, so data that is still to be moved lies before the written position.
      for piece in pieces.reversed() {
        place -= piece.count
        switch piece {
        case .bytes(let bytes): try write(bytes, at: place)
        case .copy(let range) where range.lowerBound < place:
          var end = range.upperBound
          while end > range.lowerBound {
            try control.check()
            let start = max(range.lowerBound, end - 1 << 20)
            let bytes = try SystemCall.bytes(of: descriptor, at: start, count: end - start)
            try write(bytes, at: place + start - range.lowerBound)
            end = start
          }
        case .copy: break
        }
      }
    } catch {
      throw error as? TranscodingError ?? .output(.cannotComplete(name, reason: "\(error)"))
    }
  }

  private func write(_ bytes: [UInt8], at place: Int) throws(SystemError) {
    _ = try Descriptor(descriptor, isOurs: false).seek(place, from: SEEK_SET)
    try System.write(bytes, to: descriptor)
  }
}

extension MovieRetagging.Piece {
  var count: Int {
    switch self {
    case .copy(let range): range.count
    case .bytes(let bytes): bytes.count
    }
  }
}
