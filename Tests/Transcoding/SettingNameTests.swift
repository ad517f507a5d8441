import HDRMetadata
import Testing
import ToneMapping
import Transcoding

/// Names of settings, and the tables that they stand for.
@Suite struct SettingNameTests {
  /// The properties of a value and of the values in it, as `Type.property`.
  private func properties(of value: Any) -> Set<String> {
    Mirror(reflecting: value).children.reduce(into: []) { all, child in
      guard let label = child.label else { return }
      all.insert("\(type(of: value)).\(label)")
      if "\(type(of: child.value))".contains(#/^(Static|[A-Z]\w+Settings$|Look$|FrameSelection)/#) {
        all.formUnion(properties(of: child.value))
      }
    }
  }

  /// Each property that a sentence names for users of the libraries is one.
  @Test func propertiesExist() {
    let values: [Any] = [
      ConversionSettings(), LUTSettings(), ThumbnailSettings(), ComparisonSettings(), LightOutput(), PlanOptions(),
      ColorDescription(),
    ]
    let known = values.reduce(into: Set<String>()) { $0.formUnion(properties(of: $1)) }
    // What is an argument of a job, or stands in several types.
    let others: Set<SettingName> = [
      .source, .kneeAdaptation, .preserveChroma, .format, .width, .height, .fit, .force, .strict, .every, .grid, .track,
      .remove, .tag, .measure,
    ]
    for name in SettingName.allCases where !others.contains(name) {
      #expect(known.contains(name.rawValue), "\(name): \(name.rawValue)")
    }
  }

  @Test func wordsAreParted() {
    #expect(SettingName.outHDR10plus.hyphenated == "out-hdr10plus" && SettingName.maxCLL.hyphenated == "max-cll")
    #expect(SettingName.hdr10plusTargetPeak.underscored == "hdr10plus_target_peak")
    #expect(SettingName.allCases.allSatisfy { SettingName(named: "\($0)") == $0 } && SettingName(named: "") == nil)
    #expect(TagProperty.allCases.map(\.setting.hyphenated).contains("master-display"))
  }
}
