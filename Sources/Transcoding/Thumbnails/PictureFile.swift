/// A picture file of 8 bits. Pictures are rounded only here.
struct PictureFile {
  let kind: PictureKind
  let colorSpace: ThumbnailSettings.ColorSpace
  let size: PictureSize
  let threads: Int
  let instructions: InstructionSet
  func check(_ destination: Destination) throws(TranscodingError) { try writer.check(destination) }

  func write(_ picture: borrowing Frame, to destination: Destination) throws {
    let (rounded, color) = try rounded(picture)
    if kind == .png { try MemoryNeed(ofPNG: rounded).check("the picture", fix: "choose a smaller \(.width)") }
    try rounded.withView { try writer.write($0, stating: color, to: destination) }
  }

  /// Encodes a 16-bit picture as a JPEG.
  ///
  /// - Parameter step: The quantizer, 2 to 31.
  func jpeg(of picture: borrowing Frame, step: Int) throws -> [UInt8] {
    let memory = Destination(try System.openMemory(), name: "the picture in memory", isFile: true)
    let (rounded, color) = try rounded(picture)
    try rounded.withView { try writer.write($0, stating: color, step: step, to: memory) }
    return try memory.bytes()
  }

  private var writer: PictureWriter {
    get throws(TranscodingError) { try PictureWriter(kind, pixelAspect: Ratio(1, 1), threads: threads) }
  }

  /// The pixels of a 16-bit picture: R′, G′, B′ and alpha, 255 if the picture has no alpha.
  func rgba(of picture: borrowing Frame) throws -> [UInt8] {
    let planes = try rounded(picture).frame.packedBytes
    let count = size.width * size.height
    var rgba = [UInt8](repeating: 255, count: 4 * count)
    for (component, plane) in [2, 0, 1, 3].prefix(planes.count / count).enumerated() {
      for pixel in 0..<count { rgba[4 * pixel + component] = planes[plane * count + pixel] }
    }
    return rgba
  }

  /// Rounds a 16-bit picture to 8 bits with dither, in the layout of its kind, with straight color beside any alpha; also returns the color
  /// that the file states or its readers assume.
  private func rounded(_ picture: borrowing Frame) throws -> (frame: Frame, color: ColorDescription) {
    var display = kind.assumedDisplay
    display.primaries = colorSpace.primaries
    // Light is not mapped again: white stays white.
    let plan = try ConversionPlan(
      from: Source(
        color: ColorDescription(primaries: colorSpace.primaries, transfer: .sRGB, matrix: .identity, range: .full),
        alpha: AlphaCoding(.premultiplied)),
      to: display, options: PlanOptions(alpha: picture.format.hasAlpha ? .kept(.straight) : nil),
      reading: picture.format, writing: kind.layout(isDeep: false, hasAlpha: picture.format.hasAlpha))
    var rounded = try Frame(plan.outputFormat, width: size.width, height: size.height)
    var converter = try plan.converter(width: size.width, height: size.height, threads: threads, on: instructions)
    try rounded.withMutableView { view in try picture.withView { try converter.convert($0, into: &view) } }
    return (rounded, plan.targetTags)
  }
}
