internal import ToneMapping

/// Written pictures: one file, or one per frame with the frame's index in its name.
final class PictureTarget: FrameTarget {
  private let names: PictureNames
  /// The only picture, written once the light of the frames is known; `nil` for a series, whose pictures appear one by one, and remain if a later
  /// one fails.
  private let destination: Destination?
  private let outputs: Outputs
  private let writer: PictureWriter
  private let clip: Clip
  private let format: PixelFormat
  private let color: OutputTags
  private let control: RunControl
  private var written: Range<Int>
  private var held: RawPicture?

  init(
    _ picture: PictureKind, _ names: PictureNames, of plan: ConversionPlan, stating tags: OutputTags, for clip: Clip,
    first: Int, count: Int?, threads: Int, to destination: Destination?, besides preview: Path?,
    in outputs: Outputs, _ control: RunControl
  ) throws(TranscodingError) {
    writer = try PictureWriter(picture, pixelAspect: clip.pixelAspect, threads: threads)
    try writer.check(plan.outputFormat)
    (self.names, self.clip) = (names, clip)
    (format, color, written) = (plan.outputFormat, tags, first..<first)
    (self.destination, self.outputs, self.control) = (destination, outputs, control)
    if let destination {
      try writer.check(destination)
    } else {
      let count = count ?? 1
      if count > 0 { try outputs.check(names.name(of: first), as: Self.role) }
      for index in try count > 1 ? Self.present(names, besides: preview) : []
      where index > first && index - first < count {
        try outputs.check(names.name(of: index), as: Self.role)
      }
      reportOmission(from: tags)
    }
  }

  private func reportOmission(from color: OutputTags) {
    if let omission = writer.omission(of: color.metadata) { control.note("light-unstated", "\(omission)") }
  }

  /// The frames whose file names already exist.
  private static func present(_ names: PictureNames, besides preview: Path?) throws(TranscodingError) -> [Int] {
    let files: [Path]
    do { files = try Folder(names.folder).names(beginningWith: "") } catch {
      throw .output(.unreadableFolder("\(names.folder)", reason: "\(error)"))
    }
    return (files + [preview?.split.name].compactMap(\.self)).compactMap(names.frame(named:)).sorted()
  }

  private static let role = "the picture"

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(format)) }

  func write(_ picture: RawPicture) throws {
    Signals.progressed()
    guard destination == nil else {
      guard held == nil else { throw names.tooMany() }
      return held = picture
    }
    let next = try outputs.open(names.name(of: written.upperBound), as: Self.role, isGiven: false)
    try write(picture, color, to: next)
    try outputs.commit(next)
    written = written.lowerBound..<written.upperBound + 1
  }

  func finish(_ color: OutputTags) throws {
    guard let destination, let held else { return }
    reportOmission(from: color)
    try write(held, color, to: destination)
  }

  private func write(_ picture: RawPicture, _ color: OutputTags, to destination: Destination) throws {
    try picture.withView { try writer.write($0, stating: color.color, color.metadata, to: destination) }
  }

  var remains: String? {
    guard let last = written.last else { return nil }
    let names = [written.lowerBound, last].map { "\(self.names.name(of: $0))" }
    return "\(plural(written.count, "picture")) \(written.count == 1 ? "is whole and stays" : "are whole and stay"),"
      + " \(written.count == 1 ? names[0] : "\(names[0]) to \(names[1])")"
  }
}
