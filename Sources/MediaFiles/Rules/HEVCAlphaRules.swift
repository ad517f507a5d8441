internal import Colorimetry
internal import HDRMetadata

extension TrackDescription {
  /// The rules of Apple's interoperability profile, as far as they can be checked without decoding.
  func hevcAlphaResults(with frames: FrameSurvey?) -> [DeliveryFormat.RuleResult] {
    guard facts.codec == .hevc else {
      return [result("codec", false, found: facts.summary, expected: "HEVC with two layers")]
    }
    return [
      sampleEntryResult("hvc1"),
      result(
        "layers", facts.layers == 2, found: facts.layers.map { "\($0) in the VPS" } ?? "not stated",
        expected: "a stream of two layers"),
      hevcResult("base-profile", profile: (1, "Main"), depth: 8),
      result(
        "base-chroma", facts.chroma == .yuv420, found: facts.chroma?.title ?? "not stated", expected: "4:2:0"),
      baseRangeResult, layerResult("base-layer", 0), layerResult("alpha-layer", 1), auxiliaryResult, alphaProfileResult,
      alphaChromaResult, alphaRangeResult, neutralResult,
      videoSetResult, extensionResult, ownSetsResult("own-sps", .sequence), ownSetsResult("own-pps", .picture),
      typesResult(frames),
      alphaMessageResult,
    ]
  }

  /// The first layer above the base.
  private var alphaLayer: CodecFacts.Layer? { facts.upperLayers.first }

  private var auxiliaryResult: DeliveryFormat.RuleResult {
    let expected = "auxiliary id 1, alpha, for layer 1"
    guard let layer = facts.upperLayers.first(where: { $0.auxiliary != nil }), let auxiliary = layer.auxiliary else {
      let extensionResult = extensionResult
      return extensionResult.outcome == .failed
        ? result("auxiliary-id", false, found: extensionResult.found, expected: expected)
        : notChecked("auxiliary-id", "the VPS extension could not be read", expected)
    }
    return result(
      "auxiliary-id", layer.id == 1 && auxiliary == CodecFacts.Layer.alpha,
      found: "auxiliary id \(auxiliary) for layer \(layer.id) in the VPS extension", expected: expected)
  }

  private static let isNotStated = "neither a VPS extension nor an SPS of the layer states it"

  private var alphaProfileResult: DeliveryFormat.RuleResult {
    guard let layer = alphaLayer, let profile = layer.profile else {
      return notChecked("alpha-profile", Self.isNotStated, "Main with 8 bits")
    }
    var words = facts
    words.profile = profile
    let depths = [layer.bitDepth, layer.chromaBitDepth].compactMap(\.self)
    return result(
      "alpha-profile", profile == 1 && depths.allSatisfy { $0 == 8 },
      found: (words.profileName ?? "profile \(profile)") + (depths.first.map { ", \($0) bits" } ?? ""),
      expected: "Main with 8 bits")
  }

  private var alphaChromaResult: DeliveryFormat.RuleResult {
    guard let chroma = alphaLayer?.chroma else {
      return notChecked("alpha-chroma", Self.isNotStated, "4:2:0")
    }
    return result("alpha-chroma", chroma == .yuv420, found: chroma.title, expected: "4:2:0")
  }

  private var neutralResult: DeliveryFormat.RuleResult {
    guard let isNeutral = facts.isAlphaChromaNeutral else {
      return notChecked("alpha-neutral", "no picture of the layer was decoded", "neutral chroma")
    }
    return result(
      "alpha-neutral", isNeutral, found: "the first picture has \(isNeutral ? "neutral" : "other") chroma",
      expected: "neutral chroma")
  }

  private var extensionResult: DeliveryFormat.RuleResult {
    let expected = "an extension that both layers share"
    return switch facts.hasLayerExtension {
    case true?: result("vps-extension", true, found: "the VPS has one", expected: expected)
    case false?: result("vps-extension", false, found: "the VPS has none", expected: expected)
    case nil where facts.layers ?? 1 < 2:
      result("vps-extension", false, found: "no VPS of two layers", expected: expected)
    case nil: notChecked("vps-extension", "the VPS could not be read that far", expected)
    }
  }

  /// Whether picture types match in both layers: in the first picture, and in all pictures if they are read, or else by the extension's guarantee.
  private func typesResult(_ frames: FrameSurvey?) -> DeliveryFormat.RuleResult {
    let expected = "one structure of frame types and dependencies for both layers"
    let (base, alpha) = (facts.firstPictureTypes[0], facts.firstPictureTypes[1])
    if let base, base != alpha {
      let types = (Self.list(base.sorted()), Self.list((alpha ?? []).sorted()))
      return result(
        "frame-types", false,
        found: "the first picture is of type \(types.0) in the base layer, \(types.1) in the alpha layer",
        expected: expected)
    }
    if let frames, frames.count > 0 {
      let unlike = frames.firstOfUnlikeTypes.map { "picture \($0) has other types in the alpha layer" }
      return result(
        "frame-types", unlike == nil, found: unlike ?? "\(frames.count) pictures have the same types in both layers",
        expected: expected)
    }
    if facts.areTypesAligned == true {
      return result("frame-types", true, found: "the VPS extension guarantees matching types", expected: expected)
    }
    let seen = base.map { "those of the first picture match (type \(Self.list($0.sorted())))" }
    return notChecked(
      "frame-types", (seen ?? "the VPS extension does not guarantee it") + ", and no others are read", expected)
  }

  private func notChecked(_ rule: String, _ why: String, _ expected: String) -> DeliveryFormat.RuleResult {
    DeliveryFormat.RuleResult(rule: rule, outcome: .notChecked, found: why, expected: expected)
  }

  private var baseRangeResult: DeliveryFormat.RuleResult {
    let decision = resolved.decision(of: .range)
    // H.265 infers narrow if nothing states the range (clause E.3.1).
    return result(
      "base-range", resolved.color.range != .full, found: decision?.claims ?? "not stated, which means narrow",
      expected: "narrow range")
  }

  private func layerResult(_ rule: String, _ layer: Int) -> DeliveryFormat.RuleResult {
    let layers = Set(facts.parameterSets.filter { $0.kind != .video }.map(\.layer)).sorted()
    return result(
      rule, layers.contains(layer),
      found: layers.isEmpty ? "no parameter sets" : "parameter sets of layer \(Self.list(layers))",
      expected: "layer id \(layer)")
  }

  private var alphaRangeResult: DeliveryFormat.RuleResult {
    for statement in statements where statement.carrier == .auxiliaryLayer {
      guard let range = statement.value.color?.range else { continue }
      return result(
        "alpha-range", range == .full, found: "\(range.ffmpegName) (\(statement.carriedIn))", expected: "full range")
    }
    return notChecked("alpha-range", "no VUI of the layer states it", "full range")
  }

  private var videoSetResult: DeliveryFormat.RuleResult {
    let sets = facts.parameterSets.filter { $0.kind == .video }
    return result(
      "one-vps", sets.count == 1 && sets.first?.layer == 0,
      found: "\(sets.count) video parameter set\(sets.count == 1 ? "" : "s")", expected: "one that both layers share")
  }

  /// Checks that each layer has its own sets of a kind, with different numbers.
  private func ownSetsResult(_ rule: String, _ kind: CodecFacts.ParameterSet.Kind) -> DeliveryFormat.RuleResult {
    func ids(_ layer: Int) -> Set<Int> {
      Set(facts.parameterSets.filter { $0.kind == kind && $0.layer == layer }.map(\.id))
    }
    let (base, alpha) = (ids(0), ids(1))
    return result(
      rule, !base.isEmpty && !alpha.isEmpty && base.isDisjoint(with: alpha),
      found: "ids \(Self.list(base.sorted())) in the base layer, \(Self.list(alpha.sorted())) in the alpha layer",
      expected: "a set of its own for each layer, with different ids")
  }

  private var alphaMessageResult: DeliveryFormat.RuleResult {
    let expected = "alpha channel information in hvcC, straight or premultiplied"
    var elsewhere: Place?
    for statement in statements {
      guard let alpha = statement.value.alphaChannel else { continue }
      guard statement.carriedIn.path.contains("/hvcC ") else {
        elsewhere = elsewhere ?? statement.carriedIn
        continue
      }
      return result(
        "alpha-message", [.straight, .premultiplied].contains(alpha.use),
        found: "\(statement.value) (\(statement.carriedIn))",
        expected: expected)
    }
    return result(
      "alpha-message", false, found: elsewhere.map { "only elsewhere (\($0))" } ?? "none", expected: expected)
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
  }
}
