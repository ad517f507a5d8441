import Testing

import ColorOperations

/// What is kept has a bound.
@Suite struct RecentlyUsedTests {
  @Test func whatWasUsedTheLongestAgoIsDropped() {
    let kept = RecentlyUsed<String>(capacity: 3)
    func value(_ key: Int, made: String) -> String { kept.value(for: key) { made } }
    for key in 1...3 { #expect(value(key, made: "\(key)") == "\(key)") }
    #expect(value(1, made: "another") == "1")
    #expect(value(4, made: "4") == "4")
    #expect(kept.count == 3)
    #expect(value(3, made: "another") == "3" && value(1, made: "another") == "1" && value(4, made: "another") == "4")
    #expect(value(2, made: "two") == "two")
    #expect(kept.count == 3)
    #expect(value(1, made: "another") == "1" && value(3, made: "three") == "three")
  }

  /// What every light needs is kept while those that serve one light come and go.
  @Test func whatEveryLightNeedsStays() {
    let kept = RecentlyUsed<Int>(capacity: 4)
    var made = 0
    for light in 1...100 {
      for key in [0, light] {
        let value = kept.value(for: key) {
          made += 1
          return key
        }
        #expect(value == key)
      }
    }
    #expect(made == 101)
    #expect(kept.count == 4)
  }
}
