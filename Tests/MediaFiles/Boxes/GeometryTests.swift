import MediaFiles
import HDRMetadata
import Testing

/// What containers state of crop, orientation and the shape of pixels. The expected numbers are worked out by hand.
@Suite struct GeometryTests {
  private static func clap(_ numbers: Int64...) -> [UInt8] {
    box("clap", numbers.flatMap { big(UInt64(bitPattern: $0) & 0xFFFF_FFFF, 4) })
  }
  private static func irot(_ turns: UInt8) -> [UInt8] { box("irot", [turns]) }
  private static func imir(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }
  /// A still of 64x32.
  private static func still(_ properties: [UInt8]...) throws -> PictureGeometry {
    let size = fullBox("ispe", big(64, 4), big(32, 4))
    return try #require(try MediaDescription(bytes: TestStill(properties: [size] + properties).bytes).tracks.first)
      .geometry
  }
  /// A movie of 1920x1080.
  private static func movie(_ properties: [UInt8]...) throws -> TrackDescription {
    try MediaDescription(bytes: TestMovie(properties: properties).bytes).track
  }
  /// A Matroska track of 1920x1080.
  private static func matroska(_ video: [UInt8]...) throws -> TrackDescription {
    try MediaDescription(bytes: TestMatroska(video: video.flatMap { $0 }).bytes).track
  }

  /// `irot` counts counterclockwise; `imir` exchanges top and bottom if it is 0, left and right if it is 1.
  @Test func stillsAreTurned() throws {
    #expect(try Self.still() == PictureGeometry())
    #expect(try Self.still(Self.irot(1)).orientation == PictureOrientation(quarterTurns: 3))
    #expect(try Self.still(Self.irot(2)).orientation == PictureOrientation(quarterTurns: 2))
    #expect(try Self.still(Self.irot(3)).orientation == PictureOrientation(quarterTurns: 1))
    #expect(try Self.still(Self.imir(0)).orientation == PictureOrientation(exif: 4))
    #expect(try Self.still(Self.imir(1)).orientation == PictureOrientation(exif: 2))
    // They are applied in their order: turned counterclockwise, then top and bottom exchanged; and the reverse.
    #expect(try Self.still(Self.irot(1), Self.imir(0)).orientation == PictureOrientation(exif: 5))
    #expect(try Self.still(Self.imir(0), Self.irot(1)).orientation == PictureOrientation(exif: 7))
    #expect(try Self.still(Self.irot(1)).shownSize(ofWidth: 64, height: 32) == (32, 64))
  }

  @Test func cropsAreTakenBackThroughTurns() throws {
    let crop = Self.clap(48, 1, 20, 1, 4, 1, -2, 1)
    // Column (64 - 48) / 2 + 4, row (32 - 20) / 2 - 2.
    let stored = PictureGeometry.Crop(left: 12, top: 4, width: 48, height: 20)
    #expect(try Self.still(crop).crop == stored)
    #expect(try Self.still(crop, Self.irot(1)).crop == stored)
    // The same columns and rows of the picture after a counterclockwise turn, 32 wide and 64 high: column 4 of it is row 4, and its
    // last row is column 0.
    let turned = Self.clap(20, 1, 48, 1, -2, 1, 4, 1)
    #expect(
      try Self.still(Self.irot(1), turned).crop == PictureGeometry.Crop(left: 4, top: 4, width: 48, height: 20))
    #expect(
      try Self.still(Self.imir(1), crop).crop == PictureGeometry.Crop(left: 4, top: 4, width: 48, height: 20))
    #expect(
      try Self.still(Self.imir(0), crop).crop == PictureGeometry.Crop(left: 12, top: 8, width: 48, height: 20))
  }

  @Test func impossibleCropsAreLeftOut() throws {
    let boxes = [
      Self.clap(65, 1, 32, 1, 0, 1, 0, 1), Self.clap(48, 1, 32, 1, 9, 1, 0, 1), Self.clap(48, 0, 32, 1, 0, 1, 0, 1),
      Self.clap(48, 1, 32, 1, 0, 0, 0, 1), Self.clap(0, 1, 32, 1, 0, 1, 0, 1), Self.clap(48, 1, 32, 1, 0, 1, -1, 2),
      Self.clap(1, 3, 32, 1, 1, 3, 0, 1),
    ]
    for box in boxes {
      let geometry = try Self.still(box)
      #expect(geometry.crop == nil && geometry.doubts.map(\.code) == ["impossible-crop"], "\(geometry)")
    }
  }

  /// 47 of 64 columns begin at 8.5 and end at 55.5: half a column at each end is left out.
  @Test func fractionsAreReported() throws {
    let geometry = try Self.still(Self.clap(47, 1, 32, 1, 0, 1, 0, 1))
    #expect(geometry.crop == PictureGeometry.Crop(left: 9, top: 0, width: 46, height: 32))
    #expect(geometry.doubts.map(\.code) == ["fractional-crop"])
    // An offset of half a pixel makes it whole.
    let whole = try Self.still(Self.clap(47, 1, 32, 1, 1, 2, 0, 1))
    #expect(whole.crop == PictureGeometry.Crop(left: 9, top: 0, width: 47, height: 32) && whole.doubts == [])
  }

  @Test func moviesAreCroppedBeforeTheShapeOfPixelsCounts() throws {
    let track = try Self.movie(Self.clap(1440, 1, 1080, 1, 0, 1, 0, 1), box("pasp", big(4, 4), big(3, 4)))
    #expect(track.geometry.crop == PictureGeometry.Crop(left: 240, top: 0, width: 1440, height: 1080))
    #expect(try #require(track.shownSize) == (1920, 1080))
    for shape in [(4, 0), (0xFFFF_FFFF, 1), (1, 0xFFFF_FFFF)] as [(UInt64, UInt64)] {
      let broken = try Self.movie(box("pasp", big(shape.0, 4), big(shape.1, 4)))
      #expect(broken.geometry.pixelAspect == nil && broken.findings.map(\.code) == ["impossible-geometry"])
    }
  }

  /// Crops by the identifiers of RFC 9559; the display size belongs to what is left.
  @Test func matroskaCrops() throws {
    let track = try Self.matroska(
      element(0x54BB, [140]), element(0x54AA, [136]), element(0x54CC, [4]), element(0x54DD, [2]))
    #expect(track.geometry.crop == PictureGeometry.Crop(left: 4, top: 140, width: 1914, height: 804))
    #expect(track.geometry.pixelAspect?.value == 1)
    let wide = try Self.matroska(
      element(0x54BB, [135]), element(0x54AA, [135]), element(0x54B0, [16]), element(0x54BA, [9]),
      element(0x54B2, [3]))
    // 16:9 for 1920x810.
    #expect(abs(try #require(wide.geometry.pixelAspect).value - 16.0 / 9 * 810 / 1920) < 1e-9)
    let unknown = try Self.matroska(element(0x54B0, [16]), element(0x54BA, [9]), element(0x54B2, [4]))
    #expect(unknown.geometry.pixelAspect == nil && unknown.findings == [])
    let empty = try Self.matroska(element(0x54BB, big(600, 2)), element(0x54AA, big(480, 2)))
    #expect(empty.geometry.crop == nil && empty.findings.map(\.code) == ["impossible-crop"])
    let none = try Self.matroska(element(0x54B0, [0]), element(0x54BA, [9]))
    #expect(none.geometry.pixelAspect == nil && none.findings.map(\.code) == ["impossible-geometry"])
  }

  /// A roll counts counterclockwise, after a yaw of half a turn, which is a mirror.
  @Test(
    arguments: [
      (0, 90, PictureOrientation(exif: 8)), (0, -90, PictureOrientation(exif: 6)),
      (0, 180, PictureOrientation(exif: 3)),
      (180, 0, PictureOrientation(exif: 2)), (-180, 180, PictureOrientation(exif: 4)),
      (180, 90, PictureOrientation(quarterTurns: 3, isMirrored: true)),
    ] as [(Float, Float, PictureOrientation?)]) func matroskaPoses(
      yaw: Float, roll: Float, orientation: PictureOrientation?
    ) throws
  {
    func pose(_ yaw: Float, _ pitch: Float, _ roll: Float) throws -> TrackDescription {
      func number(_ id: UInt64, _ value: Float) -> [UInt8] { element(id, big(UInt64(value.bitPattern), 4)) }
      return try Self.matroska(
        element(0x7670, number(0x7673, yaw), number(0x7674, pitch), number(0x7675, roll)))
    }
    let track = try pose(yaw, 0, roll)
    #expect(track.geometry.orientation == orientation && track.findings == [])
    #expect(try pose(0, 0, 7).findings.map(\.code) == ["odd-rotation"])
    #expect(try pose(30, 0, 0).findings.map(\.code) == ["odd-rotation"])
  }
}
