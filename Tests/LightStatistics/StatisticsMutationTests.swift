import HDRMetadata
import LightStatistics
import TestSupport
import Testing

struct StatisticsMutationTests {
  /// Whatever a file holds, it is read or refused.
  @Test func mutationsAreReadOrRefused() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var state = SeededNumbers(seed: seed)
    let good =
      MadePicture.header.line + MadePicture { Scenery.room($0, $1) }.statistics(0).line
      + MadePicture { Scenery.landscape($0, $1) }.statistics(1, sceneChange: 0.9).line
    let spice = Array("{}[]\",:0123456789eE+-.\\\n ntf\u{0}".utf8)
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &state) {
        let place = Int.random(in: 0..<bytes.count, using: &state)
        switch Int.random(in: 0..<5, using: &state) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &state)
        case 1: bytes[place] = spice.randomElement(using: &state)!
        case 2: bytes.insert(spice.randomElement(using: &state)!, at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &state)))
        default: bytes.replaceSubrange(place..<place, with: bytes.suffix(Int.random(in: 1...60, using: &state)))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      var fold = StatisticsFold()
      fold.begin("seed \(seed)")
      do throws(StatisticsError) {
        try fold.take(bytes)
        try fold.finish()
        let clip = try fold.clip()
        _ = (clip.hdr10Plus(by: .init(name: "", version: "")), clip.findings)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
