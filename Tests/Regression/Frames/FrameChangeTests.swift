import Foundation
import FrameComparison
import Testing
import ToneMapping

/// What a changed golden frame says of itself, for changes whose size is known without the code under test.
///
/// The frames are PQ in Y′CbCr of 10 bits, 4:4:4. I of a gray is its PQ signal, so a gray that changes by n codes changes by a ΔE ITP of
/// 720 n / 876: BT.2124-0, Annex 1.
@Suite struct FrameChangeTests {
  private static let format = PixelFormat.yuv444p10
  private static let (width, height) = (37, 21)

  private static func plan() throws -> ConversionPlan {
    try FrameReferenceTests.Case(
      name: "HLG to PQ", source: .hlg(), display: .hdr10, input: format, output: format
    ).plan()
  }

  /// Grays from code 200 to 796; then the same with one strong blue.
  private static let gray = Planes([
    (0..<height).map { y in (0..<width).map { x in Double(200 + x * 16 + y) } },
    plane(512), plane(512),
  ])
  private static let colored = changed(
    changed(gray, component: 1, x: 20, y: 10) { _ in 700 }, component: 2, x: 20, y: 10
  ) { _ in 480 }

  private static func plane(_ code: Double) -> [[Double]] {
    Array(repeating: Array(repeating: code, count: width), count: height)
  }

  private static func changed(_ planes: Planes, component: Int, x: Int, y: Int, by change: (Double) -> Double) -> Planes
  {
    var codes = planes.planes
    codes[component][y][x] = change(codes[component][y][x])
    return Planes(codes)
  }

  @Test func sameFramesHaveNoChange() throws {
    let change = try FrameChange(from: Self.colored, to: Self.colored, of: Self.plan())
    #expect(
      change.diagnosis == nil && change.maximum == 0 && change.changedPixels == 0
        && change.psnr.allSatisfy { $0 == .infinity })
    #expect(change.description == "no pixel is shown differently; PSNR inf, inf, inf dB")
  }

  @Test func oneGrayIsFound() throws {
    let after = Self.changed(Self.gray, component: 0, x: 5, y: 3) { $0 + 10 }
    let change = try FrameChange(from: Self.gray, to: after, of: Self.plan())
    #expect(change.place == (5, 3) && change.changedPixels == 1)
    #expect(abs(change.maximum - 7200.0 / 876) < 1e-6)
    #expect(abs(change.mean - 7200.0 / 876 / 777) < 1e-9)
    // 10 log10(1023² · 777 / 10²).
    #expect(abs(change.psnr[0] - 69.1019) < 1e-3 && change.psnr[1...].allSatisfy { $0 == .infinity })
    #expect(
      change.description
        == "1 of 777 pixels are shown differently: ΔE ITP is 0.011 on average and 8.219 at most, at 5, 3, where codes 283 512 512 became"
        + " 293 512 512; PSNR 69.1, inf, inf dB")
  }

  /// Codes of narrow range stretched to full range, as when the range is read wrong.
  @Test func wrongRangeIsFound() throws {
    func stretched(_ code: Double) -> Double { ((code - 64) / 876 * 1023).rounded() }
    let after = Planes([Self.gray.planes[0].map { $0.map(stretched) }, Self.plane(512), Self.plane(512)])
    let change = try FrameChange(from: Self.gray, to: after, of: Self.plan())
    let differences = Self.gray.planes[0].joined().map { 720 * abs(stretched($0) - $0) / 876 }
    #expect(abs(change.maximum - differences.max()!) < 1e-6)
    #expect(abs(change.mean - differences.reduce(0, +) / 777) < 1e-6)
    #expect(abs(differences[change.place.y * 37 + change.place.x] - differences.max()!) < 1e-6)
    #expect(change.diagnosis?.fault == .rangeAsNarrow && change.description.contains("read as narrow range"))
  }

  /// The chroma planes exchanged: grays stay, and the one color changes much.
  @Test func exchangedChromaIsFound() throws {
    let codes = Self.colored.planes
    let change = try FrameChange(from: Self.colored, to: Planes([codes[0], codes[2], codes[1]]), of: Self.plan())
    #expect(change.place == (20, 10) && change.changedPixels == 1)
    #expect(change.maximum > 10)
    #expect(change.psnr[0] == .infinity && change.psnr[1] == change.psnr[2] && change.psnr[1] < 100)
  }

  @Test(arguments: [PixelFormat.yuv420p, .yuv420p10, .gbrpf32, .gray])
  func samplesAreReadAsTheyWereWritten(_ format: PixelFormat) throws {
    let planes = try Planes(FrameReferenceTests.picture(format, width: 37, height: 21, seed: 3))
    let bytes = planes.bytes(format)
    #expect(Planes(bytes, format, width: 37, height: 21)?.planes == planes.planes)
    #expect(Planes(bytes.dropLast(), format, width: 37, height: 21) == nil)
    #expect(Planes(bytes + [0], format, width: 37, height: 21) == nil)
  }
}
