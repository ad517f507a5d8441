import Foundation
import HDRMetadata
import Testing
import TestSupport

/// HDR10+ of a movie: each frame is mapped by the curve that it brings.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265")) struct FrameCurveTests {
  private static let options = ["--tone-mapping", "st2094-40", "--progress", "none", "--format", "raw"]

  /// The curve of a frame.
  private static func metadata(anchor: HDR10PlusMetadata.CodedBezierCurve.Anchor) -> HDR10PlusMetadata {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [100_000, 0, 0]
    window.averageMaxRGB = 1000
    window.bezierCurve = .init(kneeX: 410, kneeY: 819, anchors: [anchor, 800])
    return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 203)
  }

  private func stream(_ folder: Folder, _ messages: [HDR10PlusMetadata?]) throws -> String {
    let plain = try HEVCMessages.stream(frames: messages.count, in: folder)
    let sent = try messages.map { try $0.map { (kind: UInt8(4), payload: try $0.payload()) } }
    return try folder.file("in.hevc", HEVCMessages.adding(sent, to: plain))
  }

  @Test func eachFrameHasItsCurve() throws {
    let folder = try Folder()
    let anchors: [HDR10PlusMetadata.CodedBezierCurve.Anchor] = [400, 400, 700, 400, 900, 700]
    let movie = try stream(folder, anchors.map { Self.metadata(anchor: $0) })
    let outcome = try Tool.run(["convert", movie, folder["out.yuv"]] + Self.options)
    #expect(outcome.code == 0 && !outcome.errors.contains("not used"), "\(outcome.errors)")
    let whole = try folder.bytes("out.yuv")
    let size = whole.count / anchors.count
    for (index, anchor) in anchors.enumerated() {
      // The same frame with a document that has this curve for all.
      let document = HDR10PlusDocument(
        scenes: [Array(repeating: Self.metadata(anchor: anchor), count: anchors.count)],
        tool: .init(name: "test", version: "1"))
      let json = try folder.file("plus.json", Data(document.json()))
      let part = ["--start", "\(index)", "--frames", "1"]
      let one = try Tool.run(
        ["convert", folder["plain.y4m"], "-", "--frame-metadata", json] + Clips.tags.dropLast(2) + Self.options + part
      )
      #expect(one.code == 0, "\(one.errors)")
      #expect(one.output == whole[index * size..<(index + 1) * size], "frame \(index)")
      // A part of the movie has the curves that its frames have in the whole.
      let cut = try Tool.run(["convert", movie, "-"] + Self.options + part)
      #expect(cut.output == one.output, "frame \(index): \(cut.errors)")
    }
  }

  /// Its numbers can end the curve of any operator: what a file states for each frame gives the same bytes.
  @Test func statedLightEndsTheCurve() throws {
    let folder = try Folder()
    let peaks: [UInt32] = [3000, 3000, 12_000, 8000]
    let movie = try stream(
      folder,
      peaks.map { peak in
        var metadata = Self.metadata(anchor: 400)
        metadata.windows[0].maximumComponents = [.init(units: peak), 5, 9]
        return metadata
      })
    let options = ["--progress", "none", "--format", "raw"]
    let carried = try Tool.run(["convert", movie, "-", "--dynamics", "metadata"] + options)
    #expect(carried.code == 0 && !carried.errors.contains("not used"), "\(carried.errors)")
    let lines = peaks.enumerated().map {
      #"{"frame": \#($0.offset), "max_cd_m2": \#(Double($0.element) / 10), "average_cd_m2": 100}"#
    }
    let file = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let stated = try Tool.run(["convert", movie, "-", "--frame-metadata", file] + options)
    #expect(stated.output == carried.output && !stated.output.isEmpty, "\(stated.errors)")
    let part = try Tool.run(["convert", movie, "-", "--dynamics", "metadata", "--start", "2"] + options)
    #expect(part.output == carried.output.suffix(carried.output.count / 2))
    let measured = try Tool.run(["convert", movie, "-", "--dynamics", "scene"] + options)
    #expect(measured.output != carried.output)
    // What is not used is reported, and is no assumption.
    let words = "the source carries HDR10+ metadata, which is not used; the curves follow other light"
    for light in [["--dynamics", "scene"], ["--dynamics", "one-pass"], ["--frame-metadata", file]] {
      let outcome = try Tool.run(["convert", movie, "-", "--strict", "--fps", "25"] + light + options)
      #expect(outcome.code == 0 && outcome.complaints.contains("tonemap: \(words)"), "\(light): \(outcome.errors)")
    }
  }

  /// Zeros are black, unless more is stated: then they are unknown.
  @Test func zerosAreBlackIfNothingElseIsStated() throws {
    let folder = try Folder()
    func metadata(
      _ peak: CodedLuminance<NitsInTenths>, _ values: [CodedLuminance<NitsInTenths>] = [],
      average: CodedLuminance<NitsInTenths> = 0
    ) -> HDR10PlusMetadata {
      var metadata = Self.metadata(anchor: 400)
      metadata.windows[0].maximumComponents = [peak, 0, 0]
      metadata.windows[0].averageMaxRGB = average
      metadata.windows[0].distribution = zip([1, 10, 99], values).map { .init(percentage: $0, number: $1.units) }
      return metadata
    }
    let options = ["--progress", "none", "--format", "raw", "--trust-metadata", "always"]
    let movie = try stream(
      folder, [metadata(0), metadata(0, [0, 100, 0]), metadata(0, [10, 50, 12_000]), metadata(3)])
    let carried = try Tool.run(["convert", movie, "-", "--dynamics", "metadata"] + options)
    let lines = [0, 203, 1200, 0.3].enumerated().map { #"{"frame": \#($0), "max_cd_m2": \#($1)}"# }
    let file = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let stated = try Tool.run(["convert", movie, "-", "--frame-metadata", file] + options)
    #expect(carried.code == 0 && stated.output == carried.output && !stated.output.isEmpty, "\(carried.errors)")
    let unknown = try stream(folder, [metadata(10), metadata(0, average: 7)])
    let refused = try Tool.run(["convert", unknown, folder["o.yuv"], "--dynamics", "metadata"] + options)
    #expect(refused.code == 65 && refused.errors.contains("frame 1 of"), "\(refused.errors)")
    #expect(refused.errors.contains("AV1 decoders do not output Dolby Vision"))
    // A curve of a scene that is dark, or of unknown peak, ends no conversion.
    let curves = try stream(folder, [metadata(20_000), metadata(3), metadata(0), metadata(9)])
    let mapped = try Tool.run(["convert", curves, "-"] + Self.options)
    #expect(mapped.code == 0, "\(mapped.errors)")
    let plain = try Tool.run(["convert", curves, "-", "--tone-mapping", "none", "--source-peak", "1000"] + options)
    let size = mapped.output.count / 4
    for frame in [1, 3] {
      #expect(mapped.output.dropFirst(frame * size).prefix(size) == plain.output.dropFirst(frame * size).prefix(size))
    }
  }

  /// Curves of other displays are reported, whichever frame brings them, each display once.
  @Test func curvesOfOtherDisplaysAreTold() throws {
    let folder = try Folder()
    let movie = try stream(
      folder,
      ([203, 203, 500, 203, 500, 600] as [CodedLuminance<WholeNits>]).map { display in
        var metadata = Self.metadata(anchor: 400)
        metadata.targetedDisplayMaximum = display
        return metadata
      })
    let outcome = try Tool.run(["convert", movie, folder["o.yuv"]] + Self.options)
    let told = outcome.complaints.filter { $0.contains("was made for a display of") }
    #expect(outcome.code == 0 && told.count == 2, "\(outcome.errors)")
    #expect(told.allSatisfy { $0.hasPrefix("tonemap: assumed: ") })
    #expect(told.first?.contains("of 500 cd/m²") == true && told.last?.contains("of 600 cd/m²") == true)
    let strict = try Tool.run(["convert", movie, folder["strict.yuv"], "--strict", "--fps", "25"] + Self.options)
    #expect(strict.code == 65 && strict.errors.contains("of 500 cd/m²"), "\(strict.errors)")
    #expect(try !folder.names.contains("strict.yuv"))
  }

  /// The light of real RPUs of Dolby Vision ends the curve as the same light does where a file states it.
  @Test func dolbyVisionEndsTheCurve() throws {
    let folder = try Folder()
    // The maximum and the average of level 1, in codes of PQ with 12 bits, as the second parser reads them.
    let known = [
      ("iPhone 14 Pro, picture 0", 3044, 2077), ("iPhone 14 Pro, picture 1", 3044, 2077),
      ("dovi_tool, profile8", 3383, 819), ("XML of Dolby's tools, picture 219", 2875, 1229),
    ]
    let plain = try HEVCMessages.stream(frames: known.count, in: folder)
    let units = try known.map { try Vectors.rpuUnit($0.0) }
    let movie = try folder.file("in.hevc", HEVCMessages.adding(after: units, to: plain))
    let options = ["--progress", "none", "--format", "raw"]
    let carried = try Tool.run(["convert", movie, "-", "--dynamics", "metadata"] + options)
    #expect(
      carried.code == 0 && carried.errors.contains("only the level 1 light of Dolby Vision is used"),
      "\(carried.errors)")
    // Rec. ITU-R BT.2100-3, Table 4.
    func light(_ code: Int) -> Double {
      let power = pow(Double(code) / 4095, 1 / 78.84375)
      return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }
    let lines = known.enumerated().map { index, frame in
      #"{"frame": \#(index), "max_cd_m2": \#(light(frame.1)), "average_cd_m2": \#(light(frame.2))}"#
    }
    let file = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let stated = try Tool.run(["convert", movie, "-", "--frame-metadata", file] + options)
    #expect(stated.output == carried.output && !stated.output.isEmpty, "\(stated.errors)")
    // It is the default for SDR, of which --strict has nothing to say.
    #expect(try Tool.run(["convert", movie, "-"] + options).output == carried.output)
    let strict = try Tool.run(["convert", movie, "-", "--strict", "--fps", "25"] + options)
    #expect(!strict.errors.contains("Dolby Vision"), "\(strict.errors)")
    let fixed = try Tool.run(["convert", movie, "-", "--dynamics", "off"] + options)
    #expect(fixed.output != carried.output && !fixed.errors.contains("not used"), "\(fixed.errors)")
    for stated in [["--source-peak", "1000"], ["--trust-metadata", "never"], ["--max-cll", "900,100"]] {
      #expect(
        try Tool.run(["convert", movie, "-"] + stated + options).errors.contains("which is not used"), "\(stated)")
    }
    // One that states no light, and one with a damaged bit.
    var damaged = units
    damaged[2][40] ^= 4
    for (wrong, words) in [
      ([units[0], units[1], try Vectors.rpuUnit("x265, profile 8.1"), units[3]], "frame 2 of"),
      (damaged, "cannot be read"),
    ] {
      let movie = try folder.file("wrong.hevc", HEVCMessages.adding(after: wrong, to: plain))
      let outcome = try Tool.run(["convert", movie, folder["out.yuv"], "--dynamics", "metadata"] + options)
      #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try !folder.names.contains("out.yuv"))
      // By default, such a frame is mapped from the peak of the source, and reported.
      let usual = try Tool.run(["convert", movie, "-"] + options)
      #expect(usual.code == 0 && usual.errors.contains("1 frame states no light"), "\(usual.errors)")
      let size = usual.output.count / 4
      let third = 2 * size..<3 * size
      // Curves of frames are compiled quickly, so a code may be the next one.
      let pairs = zip(usual.output.subdata(in: third), fixed.output.subdata(in: third))
      #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(pairs.filter { $0 != $1 }.count < size / 100)
      #expect(usual.output.prefix(size) == carried.output.prefix(size))
    }
  }

  /// A message holds until the next one, as decoders have it; what comes before the first has none.
  @Test func messagesHoldUntilTheNext() throws {
    let folder = try Folder()
    let movie = try stream(folder, [Self.metadata(anchor: 400), nil, Self.metadata(anchor: 700)])
    let whole = try Tool.run(["convert", movie, "-"] + Self.options)
    let part = try Tool.run(["convert", movie, "-", "--start", "1"] + Self.options)
    #expect(whole.code == 0 && part.output == whole.output.suffix(whole.output.count / 3 * 2), "\(part.errors)")
    let late = try stream(folder, [nil, Self.metadata(anchor: 400)])
    let refused = try Tool.run(["convert", late, folder["out.yuv"]] + Self.options)
    #expect(refused.code != 0 && refused.errors.contains("st2094-40"), "\(refused.errors)")
    #expect(try !folder.names.contains("out.yuv"))
  }
}
