import Colorimetry
import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

@Suite struct FuzzTests {
  /// `MEDIA_FUZZ_SECONDS`, `_ONLY` and `_SEED` as `FuzzRun` reads them, and `MEDIA_FUZZ_KEEP`, a file to which each input is
  /// saved before it is read, so that an input that ends the process is not lost.
  private static let kept = ProcessInfo.processInfo.environment["MEDIA_FUZZ_KEEP"]

  @Test(arguments: Specimens.Family.allCases)
  func mangledFilesAreReadOrRefusedWithinLimits(family: Specimens.Family) throws {
    try fuzz(family.rawValue, Specimens.of(family)) { bytes in
      let reader = FileReader(bytes: bytes)
      let description = try? MediaDescription(reader)
      #expect(reader.bytesRead <= FileReader.bytesLimit)
      // Everything derived from statements must work for any statements.
      for track in description?.tracks ?? [] {
        _ = (track.resolved, track.facts.profileName, "\(track.statements)", track.facts.summary)
        #expect(track.findings.allSatisfy { !$0.found.isEmpty && $0.fix?.description.isEmpty == false })
        #expect(track.pixelFormat == track.sidecar.pixelFormat)
        _ = (track.hasAlpha, track.alphaMode)
        // What is written can be read again.
        var sidecar = track.sidecar
        (sidecar.carriesHDR10Plus, sidecar.carriesDolbyVision, sidecar.isDolbyVisionOnly) = (false, false, false)
        #expect((try? ColorSidecar(json: sidecar.json)) == sidecar)
      }
      for format in DeliveryFormat.allCases {
        let results = description?.ruleResults(for: format)
        #expect(results?.isEmpty != true && results?.allSatisfy { !"\($0)".isEmpty } != false)
      }
      for problem in description?.problems ?? [] { _ = "\(problem)" }
      return description != nil
    }
  }

  @Test func framesOfMangledFilesEnd() throws {
    try fuzz("frames", Specimens.Family.allCases.flatMap(Specimens.of)) { bytes in
      guard var frames = try? MediaFrames(bytes: bytes) else { return false }
      var count = 0
      while let frame = try frames.next() {
        _ = (frame.dolbyVision, frame.hdr10Plus, frame.headroomAdaptiveMetadata, frame.unreadable)
        count += 1
      }
      return count > 0
    }
  }

  @Test func mangledMoviesAreTaggedOrRefused() throws {
    let tags = MovieTags(
      color: ColorDescription(transfer: .pq),
      metadata: StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400)),
      removed: ["amve"])
    try fuzz("tag", Specimens.of(.movie)) { bytes in
      guard let retagging = try? MovieRetagging(bytes: bytes, tags: tags) else { return false }
      var end = 0
      for case .copy(let range) in retagging.pieces {
        #expect(end <= range.lowerBound && range.upperBound <= bytes.count)
        end = range.upperBound
      }
      return true
    }
  }

  /// Mangled files from the seed; each must be read or rejected within limits of time and memory.
  private func fuzz(
    _ name: String, _ files: [(name: String, bytes: [UInt8])], _ read: ([UInt8]) throws -> Bool
  ) throws {
    var run = FuzzRun("MEDIA_FUZZ", seconds: 1)
    guard run.wants(name) else { return }
    var random = SeededNumbers(seed: run.seed)
    while run.shouldContinue {
      let start = InputCost.threadSeconds
      let file = files[Int.random(in: 0..<files.count, using: &random)]
      let other = files[Int.random(in: 0..<files.count, using: &random)]
      let bytes = Self.mangled(file.bytes, with: other.bytes, using: &random)
      if let path = Self.kept { try Data(bytes).write(to: URL(filePath: "\(path).\(name)")) }
      var isRead = false
      let cost = try InputCost.of { isRead = try read(bytes) }
      run.add(cost, since: start, wasTaken: isRead)
      // In a file of 20 KB nothing takes long, or several times its size in memory; a sanitizer adds about a factor of ten.
      guard cost.seconds < 1, cost.bytes < 16 << 20 else {
        Issue.record("\(file.name), \(cost): \(Data(bytes).base64EncodedString())")
        return
      }
    }
    print(run.report(name))
  }

  /// A file with a few changes: bits, bytes, numbers with a meaning, parts cut out, doubled, moved or taken from another file.
  private static func mangled(_ bytes: [UInt8], with other: [UInt8], using random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let length = min(Int.random(in: 1...64, using: &random), bytes.count - place)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2, 3:
        let number = telling.randomElement(using: &random) ?? 0
        let width = [1, 2, 4, 8].randomElement(using: &random) ?? 4
        let end = min(place + width, bytes.count)
        bytes.replaceSubrange(place..<end, with: big(number, width))
      case 4: bytes.removeSubrange(place..<place + length)
      case 5: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
      case 6: bytes.removeLast(bytes.count - place)
      default:
        let start = Int.random(in: 0..<other.count, using: &random)
        bytes.insert(contentsOf: other[start..<min(start + length, other.count)], at: place)
      }
    }
    return bytes
  }

  /// Numbers at which fields change their meaning or overflow.
  private static let telling: [UInt64] = [
    0, 1, 2, 7, 8, 15, 16, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 62,
    1 << 63,
    UInt64.max, 0x01FF_FFFF_FFFF_FFFF, 0x1000_0000,
  ]
}
