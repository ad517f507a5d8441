import Testing

import ColorOperations

/// What is kept has a bound.
@Suite struct RecentlyUsedTests {
  @Test func whatWasUsedTheLongestAgoIsDropped() {
    var kept = RecentlyUsed<Int, String>(capacity: 3)
    for key in 1...3 { kept.insert("\(key)", for: key) }
    #expect(kept.value(for: 1) == "1")
    kept.insert("4", for: 4)
    #expect(kept.count == 3)
    #expect(kept.value(for: 2) == nil)
    #expect(kept.value(for: 3) == "3" && kept.value(for: 1) == "1" && kept.value(for: 4) == "4")
    // A value in another's place is not one more.
    kept.insert("one", for: 1)
    #expect(kept.count == 3)
    #expect(kept.value(for: 1) == "one" && kept.value(for: 3) == "3")
  }

  /// What every light needs is kept while those that serve one light come and go.
  @Test func whatEveryLightNeedsStays() {
    var kept = RecentlyUsed<Int, Int>(capacity: 4)
    var made = 0
    for light in 1...100 {
      for key in [0, light] where kept.value(for: key) == nil {
        kept.insert(key, for: key)
        made += 1
      }
    }
    #expect(made == 101)
    #expect(kept.count == 4)
  }
}
