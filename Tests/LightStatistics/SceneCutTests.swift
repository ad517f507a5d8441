import LightStatistics
import Testing

struct SceneCutTests {
  private func pictures(_ count: Int, _ light: @escaping (Double, Double, Int) -> Double) -> [MadePicture] {
    (0..<count).map { time in
      MadePicture { x, y in light(x, y, time) * (1 + 0.05 * Scenery.noise(x, y, time)) }
    }
  }

  private func landscape(_ count: Int) -> [MadePicture] { pictures(count) { x, y, _ in Scenery.landscape(x, y) } }
  private func room(_ count: Int) -> [MadePicture] { pictures(count) { x, y, _ in Scenery.room(x, y) } }
  private func cuts(_ pictures: [MadePicture]) -> [Int] { clip(pictures).scenes.dropFirst().map(\.firstFrame) }

  @Test func stillContentHardlyChanges() {
    let changes = frames(landscape(5) + room(5)).dropFirst().map { $0.sceneChange! }
    #expect(changes.enumerated().allSatisfy { $0 == 4 || $1 < 0.02 }, "\(changes)")
    #expect(changes[4] > 0.6)
  }

  @Test func aCutLiesAtItsFrame() {
    #expect(cuts(landscape(30) + room(31) + landscape(20)) == [30, 61])
    #expect(cuts(landscape(6) + room(6) + landscape(6)) == [6, 12])
    #expect(cuts(pictures(10) { _, _, _ in 1 } + pictures(10) { _, _, _ in 200 }) == [10])
    #expect(cuts(landscape(1) + room(20)) == [1])
    #expect(cuts(landscape(20) + pictures(20) { _, _, _ in 0 } + room(20)) == [20, 40])
  }

  /// Two shots of the same room, from another side.
  @Test func aCutBetweenSimilarPicturesIsFound() {
    let other = pictures(20) { x, y, _ in Scenery.room(x - 0.3, y) }
    let change = frames(room(1) + other)[1].sceneChange ?? 0
    #expect(0.4...0.9 ~= change, "\(change)")
    #expect(cuts(room(20) + other) == [20])
  }

  /// Of two changes that are three frames apart, the greater is the cut.
  @Test func whatStaysForThreeFramesIsPartOfAScene() {
    let dim = pictures(3) { x, y, _ in 0.2 * Scenery.room(1.05 - x, y) }
    #expect(cuts(landscape(20) + dim + room(20)).count == 1)
    #expect(cuts(landscape(20) + pictures(3) { x, _, _ in x < 0.5 ? 1 : 4000 } + room(20)).count == 1)
  }

  @Test(arguments: 1...5)
  func aFlashIsNoCut(_ length: Int) {
    let white = pictures(length) { _, _, _ in 4000 }
    #expect(cuts(landscape(20) + white + landscape(20)) == [])
    #expect(cuts(room(20) + white + room(20)) == [])
  }

  @Test func whatStaysLongerThanAFlashIsAScene() {
    #expect(cuts(landscape(20) + pictures(6) { _, _, _ in 4000 } + landscape(20)) == [20, 26])
  }

  /// A fade over so many frames, in light and in PQ, in and out, is no cut.
  @Test(arguments: [6, 12, 24, 48])
  func aFadeIsNoCut(_ length: Int) {
    for power in [1, 2.2, 5] {
      let fade = (0...length).map { step in
        let gain = step == 0 ? 0 : Scenery.power(Double(step) / Double(length), power)
        return MadePicture { x, y in gain * Scenery.landscape(x, y) * (1 + 0.05 * Scenery.noise(x, y, step)) }
      }
      let black = pictures(10) { _, _, _ in 0 }
      #expect(cuts(black + fade + landscape(10)) == [], "in over \(length), power \(power)")
      #expect(cuts(landscape(10) + fade.reversed() + black) == [], "out over \(length), power \(power)")
    }
  }

  @Test func aDissolveIsNoCut() {
    let dissolve = (0...24).map { step in
      let gain = Double(step) / 24
      return MadePicture { (1 - gain) * Scenery.landscape($0, $1) + gain * Scenery.room($0, $1) }
    }
    #expect(cuts(landscape(10) + dissolve + room(10)) == [])
  }

  @Test func aPanIsNoCut() {
    for speed in [0.005, 0.02, 0.06] {
      let pan = pictures(40) { x, y, time in
        Scenery.landscape((x + speed * Double(time)).remainder(dividingBy: 1.6) + 0.8, y)
      }
      #expect(cuts(pan) == [], "\(speed) of the width a frame")
    }
  }

  /// A camera turns in a dark room until a bright window fills the picture.
  @Test(arguments: [0.005, 0.01, 0.03])
  func aWindowThatComesIntoViewIsNoCut(_ speed: Double) {
    let pan = pictures(80) { x, y, time in x + speed * Double(time) > 1.1 ? 2500 : 3 + 4 * y }
    #expect(cuts(pan) == [])
  }

  @Test(arguments: [1, 2, 3, 8])
  func flickeringLetterboxIsNoCut(_ period: Int) {
    let boxed = pictures(60) { x, y, time in
      abs(y - 0.5) > 0.37 ? (time / period % 2 == 0 ? 0 : 0.05) : Scenery.landscape(x, y)
    }
    #expect(cuts(boxed) == [])
  }
}

extension Scenery {
  /// A number of 0...1 to a power that is a multiple of a fifth.
  static func power(_ number: Double, _ power: Double) -> Double {
    // Squares and square roots are enough for a test: 2.2 is taken as 2.25.
    switch power {
    case 1: number
    case 2.2: number * number * number.squareRoot().squareRoot()
    default: number * number * number * number * number
    }
  }
}
