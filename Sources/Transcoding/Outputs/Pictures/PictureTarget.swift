internal import Movies

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

/// Writes frames as pictures of one kind, each to its own file: with the kind's encoder of FFmpeg's libraries, or a PNG with libpng.
struct PictureWriter {
  private let kind: PictureKind
  private let encoder: PictureKind.Encoder?
  private let pixelAspect: PixelAspect?
  private let threads: Int

  /// - Throws: `settings` if FFmpeg's libraries have no encoder for the kind; `system` if they are missing.
  init(_ kind: PictureKind, pixelAspect: PixelAspect?, threads: Int) throws(TranscodingError) {
    (self.kind, self.pixelAspect, self.threads) = (kind, pixelAspect ?? kind.row.pixelAspect, threads)
    let known = kind.row.encoders
    if !known.isEmpty { try MovieLibraries.require() }
    encoder = known.first { MovieLibraries.haveEncoder(named: $0.name) }
    guard known.isEmpty || encoder != nil else { throw .output(.missingPictureEncoder(known.map(\.name), kind)) }
  }

  func check(_ format: PixelFormat) throws(TranscodingError) {
    let formats = encoder?.formats ?? PNGFile.formats
    guard formats.contains(format) else { throw .output(.formatNotHeld(kind, format, expected: formats)) }
  }

  func check(_ destination: Destination) throws(TranscodingError) {
    guard destination.isFile || kind.row.isSequential else { throw .output(.notSequential(kind, destination.name)) }
  }

  /// The known light metadata that the files do not state.
  func omission(of metadata: StaticMetadata) -> String? {
    let statesLight = encoder?.statesLight ?? true
    let known = [
      statesLight || metadata.mastering == nil ? [] : ["the mastering display"],
      statesLight || metadata.contentLight == nil ? [] : ["MaxCLL", "MaxFALL"],
      metadata.ambient == nil ? [] : ["the ambient viewing environment"],
    ].flatMap(\.self)
    guard !known.isEmpty else { return nil }
    let loss =
      encoder == nil
      ? "\(kind.row.name) does not state \(list(known))"
      : "FFmpeg's libraries do not state \(list(known)) in \(kind.phrase)"
    return "\(loss), so the output leaves that out"
  }

  /// - Parameter step: The quantizer of a JPEG, 2 to 31.
  func write(
    _ view: borrowing FrameView, stating color: ColorDescription, _ metadata: StaticMetadata = StaticMetadata(),
    step: Int? = nil, to destination: Destination
  ) throws {
    guard let encoder else {
      let stated = PNGColor(color, metadata, pixelAspect: pixelAspect)
      return try destination.write(PNGFile.bytes(of: view, stating: stated))
    }
    var encoding = VideoEncoding(
      encoder: encoder.name, format: view.format, width: view.width, height: view.height, timeBase: Ratio(1, 25)!)
    (encoding.color, encoding.metadata) = (color, metadata)
    (encoding.pixelAspect, encoding.threads) = (pixelAspect, threads)
    encoding.options = step.map(PictureKind.quantizers) ?? encoder.options
    let writer = try MovieWriter(
      descriptor: destination.descriptor, name: destination.name, container: kind.format.container, video: encoding,
      copying: nil)
    var frame = try writer.makeFrame()
    try frame.withMutableView { $0.copy(view) }
    (frame.time, frame.duration) = (0, 1)
    Signals.progressed()
    try writer.write(frame)
    try writer.finish()
  }
}

extension PictureKind {
  package func check(_ plan: ConversionPlan) throws(TranscodingError) {
    let color = plan.targetTags
    if row.holdsAlpha, plan.options.alpha == .kept(.premultiplied), plan.outputFormat.hasAlpha {
      throw .output(.premultipliedPicture(self))
    }
    guard !row.statesColor else { return }
    let assumed = assumedDisplay
    guard !color.isHDR, color.primaries == assumed.primaries else {
      throw .output(.otherThanSRGB(self, [color.transfer?.ffmpegName, color.primaries?.ffmpegName].compactMap(\.self)))
    }
    let isUsual =
      color.matrix == assumed.matrix && color.range == assumed.range && color.chromaLocation == assumed.chromaLocation
    guard isUsual || plan.outputFormat.model != .yCbCr else { throw .output(.otherThanAssumed(self)) }
  }
}

/// The first frame of the output, as an sRGB display would show it.
///
/// It has its own plan from the output's tags to sRGB, computed like the pictures. HDR output is tone mapped with the defaults, since an 8-bit PNG
/// cannot hold it.
struct Preview {
  private let plan: ConversionPlan
  private let destination: Destination
  /// The orientation in which players show the output.
  private let orientation: PictureOrientation

  init(of output: ConversionPlan, shown orientation: PictureOrientation, at path: Path, in outputs: Outputs) throws {
    self.orientation = orientation
    destination = try outputs.open(path, as: "the preview")
    guard FileEnding.mayBePNG(path) else { throw TranscodingError.output(.previewIsNoPNG("\(path)")) }
    let isHDR = output.targetTags.isHDR
    let peak = output.targetLuminance.peak
    // A lookup table does not state its peak.
    let isKnown = output.lookupTable == nil || output.display.luminance != nil
    plan = try ConversionPlan(
      from: Source(
        color: output.targetTags, metadata: isHDR ? output.metadata : StaticMetadata(), alpha: output.outputAlpha),
      to: .srgb,
      options: isHDR
        ? PlanOptions(
          sourcePeak: isKnown ? peak : nil, referenceWhite: output.options.referenceWhite, alpha: .kept(.straight))
        : PlanOptions(referenceWhite: peak, alpha: .kept(.straight)),
      reading: output.outputFormat, writing: output.outputFormat.hasAlpha ? .gbrap : .gbrp)
  }

  func write(_ source: some Picture, threads: Int, on instructions: InstructionSet) throws {
    var bytes: [UInt8] = []
    try source.withView { source in
      var picture = try Frame(plan.outputFormat, width: source.width, height: source.height)
      var converter = try plan.converter(width: source.width, height: source.height, threads: threads, on: instructions)
      try picture.withOwnView { picture throws(ConversionError) in try converter.convert(source, into: &picture) }
      try MemoryNeed(ofPNG: picture).check()
      picture = try picture.shown(by: FrameGeometry(orientation: orientation))
      bytes = try picture.withView { view throws(TranscodingError) in
        try PNGFile.bytes(of: view, stating: PNGColor(plan.targetTags))
      }
    }
    try destination.write(bytes)
  }
}
