import Colorimetry
import HDRMetadata
import Testing

@Suite struct TagMixingTests {
  /// Six kinds of source, in ascending order of precedence.
  static let kinds: [TaggedSource] = [TagRulesTests.hd, TagRulesTests.pq, TagRulesTests.hlg].flatMap {
    [TaggedSource(color: $0), TaggedSource(color: $0, metadata: TagRulesTests.light)]
  }

  /// The whole table of pairs.
  @Test func pairs() {
    for first in Self.kinds.indices {
      for second in Self.kinds.indices {
        let (a, b) = (Self.kinds[first], Self.kinds[second])
        #expect(TagRules.dominant(a, b) == Self.kinds[max(first, second)])
        #expect(TagRules.dominant([a, b]) == (second > first ? 1 : 0))
      }
    }
  }

  /// For any number of sources, the same one wins in every order of comparison, pair by pair or all at once.
  @Test func anyNumber() throws {
    var numbers = SeededNumbers(state: 7)
    #expect(TagRules.dominant([]) == nil)
    for _ in 0..<500 {
      let sources = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
        var source = Self.kinds[Int.random(in: 0..<6, using: &numbers)]
        source.hasAlpha = .random(using: &numbers)  // tells equal sources apart without effect on the result
        return source
      }
      let winner = sources[try #require(TagRules.dominant(sources))]
      #expect(sources.dropFirst().reduce(sources[0], TagRules.dominant) == winner)
      let half = Int.random(in: 1...sources.count, using: &numbers)
      let parts = [sources[..<half], sources[half...]].filter { !$0.isEmpty }.map {
        $0.dropFirst().reduce($0[$0.startIndex], TagRules.dominant)
      }
      #expect(parts.dropFirst().reduce(parts[0], TagRules.dominant) == winner)
      let shuffled = try #require(TagRules.mixed(sources.shuffled(using: &numbers)))
      #expect(shuffled.color == winner.color)
    }
  }

  /// Sources; the common color; the sources converted up from SDR; the sources converted otherwise.
  @Test(
    arguments: [
      ([TagRulesTests.hd], TagRulesTests.hd, [], []),
      ([TagRulesTests.hd, TagRulesTests.pq], TagRulesTests.pq, [0], []),
      ([TagRulesTests.pq, TagRulesTests.hlg, TagRulesTests.hd], TagRulesTests.hlg, [2], [0]),
      ([TagRulesTests.hd, TagRulesTests.p3], TagRulesTests.hd, [], [1]),
      ([TagRulesTests.nothing, TagRulesTests.hlg], TagRulesTests.hlg, [], []),
      ([TagRulesTests.full(TagRulesTests.hd), TagRulesTests.hd], TagRulesTests.full(TagRulesTests.hd), [], []),
    ])
  func mixes(sources: [ColorDescription], color: ColorDescription, up: [Int], other: [Int]) throws {
    let mixed = try #require(TagRules.mixed(sources.map { TaggedSource(color: $0) }))
    #expect(mixed.color == color && mixed.convertedUp == up && mixed.converted == other)
  }

  @Test func noSources() { #expect(TagRules.mixed([]) == nil) }

  /// Dynamic metadata counts as metadata.
  @Test func dynamicMetadataPrevails() {
    let plain = TaggedSource(color: TagRulesTests.hlg)
    let dynamic = TaggedSource(color: TagRulesTests.hlg, hasDynamicMetadata: true)
    #expect(TagRules.dominant(plain, dynamic) == dynamic)
  }
}
