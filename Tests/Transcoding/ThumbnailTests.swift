import Foundation
import HDRMetadata
import Synchronization
import Testing
import ToneMapping
import Transcoding

/// Pictures of movies, in memory and in files.
@Suite struct ThumbnailTests {
  /// A lossless movie of BT.709, 25 frames a second, each of one color: its codes of Y′, C′B and C′R with 8 bits.
  private static func writeMovie(
    _ folder: ClipFolder, frames: Int = 20, width: Int = 64, height: Int = 32, color: (Int) -> (UInt8, UInt8, UInt8)
  ) throws {
    var bytes = Data("YUV4MPEG2 W\(width) H\(height) F25:1 C420mpeg2\n".utf8)
    for frame in 0..<frames {
      let (y, cb, cr) = color(frame)
      bytes += Data("FRAME\n".utf8) + Data(repeating: y, count: width * height)
      bytes += Data(repeating: cb, count: width * height / 4) + Data(repeating: cr, count: width * height / 4)
    }
    try bytes.write(to: folder.url.appending(path: "in.y4m"))
    var settings = ConversionSettings(encoding: .ffv1)
    settings.input.primaries = .init(.bt709)
    settings.input.transfer = .init(.bt709)
    (settings.input.matrix, settings.input.range) = (.bt709, .narrow)
    try MovieConversion(of: folder["in.y4m"], to: folder["in.mkv"], settings).write()
    try FileManager.default.removeItem(at: folder.url.appending(path: "in.y4m"))
  }

  private static func picture(_ thumbnail: Thumbnail) throws -> Thumbnail.Picture {
    try thumbnail.picture()
  }

  /// The pixels of a picture file, by a conversion that changes nothing: planes of G′, B′ and R′.
  private static func planes(_ file: MediaLocation, _ display: Display.Preset) throws -> [[UInt8]] {
    var settings = ConversionSettings(to: display)
    settings.output.pixelFormat = .init("gbrp")
    settings.output.dither = .none
    var planes: [[UInt8]] = []
    try MovieConversion(of: file, settings).forEachFrame { view, _, _ in
      planes = view.planes.map { plane in
        (0..<plane.height).flatMap { y in
          (0..<plane.width).map { x in unsafe plane.start!.load(fromByteOffset: y * plane.stride + x, as: UInt8.self)
          }
        }
      }
    }
    return planes
  }

  /// Every frame has a gray of its own; the plan, as a function of a color, says which one that becomes.
  @Test func thePictureIsThatOfItsTime() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder) { (UInt8(40 + 10 * $0), 128, 128) }
    var settings = ThumbnailSettings()
    for (moment, frame) in [(.seconds(0), 0), (.seconds(0.4), 10), (.seconds(0.43), 10), (.share(1), 19)]
      as [(MovieMoment, Int)]
    {
      settings.at = moment
      let thumbnail = try Thumbnail(of: folder["in.mkv"], settings)
      let picture = try await thumbnail.picture()
      #expect(picture.size == .init(width: 64, height: 32) && picture.size == thumbnail.size)
      #expect(abs(picture.seconds - Double(frame) / 25) < 0.001, "\(moment)")
      try #require(picture.rgba.count == 4 * 64 * 32)
      let exact = thumbnail.plan(Codes(CodeLevel(40 + 10 * frame), 128, 128)).components / 257
      for pixel in stride(from: 0, to: picture.rgba.count, by: 4) {
        #expect(
          (0..<3).allSatisfy { abs(Double(picture.rgba[pixel + $0]) - exact[$0]) <= 1 }
            && picture.rgba[pixel + 3] == 255,
          "\(picture.rgba[pixel..<pixel + 4]) \(exact)")
      }
    }
  }

  /// The same red is stronger in sRGB's numbers than in those of Display P3.
  @Test func picturesHaveTheirColorSpace() throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder) { _ in (63, 102, 240) }
    var settings = ThumbnailSettings()
    for (space, color) in [(.sRGB, [255, 0, 0]), (.displayP3, [234, 51, 35])]
      as [(ThumbnailSettings.ColorSpace, [Int])]
    {
      settings.colorSpace = space
      let picture = try Self.picture(Thumbnail(of: folder["in.mkv"], settings))
      #expect(picture.colorSpace == space)
      #expect(
        (0..<3).allSatisfy { abs(Int(picture.rgba[$0]) - color[$0]) <= 3 }, "\(picture.rgba.prefix(4)) \(color)")
    }
    try Thumbnail(of: folder["in.mkv"], settings).write(to: folder["p3.png"])
    #expect(try MovieConversion(of: folder["p3.png"]).plan.sourceTags.primaries == .smpte432)
    settings.format = .jpg
    #expect(throws: TranscodingError.self) {
      try Thumbnail(of: folder["in.mkv"], settings).write(to: folder["out.jpg"])
    }
    #expect(try folder.names == ["in.mkv", "p3.png"])
  }

  /// What a file holds are the pixels in memory, which say to whom they belong.
  @Test func filesHaveThePixels() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder) { (UInt8(60 + 5 * $0), 110, 150) }
    var settings = ThumbnailSettings()
    (settings.at, settings.size) = (.share(0.5), .width(40))
    let thumbnail = try Thumbnail(of: folder["in.mkv"], settings)
    let picture = try await thumbnail.picture()
    let written = try await Thumbnail(of: folder["in.mkv"], settings).write(to: folder["out.png"])
    #expect(written.size == .init(width: 40, height: 20) && written.seconds == picture.seconds)
    let planes = try Self.planes(folder["out.png"], .srgb)
    try #require(planes.count == 3 && planes[0].count == 40 * 20)
    for (component, plane) in [2, 0, 1].enumerated() {
      let own = stride(from: component, to: picture.rgba.count, by: 4).map { picture.rgba[$0] }
      #expect(own == planes[plane], "\(component)")
    }
    try await Thumbnail(of: folder["in.mkv"], settings).write(to: folder["out.jpg"])
    await #expect(throws: TranscodingError.self, "a job runs once") { try await thumbnail.picture() }
    #expect(try folder.bytes("out.jpg").starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try folder.names == ["in.mkv", "out.jpg", "out.png"])
  }

  @Test func errorsAreTyped() throws {
    let folder = try ClipFolder()
    try folder.writeClip()
    try Self.writeMovie(folder, frames: 2) { _ in (100, 128, 128) }
    func fails(_ kind: JobErrorKind, _ part: String, as expected: PictureError? = nil, _ run: () throws -> Void) throws
    {
      do {
        try run()
        Issue.record("\(kind) was expected")
      } catch let error as TranscodingError {
        #expect("\(error)".contains(part) && !"\(error)".contains("--"), "\(error)")
        #expect(error.kind == kind, "\(error)")
        if let expected { #expect(error == .picture(expected)) }
      }
    }
    try folder.writeClip("frames.y4m")
    try fails(.data, "a movie in a file", as: .notMovie("\(folder["frames.y4m"])")) {
      _ = try Thumbnail(of: folder["frames.y4m"])
    }
    try fails(.notFound, "none.mov") { _ = try Thumbnail(of: folder["none.mov"]) }
    var settings = ThumbnailSettings()
    settings.at = .seconds(9)
    try fails(.settings, "ThumbnailSettings.at") {
      _ = try Self.picture(Thumbnail(of: folder["in.mkv"], settings))
    }
    for moment in [.seconds(-1), .seconds(.nan), .share(1.5)] as [MovieMoment] {
      settings.at = moment
      try fails(.settings, "ThumbnailSettings.at", as: .impossibleMoment(.at, "\(moment)")) {
        _ = try Thumbnail(of: folder["in.mkv"], settings)
      }
    }
    settings.at = nil
    settings.size = .width(0)
    try fails(.settings, "1 to 65500", as: .sideOutOfRange(.width, 0, allowed: 1...65_500)) {
      _ = try Thumbnail(of: folder["in.mkv"], settings)
    }
    try fails(.settings, "ThumbnailSheets.every", as: .everyNothing) {
      _ = try ThumbnailSheets(of: folder["in.mkv"], every: .seconds(0))
    }
    let grid = PictureSize(width: 0, height: 1)
    try fails(.settings, "ThumbnailSheets.grid", as: .emptyGrid(grid)) {
      _ = try ThumbnailSheets(of: folder["in.mkv"], every: .seconds(1), grid: grid)
    }
    try fails(.settings, ".jpg, .png or .avif") { try Thumbnail(of: folder["in.mkv"]).write(to: folder["out"]) }
    #expect(try folder.names == ["frames.y4m", "in.mkv"])
  }

  /// Where each picture lies is what the WebVTT file says, and the picture is that of its time.
  @Test func sheetsHaveTheirPictures() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder, frames: 20) { (UInt8(40 + 10 * $0), 128, 128) }
    let sheets = try ThumbnailSheets(
      of: folder["in.mkv"], every: .seconds(0.2), grid: .init(width: 3, height: 1))
    #expect(sheets.layout.count == 4 && sheets.layout.sheets == [0..<3, 3..<4])
    let written = try await sheets.write(to: folder["sheet.png"])
    #expect(
      written.sheets == [folder["sheet-1.png"], folder["sheet-2.png"]] && written.webVTT == folder["sheet.vtt"])
    #expect(try folder.names == ["in.mkv", "sheet-1.png", "sheet-2.png", "sheet.vtt"])
    let text = String(decoding: try folder.bytes("sheet.vtt"), as: UTF8.self)
    #expect(text.contains("00:00:00.400 --> 00:00:00.600\nsheet-1.png#xywh=128,0,64,32\n"), "\(text)")
    let greens = try written.sheets.map { try Self.planes($0, .srgb)[0] }
    for picture in 0..<4 {
      let (sheet, width) = (picture / 3, picture < 3 ? 192 : 64)
      let exact = sheets.plan(Codes(CodeLevel(40 + 50 * picture), 128, 128)).components.y / 257
      let found = Double(greens[sheet][16 * width + picture % 3 * 64 + 32])
      #expect(abs(found - exact) <= 1, "\(picture): \(found) \(exact)")
    }
  }

  /// Where no picture shows anything, all of the movie is tried; before each of them, the task may end it.
  @Test func aSearchAsksWhetherItIsCancelled() throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder, frames: 50) { _ in (16, 128, 128) }
    let asked = Mutex(0)
    let control = RunControl(isCancelled: {
      asked.withLock { $0 += 1 }
      return false
    })
    let thumbnail = try Thumbnail(of: folder["in.mkv"], .init(), for: control)
    asked.withLock { $0 = 0 }
    #expect(try Self.picture(thumbnail).rgba.prefix(3).allSatisfy { $0 == 0 })
    // Nine places in the movie, each of which may be a key picture too.
    #expect(asked.withLock(\.self) >= 9)
  }

  /// What follows from the kind of output is known before the first frame.
  @Test func aJPEGIsConvertedForSRGB() throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder, frames: 1) { _ in (90, 128, 128) }
    var settings = ConversionSettings()
    settings.frames.frames = 1
    let conversion = try MovieConversion(of: folder["in.mkv"], to: folder["o.jpg"], settings)
    #expect(conversion.findings.contains { $0.code == "srgb-for-jpeg" }, "\(conversion.findings)")
  }

  /// A task that is cancelled at any moment leaves no sheet, no text and no descriptor.
  @Test func cancelledAtRandom() async throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder, frames: 100, width: 320, height: 180) { (UInt8(40 + $0), 128, 128) }
    let (input, output) = (folder["in.mkv"], folder["sheet.png"])
    var (cancelled, numbers) = (0, SystemRandomNumberGenerator())
    for round in 0..<30 {
      let task = Task { try await ThumbnailSheets(of: input, every: .seconds(0.04)).write(to: output) }
      // Each second one at once, so that some are cancelled on a busy machine too.
      if !round.isMultiple(of: 2) {
        try await Task.sleep(for: .microseconds(Int.random(in: 0...60_000, using: &numbers)))
      }
      task.cancel()
      do {
        _ = try await task.value
        for name in try folder.names where name.hasPrefix("sheet") {
          try FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
      } catch is CancellationError {
        cancelled += 1
      }
      #expect(try folder.names == ["in.mkv"])
    }
    #expect(cancelled > 5, "\(cancelled)")
  }
}
