import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct MasteringDisplayTextTests {
  static let points = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)"
  static let decimalPoints = "G(0.265,0.690)B(0.150,0.060)R(0.680,0.320)WP(0.3127,0.3290)"

  @Test(arguments: [
    points + "L(10000000,1)",
    decimalPoints + "L(1000,0.0001)",
    decimalPoints + "L(1000.0,1e-4)",
    " r(34000,16000) g(13250, 34500) l(10000000,1) wp(15635,16450) b(7500,3000) ",
  ])
  func oneDisplayInEveryForm(text: String) throws {
    let mastering = try MasteringDisplayColorVolume(text: text)
    #expect(mastering.payload == bytes(hex: MasteringDisplayTests.p3))
  }

  /// Both forms state the integers exactly, for any display that the text can state.
  @Test func textComesBack() throws {
    var numbers = SeededNumbers(seed: 265)
    for _ in 0..<1000 {
      func point() -> CodedChromaticity {
        CodedChromaticity(x: .random(in: 5...37_000, using: &numbers), y: .random(in: 5...42_000, using: &numbers))
      }
      let minimum = UInt32.random(in: 0...50_000, using: &numbers)
      let mastering = MasteringDisplayColorVolume(
        red: point(), green: point(), blue: point(), white: point(),
        maximumUnits: .init(units: .random(in: 50_001...100_000_000, using: &numbers)),
        minimumUnits: .init(units: minimum))
      #expect(try MasteringDisplayColorVolume(text: mastering.integerText) == mastering)
      #expect(try MasteringDisplayColorVolume(text: mastering.decimalText) == mastering)
    }
  }

  @Test func unknownInText() throws {
    let text = "G(0,0)B(0,0)R(0,0)WP(0,0)L(40000000,0)"
    let mastering = try MasteringDisplayColorVolume(text: text)
    #expect(mastering.primaries == nil && mastering.minimum == nil && mastering.maximum == .nits(4000))
    #expect(try MasteringDisplayColorVolume(text: mastering.decimalText) == mastering)
  }

  @Test(arguments: [
    "", "G", "1000,1", points, points + "L(10000000)", points + "L(10000000,1,2)", points + "L(10000000,1",
    points + "L(10000000,1)x", points + "L(10000000,0x1)", points + "L(ten,1)", points + "L(inf,1)", points + "L(,1)",
    points + "L(10000000,1)L(10000000,1)", points + "M(10000000,1)", points + "L(1 0000000,1)", "()" + points,
    "G(13250,34500)B(7500,3000)R(34000,16000)L(10000000,1)",
  ])
  func malformed(text: String) {
    #expect(throws: MetadataError.malformedText(found: text, expected: "G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min)")) {
      try MasteringDisplayColorVolume(text: text)
    }
  }

  /// A text with luminances in one form and coordinates in the other.
  @Test(arguments: [
    points + "L(1000,1)", points + "L(10000,0)", points + "L(1000,0.0001)", points + "L(10000000.0,1)",
    decimalPoints + "L(10000000,1)", "G(13250,34500)B(7500,3000)R(34000,16000)WP(0.3127,0.3290)L(1000,0.0001)",
  ])
  func mixedUnits(text: String) {
    #expect(throws: MetadataError.ambiguousUnits(found: text, expected: "G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min)")) {
      try MasteringDisplayColorVolume(text: text)
    }
  }

  @Test(arguments: [
    (points + "L(10000000,10000000)", 1000.0, 1000.0), (points + "L(1,10000000)", 0.0001, 1000),
    (decimalPoints + "L(0.005,1000)", 0.005, 1000), (decimalPoints + "L(0,0)", 0, 0),
  ])
  func maximumNotAboveMinimum(text: String, maximum: Double, minimum: Double) {
    #expect(throws: MetadataError.emptyLuminanceRange(maximum: .nits(maximum), minimum: .nits(minimum))) {
      try MasteringDisplayColorVolume(text: text)
    }
  }

  @Test(arguments: [
    (points + "L(100000001,1)", "the mastering maximum", 10_000.0001),
    (points + "L(49999,1)", "the mastering maximum", 4.9999),
    (points + "L(10000000,50001)", "the mastering minimum", 5.0001),
    (points + "L(99999999999,1)", "the mastering maximum", 99_999_999_999),
    (points + "L(-10000000,1)", "the mastering maximum", -10_000_000),
    (decimalPoints + "L(20000,0.0001)", "the mastering maximum", 20_000),
    ("G(13250,34500)B(7500,3000)R(37001,16000)WP(15635,16450)L(10000000,1)", "the red primary: x", 0.74002),
    ("G(0.265,0.690)B(0.150,0)R(0.680,0.320)WP(0.3127,0.3290)L(1000,0.0001)", "the blue primary: y", 0),
    ("G(0.265,-0.69)B(0.150,0.06)R(0.680,0.320)WP(0.3127,0.3290)L(1000,0.0001)", "the green primary: y", -0.69),
  ])
  func outOfRange(text: String, field: String, found: Double) {
    let error = #expect(throws: MetadataError.self) { try MasteringDisplayColorVolume(text: text) }
    guard case .outOfRange(field, found, _, _) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }
}
