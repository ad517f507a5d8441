import Foundation
import MediaFiles
import Testing

/// A small generator of numbers, the same for the same seed everywhere.
///
/// - Source: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014: SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

@Suite struct FuzzTests {
  /// `MEDIA_FUZZ_SECONDS` for a long run, `MEDIA_FUZZ_SEED` to see one again, `MEDIA_FUZZ_KEEP` for a file in which each input
  /// is kept before it is read, so that one that ends the process is not lost.
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["MEDIA_FUZZ_SECONDS"].flatMap(Double.init) ?? 20
  private static let seed = environment["MEDIA_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  @Test func mangledFilesAreReadOrRefusedWithinLimits() throws {
    var random = SplitMix64(state: Self.seed)
    let files = Specimens.all + Specimens.corpus
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var count = 0
    var read = 0
    var slowest = Duration.zero
    while ContinuousClock.now < end {
      let file = files[count % files.count]
      let bytes = Self.mangled(
        file.bytes, with: files[Int.random(in: 0..<files.count, using: &random)].bytes, using: &random)
      if let path = Self.environment["MEDIA_FUZZ_KEEP"] { try Data(bytes).write(to: URL(filePath: path)) }
      let reader = FileReader(bytes: bytes)
      let time = ContinuousClock().measure {
        guard let description = try? MediaDescription(reader) else { return }
        read += 1
        // What is made of statements must hold for any of them.
        for track in description.tracks { _ = (track.resolved, track.facts.profileName, "\(track.statements)") }
        for problem in description.problems { _ = "\(problem)" }
      }
      // A file of 20 KB has nothing that takes long; what a sanitizer adds is some tenfold.
      if time > .seconds(1) { Issue.record("\(file.name), seed \(Self.seed), number \(count): \(time)") }
      #expect(reader.bytesRead <= FileReader.bytesLimit)
      slowest = max(slowest, time)
      count += 1
    }
    print("\(count) mangled files, seed \(Self.seed): \(read) read, the slowest in \(slowest)")
    #expect(read > 0)
  }

  /// A file with a few places changed: bits, bytes, numbers that mean something, parts cut, doubled, moved or taken from
  /// another file.
  private static func mangled(_ bytes: [UInt8], with other: [UInt8], using random: inout SplitMix64) -> [UInt8] {
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
