import Foundation
import Testing
import Transcoding

/// The first lines of docs/library.md, on a clip that the tests make.
@Suite struct TranscodingExamples {
  @Test func aMovieIsConvertedByOneCall() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = Data("YUV4MPEG2 W16 H8 F25:1 C420p10\nFRAME\n".utf8) + Data(repeating: 2, count: 16 * 8 * 3)
    try clip.write(to: folder.appending(path: "in.y4m"))
    let (input, output) = (
      MediaLocation(folder.appending(path: "in.y4m").path), MediaLocation(folder.appending(path: "out.y4m").path)
    )
    var settings = ConversionSettings()
    settings.input.transfer = .init(.pq)

    try await convert(input, to: output, settings)
    #expect(try Data(contentsOf: folder.appending(path: "out.y4m")).starts(with: "YUV4MPEG2 W16 H8 F25:1 ".utf8))
    #expect(try await widths(of: input, settings).count == 1)
  }
}

private func convert(_ input: MediaLocation, to output: MediaLocation, _ settings: ConversionSettings) async throws {
  let conversion = try MovieConversion(of: input, to: output, settings)
  print(conversion.plan, conversion.findings)
  let result = try await conversion.write { progress in print(progress.frames) }
  print(result.frames, result.contentLight as Any)
}

private func widths(of input: MediaLocation, _ settings: ConversionSettings) async throws -> [Int] {
  var widths: [Int] = []
  for try await frame in try MovieConversion(of: input, settings).frames {
    try frame.withView { view in widths.append(view.width) }
  }
  return widths
}
