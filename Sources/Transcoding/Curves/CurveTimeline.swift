internal import ToneMapping

/// How HDR10+ JSON maps the frames of a clip.
///
/// Of a feature film it keeps a few megabytes: the places where the mapping changes, and what the bitstream says of it there.
struct CurveTimeline: Sendable {
  private struct Change: Sendable {
    let frame: Int
    let payload: [UInt8]
  }

  /// The number of frames.
  private(set) var count = 0
  private var changes: [Change] = []
  /// The mapping of the last frame.
  private var last: HDR10PlusMetadata?

  /// Takes the metadata of the next frame.
  mutating func take(_ metadata: HDR10PlusMetadata) throws(MetadataError) {
    let mapping = metadata.mapping
    if mapping != last { changes.append(Change(frame: count, payload: try mapping.payload())) }
    last = mapping
    count += 1
  }

  /// The first frame after another that is mapped in another way.
  func change(after frame: Int) -> Int? {
    let next = index(after: frame)
    return next < changes.count ? changes[next].frame : nil
  }

  /// The frames at which another mapping begins, from one frame on, itself included.
  func starts(from first: Int, count: Int?) -> [Int] {
    let later = changes[index(after: first)...].map(\.frame).prefix { $0 - first < count ?? .max }
    return [first] + later
  }

  /// The curve of a frame.
  ///
  /// - Throws: ``HDR10PlusCurveError/tooFewFrames(found:needed:)``, `.noCurve`, `.curve` or `.peak`.
  func curve(of frame: Int) throws(HDR10PlusCurveError) -> HDR10PlusCurve {
    guard frame < count else { throw .tooFewFrames(found: count, needed: frame == .max ? nil : frame + 1) }
    guard case .hdr10Plus(let metadata)? = try? RegisteredUserData(parsing: changes[index(after: frame) - 1].payload)
    else { preconditionFailure("what was written as HDR10+ is read as HDR10+") }
    return try HDR10PlusCurve(metadata, frame: frame)
  }

  /// The number of changes up to a frame, itself included.
  private func index(after frame: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension HDR10PlusMetadata {
  /// The part that says how light is mapped: the curve, the peak of the scene, and the display.
  fileprivate var mapping: HDR10PlusMetadata {
    var window = Window()
    window.maximumComponents = [windows.first?.maximumComponents.max() ?? 0, 0, 0]
    window.bezierCurve = windows.first?.bezierCurve
    return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: targetedDisplayMaximum)
  }
}
