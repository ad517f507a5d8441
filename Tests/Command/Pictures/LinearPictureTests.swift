import Foundation
import Testing

/// Pictures of scene-linear light: 1.0 is the reference white, and what is above it is mapped.
@Suite struct LinearPictureTests {
  /// A PFM of a row of grays.
  ///
  /// - Source: Netpbm, pfm(5): a negative scale means little-endian samples.
  private static func pfm(_ grays: [Float]) -> Data {
    let samples = grays.flatMap { [$0, $0, $0] }.map(\.bitPattern)
    let bytes = samples.flatMap { bits in (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }
    return Data("PF\n\(grays.count) 1\n-1.0\n".utf8 + bytes)
  }

  private static let raw = ["--format", "raw", "--dither", "none", "--progress", "none"]
  private static let white: Float = 203

  /// The codes of red in the picture that is made of grays.
  private static func codes(_ grays: [Float], _ options: [String] = [], depth: Int = 8) throws -> [Int] {
    let folder = try Folder()
    let picture = try folder.file("in.pfm", pfm(grays))
    let format = depth == 8 ? "gbrp" : "gbrp16le"
    let outcome = try Tool.run(
      ["convert", picture, "-", "--out-pixel-format", format] + raw + options)
    try #require(outcome.code == 0, "\(outcome.errors)")
    let bytes = [UInt8](outcome.output.prefix(grays.count * depth / 8))
    guard depth == 16 else { return bytes.map { Int($0) } }
    return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  /// Grays by the default for a source of 1000 cd/m², in full range: the codes of DefaultPlanTests. That peak is the maximum of this picture.
  @Test func lightAboveWhiteIsMapped() throws {
    let lights: [Float] = [0, 26, 100, 203, 400, 1000]
    #expect(try Self.codes(lights.map { $0 / Self.white }) == [0, 105, 156, 185, 214, 255])
    // NaN and infinity are no maximum.
    let strange = try Self.codes(lights.map { $0 / Self.white } + [.nan, -.infinity, .infinity, -1])
    #expect(strange == [0, 105, 156, 185, 214, 255, 0, 0, 255, 0])
  }

  /// BT.1886 with black 0: a light of x is the signal x^(1/2.4).
  @Test func lightUpToWhiteIsNotMapped() throws {
    #expect(try Self.codes([0, 0.25, 0.5, 1]) == [0, 143, 191, 255])
    #expect(try Self.codes([0, 0.25, 0.5, 1], ["--reference-white", "100"]) == [0, 143, 191, 255])
  }

  /// SMPTE ST 2084: signals of 100, 203 and 1000 cd/m².
  @Test func hdrStatesTheSameLight() throws {
    let codes = try Self.codes([100, 203, 1000].map { $0 / Self.white }, ["--to", "pq"], depth: 16)
    for (code, signal) in zip(codes, [0.50808, 0.58069, 0.75183]) {
      #expect(abs(Double(code) / 65535 - signal) < 2e-5, "\(code)")
    }
  }

  @Test func aGivenPeakCounts() throws {
    let given = try Self.codes([26, 100, 203].map { $0 / Self.white }, ["--source-peak", "1000"])
    #expect(given == [105, 156, 185])
  }

  /// Integer samples end at the white; another peak made the picture brighter.
  @Test(arguments: ["bt709", "srgb", "linear"]) func sdrHasNoOtherPeak(transfer: String) throws {
    let options = ["--size", "2x2", "--pixel-format", "gbrp", "--transfer", transfer, "--primaries", "bt709"]
    let folder = try Folder()
    let frame = try folder.file("in.rgb", Data(count: 12))
    let outcome = try Tool.run(["convert", frame, "-", "--source-peak", "1000"] + options + Self.raw)
    #expect(outcome.code == 64 && outcome.errors.contains("the source is SDR"), "\(outcome.errors)")
    let same = try Tool.run(["convert", frame, "-", "--source-peak", "203"] + options + Self.raw)
    #expect(same.code == 0, "\(same.errors)")
  }

  /// Frames that are not measured need a peak, or light ends at the white.
  @Test func framesOfLinearLightNeedAPeak() throws {
    let folder = try Folder()
    let frame = try folder.file("in.rgb", Data(count: 4 * 4 * 3))
    let options = [
      "--size", "2x2", "--pixel-format", "gbrpf32le", "--transfer", "linear", "--primaries", "bt709", "--strict",
    ]
    let outcome = try Tool.run(["convert", frame, "-"] + options + Self.raw)
    #expect(outcome.code == 65 && outcome.errors.contains("linear light that states no peak"), "\(outcome.errors)")
    let told = try Tool.run(["convert", frame, "-", "--source-peak", "1000"] + options + Self.raw)
    #expect(told.code == 0, "\(told.errors)")
  }

  /// A part of a series is mapped as in the whole, by the maximum of all.
  @Test func aSeriesHasOnePeak() throws {
    let folder = try Folder()
    for (number, maximum) in [100, 1000, 203].enumerated() {
      _ = try folder.file("in-\(number).pfm", Self.pfm([26, 100, Float(maximum)].map { $0 / Self.white }))
    }
    let words = ["convert", folder["in-%d.pfm"], "-", "--out-pixel-format", "gbrp"] + Self.raw
    let whole = try Tool.run(words)
    #expect(whole.code == 0, "\(whole.errors)")
    #expect(
      stride(from: 0, to: 27, by: 9).map { whole.output.dropFirst($0).prefix(3).map { Int($0) } }
        == [[105, 156, 156], [105, 156, 255], [105, 156, 185]])
    let part = try Tool.run(words + ["--start", "2"])
    #expect(part.output == whole.output.suffix(9), "\(part.errors)")
    let plan = try Tool.run(["explain", folder["in-%d.pfm"]])
    #expect(plan.text.contains("0…1000 cd/m², peak from the maximum in the pictures"), "\(plan.text)\(plan.errors)")
  }
}
