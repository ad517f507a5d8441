internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles

extension TrackDescription {
  /// The rules of Apple's TN3145.
  var dolbyVision84Results: [DeliveryFormat.RuleResult] {
    [
      sampleEntryResult("hvc1"), hevcResult("codec", profile: (2, "Main 10"), depth: 10), configurationResult,
      colorBoxResult,
      ambientResult,
    ]
  }

  private var configurationResult: DeliveryFormat.RuleResult {
    let expected = "a box dvvC with profile 8 and compatibility 4"
    let boxes = statements.filter { $0.value.dolbyVision != nil }
    let box = boxes.first { $0.carriedIn.path.hasSuffix("/dvvC") } ?? boxes.first
    guard let box, let configuration = box.value.dolbyVision else {
      return result("configuration", false, found: "no Dolby Vision configuration", expected: expected)
    }
    return result(
      "configuration", configuration.isProfile84 && box.carriedIn.path.hasSuffix("/dvvC"),
      found: "\(configuration) (\(box.carriedIn))", expected: expected)
  }

  private var colorBoxResult: DeliveryFormat.RuleResult {
    let expected = "a box colr with 9/18/9"
    for statement in statements {
      guard let color = statement.value.color, statement.carriedIn.path.hasSuffix("/colr") else { continue }
      let codes = [color.primaries?.rawValue, color.transfer?.rawValue, color.matrix?.rawValue].map { $0 ?? 2 }
      return result(
        "colr", codes == [9, 18, 9],
        found: "\(codes.map(String.init).joined(separator: "/")) (\(statement.carriedIn))", expected: expected)
    }
    return result("colr", false, found: "no box colr", expected: expected)
  }

  /// A box, or only SEI 148 in `hvcC`, as iOS 14 wrote it.
  private var ambientResult: DeliveryFormat.RuleResult {
    let places = statements.compactMap { statement -> Place? in
      if case .ambient = statement.value { statement.carriedIn } else { nil }
    }
    let expected = "an ambient viewing environment, as box amve or as SEI 148 in hvcC"
    if let box = places.first(where: { $0.path.hasSuffix("/amve") }) {
      return result("amve", true, found: "a box (\(box))", expected: expected)
    }
    if let message = places.first(where: { $0.path.contains("/hvcC ") }) {
      return result("amve", true, found: "no box, only SEI 148 in hvcC (\(message))", expected: expected)
    }
    let found = places.first.map { "neither, only a message in the pictures (\($0))" } ?? "none"
    return result("amve", false, found: found, expected: expected)
  }
}
