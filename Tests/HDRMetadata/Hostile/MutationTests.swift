import Foundation
import HDRMetadata
import TestSupport
import Testing

/// Damaged input for every parser; seeded, so that failures can be repeated.
///
/// `METADATA_FUZZ_SECONDS` and `METADATA_FUZZ_ONLY` make it run longer and select parsers: see `FuzzRun`.
@Suite struct MutationTests {
  /// Good input: the published bytes, the corpus, and some of each kind that these lack.
  static let seeds: [[UInt8]] = {
    var seeds = ((try? examples("")) ?? []).map(\.bytes)
    if let folder = Corpus.folder?.appending(path: "metadata"),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    {
      for file in files.sorted() where file.hasSuffix(".bin") {
        guard let data = try? Data(contentsOf: folder.appending(path: file)) else { continue }
        seeds.append(Array(data))
        // The same bytes as a message and as an OBU, so that damage reaches their content.
        if let message = try? SEIMessage(type: 4, payload: Array(data)) {
          seeds.append(SEIUnit([message], of: .hevc).bytes)
        }
        seeds.append([0x28, 4] + data + [0x80])
      }
    }
    let texts = [
      "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)", "1000,400", "314,0.3127,0.3290",
      #"{"width": 1, "color": {"cicp": [9, 16, 9, 0]}, "metadata": {"content_light": {"MaxCLL": 1}}}"#,
      hdr10PlusDocument,
    ]
    let binary = [
      "b5 00 90 00 01 00 40 27 10 27 00 00 ca 03 e8 c3 50 08 03 e8 07 d0 00 00 13 88 46 50 46 50", "3c 00 00 00 01",
      "00 00 00 13 61 75 78 43 00 00 00 00 75 72 6e 3a 61 00 01", "b1 01 09 d1 08 3f e5 c2 8f 5c 28 f5 c3 d9 04 44 7a",
      "7c ff ff ff ff 00 00 00 00 ff ff ff ff 00 00 00 01 80 00 00 00 7f ff ff ff 00 01",
      // A metadata OBU with its size: MaxCLL 1000, MaxFALL 400.
      "2a 06 01 03 e8 01 90 80",
    ]
    for known in KnownRPU.all {
      guard let rpu = try? known.rpu else { continue }
      seeds += [rpu.payload, [0x7C, 0x01] + EmulationPrevention.adding(to: rpu.payload)]
    }
    return seeds + texts.map { Array($0.utf8) } + binary.map(bytes(hex:))
  }()

  /// One frame with a curve, in hdr10plus_tool's form.
  private static let hdr10PlusDocument = #"""
    {"JSONInfo": {"HDR10plusProfile": "B", "Version": "1.0"}, "SceneInfo": [{
    "BezierCurveData": {"Anchors": [300, 800], "KneePointX": 17, "KneePointY": 64},
    "LuminanceParameters": {"AverageRGB": 100, "LuminanceDistributions": {
    "DistributionIndex": [1, 99], "DistributionValues": [2, 3000]}, "MaxScl": [3000, 2000, 1000]},
    "NumberOfWindows": 1, "TargetedSystemDisplayMaximumLuminance": 400,
    "SceneFrameIndex": 0, "SceneId": 0, "SequenceFrameIndex": 0}],
    "SceneInfoSummary": {"SceneFirstFrameIndex": [0], "SceneFrameNumbers": [1]},
    "ToolInfo": {"Tool": "hdr10plus_tool", "Version": "1.7.2"}}
    """#

  /// Whatever the damage, a parser accepts input that survives a round trip or rejects it, quickly and in little memory: a
  /// quarter of a second each here, which are thousands of inputs.
  @Test(arguments: Parser.all)
  func damagedInput(parser: Parser) throws {
    var run = FuzzRun("METADATA_FUZZ", seconds: 0.25)
    guard run.wants(parser.description, parser.family.rawValue) else { return }
    let own = Self.seeds.filter { parser.comesBack($0) == true }
    try #require(!own.isEmpty, "no good input is of its kind")
    var numbers = SeededNumbers(seed: run.seed)
    while run.shouldContinue {
      let start = InputCost.threadSeconds
      // Three times out of four, input of the parser's own kind, so that damage gets past the first check.
      let input = Self.damaged(numbers.next() % 4 == 0 ? Self.seeds : own, using: &numbers)
      var isBack: Bool?
      let cost = InputCost.of { isBack = parser.comesBack(input) }
      run.add(cost, since: start, wasTaken: isBack == true)
      // The longest good input has 1.3 KB; reading and writing it twice takes milliseconds and a few hundred KiB.
      guard isBack != false, cost.seconds < 1, cost.bytes < 16 << 20 else {
        Issue.record("\(parser), \(cost): \(input.map { String($0, radix: 16) }.joined(separator: " "))")
        return
      }
    }
    print(run.report(parser.description))
  }

  /// Good input with some damage: changed bits, bytes with a meaning, a piece removed, doubled, or exchanged with another input's.
  static func damaged(_ good: [[UInt8]], using numbers: inout SeededNumbers) -> [UInt8] {
    var input = good[Int(numbers.next() % UInt64(good.count))]
    for _ in 0..<Int(numbers.next() % 5) {
      guard !input.isEmpty else { break }
      let place = Int(numbers.next() % UInt64(input.count))
      let piece = place..<min(place + Int(numbers.next() % 24), input.count)
      switch numbers.next() % 8 {
      case 0: input[place] ^= 1 << UInt8(numbers.next() % 8)
      case 1: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x03, UInt8(ascii: "0")][Int(numbers.next() % 7)]
      case 2: input.removeSubrange(piece)
      case 3: input.insert(contentsOf: input[piece], at: place)
      case 4: input = Array(input.prefix(place))
      case 5: input.insert(UInt8(truncatingIfNeeded: numbers.next()), at: place)
      case 6: input.replaceSubrange(piece, with: seeds[Int(numbers.next() % UInt64(seeds.count))].suffix(piece.count))
      default: input[place] = input[place] &+ UInt8(truncatingIfNeeded: numbers.next() % 3) &- 1
      }
    }
    return input
  }

  /// Short inputs, and longer ones of the parser's own kind, cut off anywhere, with each byte set to the worst values for sizes.
  @Test(arguments: Parser.all)
  func everyPrefixAndByte(parser: Parser) {
    for seed in Self.seeds where seed.count <= 40 || (seed.count < 130 && parser.comesBack(seed) == true) {
      for place in seed.indices {
        #expect(parser.comesBack(Array(seed.prefix(place))) != false, "\(parser) \(seed) \(place)")
        for value in [0, 0x80, 0xFF] as [UInt8] {
          var input = seed
          input[place] = value
          #expect(parser.comesBack(input) != false, "\(parser) \(input)")
        }
      }
    }
  }

  /// Each parser accepts at least one of the good inputs, so that the damage is done to something that it reads.
  @Test(arguments: Parser.all)
  func somethingIsTaken(parser: Parser) {
    #expect(Self.seeds.contains { parser.comesBack($0) == true })
  }
}
