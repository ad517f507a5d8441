import Foundation
import Testing
import ToneMapping

/// Converts a 3840×2160 HDR10 frame: decoded yuv420p10le planes in, yuv420p planes in BT.709 out.
func convertedToSDR(_ decoded: [UInt8]) throws -> [UInt8] {
  let source = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 993, maxFALL: 119))
  let plan = try ConversionPlan(from: source, to: .sdr)  // decides everything; print(plan) shows it
  var converter = try plan.converter(width: 3840, height: 2160)  // runs on all cores
  var output = try plan.makeFrame(width: 3840, height: 2160)
  var frame = try Frame(.yuv420p10, width: 3840, height: 2160)
  try frame.copyBytes(from: decoded)
  try converter.convert(frame, into: &output, index: 0)  // the frame's index, for the dither
  return output.packedBytes
}

/// The Swift in README.md, line for line, compiled and compared with what the README states about it.
@Suite struct ReadmeExamples {
  @Test func bytesInBytesOut() throws {
    // Gray of 203 cd/m²: PQ signal 0.5807, which is code 573 of narrow range, and neutral chroma.
    let luma = 3840 * 2160
    let decoded = (0..<luma * 3 / 2).flatMap { index -> [UInt8] in
      let code: UInt16 = index < luma ? 573 : 512
      return [UInt8(code & 255), UInt8(code >> 8)]
    }
    let bytes = try convertedToSDR(decoded)
    #expect(bytes.count == luma * 3 / 2)
    // 203 cd/m² becomes 175.2 of narrow range, and dither changes it by less than a code.
    #expect(bytes[..<luma].allSatisfy { (174...176).contains($0) })
    #expect(bytes[luma...].allSatisfy { (127...129).contains($0) })
  }

  /// The README shows no Swift except what is compiled above.
  @Test func everyLineOfTheReadmeIsCompiledHere() throws {
    let here = URL(filePath: #filePath)
    let readme = here.deletingLastPathComponent().appending(path: "../../README.md").standardized
    let compiled = Set(try lines(of: here))
    var isSwift = false
    var shown: [String] = []
    for line in try lines(of: readme) {
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
      } else if isSwift, !line.isEmpty, !line.hasPrefix(".package"), !line.hasPrefix(".product") {
        shown.append(line)
      }
    }
    #expect(shown.count > 10)
    for line in shown { #expect(compiled.contains(line), "not compiled here: \(line)") }
  }

  private func lines(of file: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
