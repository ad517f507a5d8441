import HDRMetadata
import Testing

/// The unit of H.265 that states light and room.
@Suite struct StatementUnitTests {
  /// Units that replace each other are equally long, however many bytes emulation prevention adds, and state what they are made of.
  @Test(arguments: [nil, "1,0", "4096,1", "65535,65535", "257,3"], [nil, 50_000, 10_000_000, 40_960_000])
  func unitsAreEquallyLong(
    light: String?, peak: UInt32?
  ) throws {
    var metadata = StaticMetadata(ambient: try AmbientViewingEnvironment(text: "314,0.3127,0.3290"))
    metadata.contentLight = try light.map { try ContentLightLevel(text: $0) }
    metadata.mastering = try peak.map {
      try MasteringDisplayColorVolume(text: "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(\($0),1)")
    }
    #expect(metadata.replaceableUnit.count == StaticMetadata().replaceableUnit.count)
    for unit in [metadata.replaceableUnit, try #require(metadata.unit)] {
      // No start code within, and nothing that looks like one.
      #expect(!zip(unit, zip(unit.dropFirst(), unit.dropFirst(2))).contains { $0 == 0 && $1.0 == 0 && $1.1 < 3 })
      var found = StaticMetadata()
      for message in try SEIUnit(parsing: unit, of: .hevc).messages {
        switch try message.content() {
        case .masteringDisplay(let display): found.mastering = display
        case .contentLight(let light): found.contentLight = light
        case .ambient(let room): found.ambient = room
        case .other(let filler): #expect(filler.type == 3 && filler.payload.allSatisfy { $0 == 0xFF })
        default: Issue.record("a message of type \(message.type)")
        }
      }
      #expect(found == metadata)
    }
  }

  @Test func nothingNeedsNoUnit() { #expect(StaticMetadata().unit == nil) }
}
