import Foundation
import Testing
import ToneMapping

/// Converts a 3840×2160 HDR10 frame: decoded yuv420p10le planes in, yuv420p planes in BT.709 out.
func convertedToSDR(_ decoded: [UInt8]) throws -> [UInt8] {
  let source = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 993, maxFALL: 119))
  let plan = try ConversionPlan(from: source, to: .sdr)  // decides everything; print(plan) shows it
  var converter = plan.converter(width: 3840, height: 2160)  // runs on all cores
  var output = try plan.makeFrame(width: 3840, height: 2160)
  var frame = try Frame(.yuv420p10, width: 3840, height: 2160)
  try frame.copyBytes(from: decoded)
  converter.convert(frame, into: &output, frame: 0)  // the frame's index, for the dither
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
    // 203 cd/m² becomes 164.6 of narrow range, and dither changes it by less than a code.
    #expect(bytes[..<luma].allSatisfy { (164...166).contains($0) })
    #expect(bytes[luma...].allSatisfy { (127...129).contains($0) })
  }

  @Test func framesGoThroughOnePlan() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(3, width: width, height: height)
    var written: [Frame] = []
    func write(_ frame: Frame) { written.append(frame) }

    // What the stream says of itself: bytes to values, and unknown is nil, not 0.
    let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let light = try ContentLightLevel(parsing: clliBox)

    // Everything is decided here, and only this can fail.
    let plan = try ConversionPlan(from: .hdr10(mastering: mastering, contentLight: light), to: .sdr)
    print(plan)  // every stage, with its units and its reasons

    // Many frames, two buffers, all cores.
    var converter = plan.converter(width: width, height: height)
    var output = try plan.makeFrame(width: width, height: height)
    for (index, frame) in frames.enumerated() {
      converter.convert(frame, into: &output, frame: index)
      write(output)
    }

    #expect(written.count == 3)
    #expect(plan.sourceLuminance.peak == .nits(993))
    // 203 cd/m² in a source that peaks near 1000 becomes 173 of 255 full-scale, 164.6 narrow; dither changes it by less than a code,
    // and the rounding of 203 cd/m² to a code by a quarter.
    for code in written.map({ $0.code(component: 0, x: 5, y: 7) }) { #expect((164...166).contains(code)) }
  }

  @Test func aPlanIsAFunctionOfAColor() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, tone: .bt2390, gamut: .compress)

    // A plan is a function of a color: the truth, in Double, that the frames are tested against.
    let gray = plan(Signal(0.5807, 0.5807, 0.5807))
    let codes = plan(Codes(573, 512, 512))  // Y′, C′B, C′R in, Y′, C′B, C′R out

    // So is a curve, and so is a transfer function.
    let rollOff = BT2390(from: .nits(0...1000), to: .nits(0...203))
    let shown = rollOff(.nits(600))
    let signal = PerceptualQuantizer().inverseEOTF(.nits(1000))  // 0.7518

    #expect(abs(gray.components.x - gray.components.z) < 1e-9)
    // Two ways to compute one color: the signal by hand, and the code nearest to it, a quarter of a 10-bit code away.
    #expect(abs(codes.components.x - (16 + 219 * gray.components.x)) < 0.25)
    #expect(shown > .nits(150) && shown < .nits(203))
    #expect(abs(signal - 0.7518) < 5e-5)
  }

  @Test func anErrorSaysWhatWasExpected() {
    var told = ""

    do throws(PlanError) {
      _ = try ConversionPlan(from: .hdr10(), to: Display(.bt709, luminance: .nits(100...100)))
    } catch .emptyLuminanceRange(let range) {
      told = "a display cannot span \(range)"
    } catch {
      told = "\(error)"
    }

    #expect(told == "a display cannot span 100…100 cd/m²")
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
