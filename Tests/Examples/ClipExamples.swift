import Foundation
import RawVideo
import Testing

/// RawVideo's article, with nothing but that module.
@Suite struct ClipExamples {
  @Test func aClipIsCopied() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pixels: [UInt8] = [10, 20, 30, 40, 128, 130]
    let clip =
      Data("YUV4MPEG2 W2 H2 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8) + pixels + Data("FRAME\n".utf8)
      + pixels.reversed()
    let (input, output) = (folder.appending(path: "in.y4m").path, folder.appending(path: "out.yuv").path)
    try clip.write(to: URL(filePath: input))

    try copyClip(from: input, to: output)

    #expect(try Data(contentsOf: URL(filePath: output)) == Data(pixels + pixels.reversed()))
    // What the header states comes in the terms of Colorimetry and VideoFrames, which the module brings.
    let header = try FrameReader(y4m: ByteSource(path: input)).header
    #expect(header?.range == .full && header?.format == PixelFormat.yuv420p)
  }
}

private func copyClip(from input: String, to output: String) throws {
  var reader = try FrameReader(y4m: ByteSource(path: input))
  var writer = try FrameWriter(ByteSink(path: output))
  var frame = try reader.makeFrame()
  while try reader.read(into: &frame) {
    try writer.write(frame)
  }
  try writer.finish()
}
