import Foundation
import Movies
import Testing
import VideoFrames

/// Layouts that no view has are unpacked to planes with the same codes, as FFmpeg's own program does where nothing is lost.
@Suite(.enabled(if: hasFFmpeg)) struct UnpackingTests {
  private static func clip(_ layout: String, in folder: Folder, as name: String = "clip.nut") throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=s=45x22:r=25:d=0.08", "-vf", "format=\(layout)"]
    let made = ["-v", "error", "-y"] + source + ["-c:v", "rawvideo", "-f", "nut", folder[name]]
    _ = try #require(output(of: "ffmpeg", made), "\(layout)")
  }

  @Test(arguments: [
    ("rgb0", "gbrp"), ("0rgb", "gbrp"), ("bgr0", "gbrp"), ("0bgr", "gbrp"), ("argb", "gbrap"), ("abgr", "gbrap"),
    ("rgb48be", "gbrp16le"), ("bgr48le", "gbrp16le"), ("bgr48be", "gbrp16le"), ("rgba64be", "gbrap16le"),
    ("gray10be", "gray10le"), ("gray16be", "gray16le"), ("gbrp10be", "gbrp10le"), ("yuv420p10be", "yuv420p10le"),
    ("yuv422p12be", "yuv422p12le"), ("yuyv422", "yuv422p"), ("uyvy422", "yuv422p"), ("nv21", "yuv420p"),
  ])
  func codesAreThoseOfPlanes(layout: String, planar: String) throws {
    let folder = try Folder()
    try Self.clip(layout, in: folder)
    let arguments = ["-v", "error", "-y", "-i", folder["clip.nut"], "-f", "rawvideo", "-pix_fmt", planar]
    _ = try #require(output(of: "ffmpeg", arguments + [folder["raw"]]))
    let clip = try readClip(folder["clip.nut"])
    #expect(clip.video.format.name == planar)
    #expect(try clip.pictures.flatMap { $0 } == folder.bytes("raw"))
  }

  /// What a view has is lent as it is.
  @Test(arguments: ["rgb24", "bgr24", "rgba", "bgra", "rgb48le", "nv12", "gray"])
  func whatCanBeLentIsNotUnpacked(layout: String) throws {
    let folder = try Folder()
    try Self.clip(layout, in: folder)
    #expect(try readClip(folder["clip.nut"]).video.format.name == layout)
  }

  /// A code c of n bits stands for c ÷ (2ⁿ − 1): 5 and 6 bits become 16.
  @Test func fewBitsAreScaled() throws {
    let folder = try Folder()
    try Self.clip("rgb565le", in: folder)
    let raw = ["-v", "error", "-y", "-i", folder["clip.nut"], "-f", "rawvideo", "-pix_fmt", "rgb565le"]
    _ = try #require(output(of: "ffmpeg", raw + [folder["raw"]]))
    let clip = try readClip(folder["clip.nut"])
    #expect(clip.video.format == .gbrp16)
    let words = try folder.bytes("raw")
    let size = 2 * clip.video.width * clip.video.height
    try #require(words.count == size * clip.pictures.count)
    let codes = stride(from: 0, to: size, by: 2).map { Int(words[$0]) | Int(words[$0 + 1]) << 8 }
    func plane(_ shift: Int, _ most: Int) -> [UInt8] {
      codes.flatMap { code -> [UInt8] in
        let level = Int((Double(code >> shift & most) * 65535 / Double(most)).rounded())
        return [UInt8(level & 255), UInt8(level >> 8)]
      }
    }
    #expect(clip.pictures[0] == plane(5, 63) + plane(0, 31) + plane(11, 31))
  }

  @Test(arguments: ["pal8", "monow"]) func palettesAndBitsAreColors(layout: String) throws {
    let folder = try Folder()
    try Self.clip(layout, in: folder)
    let raw = [
      "-v", "error", "-y", "-i", folder["clip.nut"], "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
    ]
    _ = try #require(output(of: "ffmpeg", raw + [folder["raw"]]))
    let clip = try readClip(folder["clip.nut"])
    #expect(clip.video.format == .gbrp)
    let pixels = try folder.bytes("raw")
    // FFmpeg's test picture has even sides for some formats.
    try #require(pixels.count == 3 * clip.video.width * clip.video.height)
    let planes = [1, 2, 0].flatMap { component in
      stride(from: component, to: pixels.count, by: 3).map { pixels[$0] }
    }
    #expect(clip.pictures[0] == planes)
  }
}
