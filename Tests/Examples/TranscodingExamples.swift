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
    // By text, and a file that is called as the command calls a standard stream.
    let text = folder.appending(path: "in.y4m").path
    #expect(try MovieConversion(of: text, to: "out.y4m", settings).input == input)
    #expect(MediaLocation("-") != .standardInput && MediaLocation.standardInput == .standardOutput)
    #expect(throws: TranscodingError.self) { _ = try MovieConversion(of: "-", settings) }
    #expect(try Data(contentsOf: folder.appending(path: "out.y4m")).starts(with: "YUV4MPEG2 W16 H8 F25:1 ".utf8))
    #expect(try await widths(of: input, settings).count == 1)

    var measuring = MeasurementSettings()
    measuring.input = settings.input
    #expect(try await measure(input, measuring).frames.count == 1)
    var baking = LUTSettings()
    (baking.input, baking.cubeSize, baking.vertices) = (settings.input, 9, .sampled)
    try await bake(baking, to: MediaLocation(folder.appending(path: "a.cube").path))
    #expect(try Data(contentsOf: folder.appending(path: "a.cube")).count > 9 * 9 * 9 * 20)
    let (movie, jpeg, tagged) = (
      folder.appending(path: "in.mov"), folder.appending(path: "a.jpg"), folder.appending(path: "b.mov")
    )
    settings.encoding = .prores
    try await convert(input, to: MediaLocation(movie.path), settings)
    try await makePictures(of: MediaLocation(movie.path), jpeg: MediaLocation(jpeg.path))
    #expect(try Data(contentsOf: jpeg).starts(with: [0xFF, 0xD8]))
    try await tag(MediaLocation(movie.path), to: MediaLocation(tagged.path))
    #expect(try Data(contentsOf: tagged) != Data(contentsOf: movie))
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

private func makePictures(of movie: MediaLocation, jpeg: MediaLocation) async throws {
  let picture = try await Thumbnail(of: movie).picture()
  print(picture.size, picture.seconds, picture.rgba.count)  // R′, G′, B′ and 255 of each pixel
  try await Thumbnail(of: movie).write(to: jpeg)

  let sheets = try ThumbnailSheets(of: movie, every: .seconds(10), grid: .init(width: 5, height: 5))
  print(try await sheets.write(to: jpeg).webVTT)
}

private func measure(_ input: MediaLocation, _ measuring: MeasurementSettings) async throws -> ClipStatistics {
  let measured = try await LightMeasurement(of: input, measuring).statistics { frame in
    print(frame.index, frame.maximum, frame.averageMaxRGB)
  }
  if let clip = measured.statistics { print(clip.contentLight, clip.scenes.count) }  // MaxCLL, MaxFALL
  return try #require(measured.statistics)
}

private func tag(_ movie: MediaLocation, to tagged: MediaLocation) async throws {
  let tags = MovieTags(color: ColorDescription(primaries: .bt2020, transfer: .hlg), removed: ["mdcv", "clli"])
  for finding in try await TagEdit(of: movie, tags: tags).write(to: tagged) { print(finding) }
}

private func bake(_ baking: LUTSettings, to cube: MediaLocation) async throws {
  let made = try await LUTExport(baking).write(to: cube)
  print(made.table.title as Any, made.measurements.map(\.codesOf8Bits.maximum))
}
