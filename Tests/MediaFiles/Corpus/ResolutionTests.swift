import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct ResolutionTests {
  /// The resolved transfer of a movie whose container and stream state these transfers, with or without the message.
  private func transfer(container: UInt64?, stream: Int?, message: UInt8?) throws -> Int? {
    var units = [TestHEVCSequence(color: TestColor(codes: stream.map { [9, $0, 9] })).unit]
    if let message { units.append(hevcUnit(39, messages((147, [message])))) }
    var properties = units.map { hvcC($0) }
    if let container { properties.append(colr([9, container, 9])) }
    let track = try MediaDescription(bytes: TestMovie(properties: properties).bytes).track
    return track.resolved.color.transfer?.rawValue
  }

  @Test(
    arguments: [
      (18, 16, nil, 18), (nil, 16, nil, 16), (18, nil, nil, 18), (nil, nil, nil, nil),
      // Alternative transfer against the stream's own transfer, …
      (nil, 14, 18, 18), (nil, 14, 2, 14), (nil, nil, 18, 18),
      // … against a container that repeats the stream's, and against one that states its own.
      (14, 14, 18, 18), (18, 14, 18, 18), (1, 14, 18, 1), (2, 14, 18, 18),
    ] as [(UInt64?, Int?, UInt8?, Int?)])
  func precedence(container: UInt64?, stream: Int?, message: UInt8?, expected: Int?) throws {
    #expect(try transfer(container: container, stream: stream, message: message) == expected)
  }

  /// HLG with tags of BT.2020 is what broadcasters use; with other tags it is a conflict.
  @Test(
    arguments: [(nil, 14, true), (14, 14, true), (18, 14, true), (nil, 1, false), (nil, 16, false), (14, 16, false)]
      as [(UInt64?, Int, Bool)])
  func tagsForReceiversWithoutHLGAreNoConflict(container: UInt64?, stream: Int, isIntended: Bool) throws {
    let message = hevcUnit(39, messages((147, [18])))
    var properties = [hvcC(TestHEVCSequence(color: TestColor(codes: [9, stream, 9])).unit), hvcC(message)]
    if let container { properties.append(colr([9, container, 9])) }
    let file = try MediaDescription(bytes: TestMovie(properties: properties).bytes)
    let track = try file.track
    #expect(track.findings.map(\.code).filter { $0.hasPrefix("conflict") } == (isIntended ? [] : ["conflict-transfer"]))
    // Both are reported in any case.
    #expect(try #require(track.resolved.decisions.first { $0.property == .transfer }).isDisputed)
    let results = file.ruleResults(for: .hlg)
    let agreement = results.first { $0.rule == "agreement" }
    #expect(agreement?.outcome == (isIntended ? .passed : .failed), "\(results)")
    guard isIntended else { return }
    // Without a mastering display and light levels, there is nothing to check in them.
    #expect(results.allSatisfy { $0.outcome == ($0.rule == "metadata" ? .notApplicable : .passed) }, "\(results)")
  }

  @Test func eachPropertyIsDecidedByItself() throws {
    // nclc has no range, so the stream's applies.
    let sequence = TestHEVCSequence(color: TestColor(codes: [1, 1, 1], isFull: true, chromaLocation: 2))
    let track = try MediaDescription(bytes: TestMovie(properties: [hvcC(sequence.unit), colr([9, 16, 9])]).bytes).track
    let resolved = track.resolved
    #expect(
      resolved.color
        == ColorDescription(
          primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .full, chromaLocation: .topLeft))
    #expect(resolved.decisions.map(\.property) == [.primaries, .transfer, .matrix, .range, .chromaLocation])
    let decision = resolved.decisions[0]
    #expect(decision.believed.value == "bt2020")
    #expect(decision.overruled.map(\.value) == ["bt709"])
    #expect(decision.description.hasPrefix("primaries bt2020 (/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/colr at byte "))
    #expect(decision.description.hasSuffix("hvc1/hvcC SPS VUI at byte \(decision.overruled[0].carriedIn.byte))"))
  }

  @Test func theSameSaidTwiceIsNoDispute() throws {
    let properties = [hvcC(hevcUnit(39, messages((148, ambientPayload)))), box("amve", ambientPayload)]
    let resolved = try MediaDescription(bytes: TestMovie(properties: properties).bytes).track.resolved
    #expect(resolved.decisions.map(\.isDisputed) == [false])
    #expect(resolved.decisions[0].believed.carriedIn.path.hasSuffix("/amve"))
  }
}
