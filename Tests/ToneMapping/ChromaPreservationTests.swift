import Testing
import ToneMapping

/// The chroma preservation of `perceptual`: what it changes, and which values are rejected.
@Suite struct ChromaPreservationTests {
  private static func plan(
    _ preservation: Double?, gamut: GamutOperator? = nil
  ) throws(PlanError) -> ConversionPlan {
    try ConversionPlan(
      from: .hdr10(), to: .sdr, gamut: gamut ?? .perceptual(chromaPreservation: preservation),
      options: PlanOptions(sourcePeak: .nits(1000)))
  }

  /// A red that is too bright: the more chroma is kept, the redder and darker it is.
  @Test func aHotRedKeepsWhatItIsToldTo() throws {
    let pq = PerceptualQuantizer()
    let red = Signal(pq.inverseEOTF(.nits(1000)), pq.inverseEOTF(.nits(150)), pq.inverseEOTF(.nits(150)))
    let results = try [0, 0.25, 0.5, 0.75, 1].map { try Self.plan($0)(red).components }
    for (paler, redder) in zip(results, results.dropFirst()) {
      #expect(redder.y < paler.y - 0.01 && redder.z < paler.z - 0.01, "\(paler), \(redder)")
    }
    // This test can fail: clipping gives none of these results.
    let clipped = try Self.plan(nil, gamut: .clip)(red).components
    #expect(results.allSatisfy { $0.y > clipped.y + 0.03 })
    #expect(try Self.plan(nil)(red).components == results[3])
  }

  @Test func neutralsAndTheCoreDoNotDependOnIt() throws {
    for color in [Signal(0.5, 0.5, 0.5), Signal(0.4, 0.42, 0.38), Signal(0, 0, 0), Signal(0.7, 0.7, 0.7)] {
      let expected = try Self.plan(nil)(color)
      for preservation in [0, 0.3, 1] { #expect(try Self.plan(preservation)(color) == expected) }
    }
  }

  @Test func thePlanTellsIt() throws {
    #expect("\(try Self.plan(nil))".contains("perceptual, chroma preservation 0.75,"))
    #expect("\(try Self.plan(0.25))".contains("perceptual, chroma preservation 0.25,"))
    #expect(!"\(try Self.plan(nil, gamut: .clip))".contains("preservation"))
  }

  @Test(arguments: [-0.01, 1.01, .infinity]) func otherNumbersAreRefused(preservation: Double) {
    #expect(throws: PlanError.chromaPreservationOutOfRange(preservation)) { try Self.plan(preservation) }
  }
}
