import Foundation
import TestSupport
import Testing

/// The orientation of Exif in pictures, in what is written.
@Suite struct ExifTests {
  /// Exif of one entry, the orientation, in either order of bytes.
  static func exif(_ orientation: UInt64, isLittleEndian: Bool = false) -> [UInt8] {
    let number = isLittleEndian ? little : big
    let head = isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42] as [UInt8]
    let entry = number(274, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + zeros(2)
    return head + number(8, 4) + number(1, 2) + entry + zeros(4)
  }

  /// Where the stored pixel of a column and a row of a picture is shown.
  ///
  /// - Source: CIPA DC-008 (Exif 2.32), clause 4.6.4: on which side the 0th row and the 0th column are.
  private static func place(_ x: Int, _ y: Int, _ orientation: UInt64, width: Int, height: Int) -> (Int, Int) {
    let (right, bottom) = (width - 1 - x, height - 1 - y)
    return switch orientation {
    case 2: (right, y)  // the row at the top, the column on the right
    case 3: (right, bottom)  // at the bottom, on the right
    case 4: (x, bottom)  // at the bottom, on the left
    case 5: (y, x)  // the row on the left, the column at the top
    case 6: (bottom, x)  // on the right, at the top
    case 7: (bottom, right)  // on the right, at the bottom
    case 8: (y, right)  // on the left, at the bottom
    default: (x, y)
    }
  }

  /// The codes of a picture as it is shown.
  private static func shown(_ stored: ReadPNG, _ orientation: UInt64) -> [UInt16] {
    let width = orientation < 5 ? stored.width : stored.height
    var codes = stored.codes
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        let (column, row) = place(x, y, orientation, width: stored.width, height: stored.height)
        for component in 0..<3 {
          codes[(row * width + column) * 3 + component] = stored.codes[(y * stored.width + x) * 3 + component]
        }
      }
    }
    return codes
  }

  /// A PNG of 16x8 in PQ.
  private static func picture(in folder: Folder) throws -> Data {
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let made = try Tool.run(["convert", clip, folder["plain.png"], "--to", "pq", "--progress", "none"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    return try folder.bytes("plain.png")
  }

  /// A PNG with eXIf after its header, or after its pixels.
  static func stating(_ orientation: UInt64, _ picture: Data, isLittleEndian: Bool, isLate: Bool = false)
    -> Data
  {
    let chunk = PNGRowsTests.chunk("eXIf", exif(orientation, isLittleEndian: isLittleEndian))
    // The header ends at byte 33, and the last chunk has 12 bytes.
    let place = isLate ? picture.count - 12 : 33
    return picture.prefix(place) + Data(chunk) + picture.dropFirst(place)
  }

  private static let options = ["--progress", "none", "--dither", "none"]

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func picturesAreTurned(exif: UInt64) throws {
    let folder = try Folder()
    let plain = try Self.picture(in: folder)
    let file = try folder.file("in.png", Self.stating(exif, plain, isLittleEndian: exif % 2 == 0))
    for (input, output) in [(folder["plain.png"], "a.png"), (file, "b.png")] {
      let outcome = try Tool.run(["convert", input, folder[output]] + Self.options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("as they are shown") == (output == "b.png" && exif > 1), "\(outcome.errors)")
    }
    let (stored, turned) = (try ReadPNG(folder.bytes("a.png")), try ReadPNG(folder.bytes("b.png")))
    #expect((turned.width, turned.height) == (exif < 5 ? (16, 8) : (8, 16)))
    #expect(turned.codes == Self.shown(stored, exif))
    for (input, output) in [(folder["plain.png"], "c.png"), (file, "d.png")] {
      let outcome = try Tool.run(["thumbnail", input, folder[output]])
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    // Thumbnails are dithered, after the turn.
    let (small, expected) = (try ReadPNG(folder.bytes("d.png")), try ReadPNG(folder.bytes("c.png")))
    #expect((small.width, small.height) == (turned.width, turned.height))
    #expect(zip(small.codes, Self.shown(expected, exif)).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    let info = try Tool.run(["info", file])
    #expect(info.text.contains("\norientation ") == (exif > 1), "\(info.text)")
  }

  /// Browsers ignore Exif that comes after the pixels; a number that is none of Exif's is reported.
  @Test func whatIsNoOrientation() throws {
    let folder = try Folder()
    let plain = try Self.picture(in: folder)
    let late = try folder.file("late.png", Self.stating(6, plain, isLittleEndian: false, isLate: true))
    let outcome = try Tool.run(["convert", late, folder["out.png"]] + Self.options)
    #expect(outcome.code == 0 && !outcome.errors.contains("turned"), "\(outcome.errors)")
    #expect(try ReadPNG(folder.bytes("out.png")).width == 16)
    let nine = try folder.file("nine.png", Self.stating(9, plain, isLittleEndian: false))
    let reported = try Tool.run(["convert", nine, folder["nine-out.png"]] + Self.options)
    #expect(reported.code == 0 && reported.errors.contains("the orientation 9, but 1 to 8"), "\(reported.errors)")
    #expect(try Tool.run(["convert", nine, folder["nine-out.png"], "--strict", "--force"] + Self.options).code == 65)
  }

  /// A sequence has one orientation.
  @Test func aSequenceIsTurned() throws {
    let folder = try Folder()
    let plain = try Self.picture(in: folder)
    for number in 1...2 { _ = try folder.file("in-\(number).png", Self.stating(6, plain, isLittleEndian: true)) }
    let words = ["convert", folder["in-%d.png"], "-", "--format", "y4m", "--out-pixel-format", "yuv444p"]
    let outcome = try Tool.run(words + Self.options)
    #expect(outcome.code == 0 && outcome.output.starts(with: Data("YUV4MPEG2 W8 H16 ".utf8)), "\(outcome.errors)")
    _ = try folder.file("in-2.png", Self.stating(8, plain, isLittleEndian: true))
    let mixed = try Tool.run(words + Self.options)
    #expect(mixed.code == 65 && mixed.errors.contains("(turned 270° clockwise)"), "\(mixed.errors)")
  }

  /// A JPEG as FFmpeg writes it, with Exif as its first segment.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg"), arguments: 1...8 as ClosedRange<UInt64>)
  func photographsAreTurned(exif: UInt64) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=48x32 -frames:v 1 -pix_fmt yuvj444p plain.jpg", in: folder)
    let segment = [0xFF, 0xE1] as [UInt8] + big(34, 2) + Array("Exif\0\0".utf8) + Self.exif(exif)
    let plain = try folder.bytes("plain.jpg")
    let file = try folder.file("in.jpg", plain.prefix(2) + Data(segment) + plain.dropFirst(2))
    for (input, output) in [(folder["plain.jpg"], "a.png"), (file, "b.png")] {
      let outcome = try Tool.run(["convert", input, folder[output]] + Self.options)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let (stored, turned) = (try ReadPNG(folder.bytes("a.png")), try ReadPNG(folder.bytes("b.png")))
    #expect((turned.width, turned.height) == (exif < 5 ? (48, 32) : (32, 48)))
    #expect(turned.codes == Self.shown(stored, exif))
  }
}
