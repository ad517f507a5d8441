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
      alphaChromaResult, alphaRangeResult, neutralResult, videoSetResult, extensionResult,
      ownSetsResult("own-sps", .sequence), ownSetsResult("own-pps", .picture), typesResult(frames), alphaMessageResult,
    ]
  }

  private var auxiliaryResult: DeliveryFormat.RuleResult {
    let expected = "auxiliary id 1, alpha, for layer 1"
    guard let layer = facts.upperLayers.first(where: { $0.auxiliary != nil }), let auxiliary = layer.auxiliary else {
      let isAbsent = extensionResult.outcome == .failed
      return result(
        "auxiliary-id", isAbsent ? false : nil,
        found: isAbsent ? extensionResult.found : "the VPS extension could not be read", expected: expected)
    }
    return result(
      "auxiliary-id", layer.id == 1 && auxiliary == CodecFacts.Layer.alpha,
      found: "auxiliary id \(auxiliary) for layer \(layer.id) in the VPS extension", expected: expected)
  }

  private static let isNotStated = "neither a VPS extension nor an SPS of the layer states it"

  private var alphaProfileResult: DeliveryFormat.RuleResult {
    var (words, isKept, found) = (facts, nil as Bool?, Self.isNotStated)
    if let layer = facts.upperLayers.first, let profile = layer.profile {
      words.profile = profile
      let depths = [layer.bitDepth, layer.chromaBitDepth].compactMap(\.self)
      isKept = profile == 1 && depths.allSatisfy { $0 == 8 }
      found = (words.profileName ?? "profile \(profile)") + (depths.first.map { ", \($0) bits" } ?? "")
    }
    return result("alpha-profile", isKept, found: found, expected: "Main with 8 bits")
  }

  private var alphaChromaResult: DeliveryFormat.RuleResult {
    let chroma = facts.upperLayers.first?.chroma
    return result(
      "alpha-chroma", chroma.map { $0 == .yuv420 }, found: chroma?.title ?? Self.isNotStated, expected: "4:2:0")
  }

  private var neutralResult: DeliveryFormat.RuleResult {
    let found = facts.isAlphaChromaNeutral.map { "the first picture has \($0 ? "neutral" : "other") chroma" }
    return result(
      "alpha-neutral", facts.isAlphaChromaNeutral, found: found ?? "no picture of the layer was decoded",
      expected: "neutral chroma")
  }

  private var extensionResult: DeliveryFormat.RuleResult {
    let (isKept, found): (Bool?, String) =
      switch facts.hasLayerExtension {
      case true?: (true, "the VPS has one")
      case false?: (false, "the VPS has none")
      case nil where facts.layers ?? 1 < 2: (false, "no VPS of two layers")
      case nil: (nil, "the VPS could not be read that far")
      }
    return result("vps-extension", isKept, found: found, expected: "an extension that both layers share")
  }

  /// Whether picture types match in both layers: in the first picture, and in all pictures if they are read, or else by the extension's guarantee.
  private func typesResult(_ frames: FrameSurvey?) -> DeliveryFormat.RuleResult {
    let (base, alpha) = (facts.firstPictureTypes[0], facts.firstPictureTypes[1])
    let (isKept, found): (Bool?, String)
    if let base, base != alpha {
      let types = (Self.list(base.sorted()), Self.list((alpha ?? []).sorted()))
      isKept = false
      found = "the first picture is of type \(types.0) in the base layer, \(types.1) in the alpha layer"
    } else if let frames, frames.count > 0 {
      let unlike = frames.firstOfUnlikeTypes.map { "picture \($0) has other types in the alpha layer" }
      (isKept, found) = (unlike == nil, unlike ?? "\(frames.count) pictures have the same types in both layers")
    } else if facts.areTypesAligned == true {
      (isKept, found) = (true, "the VPS extension guarantees matching types")
    } else {
      let seen = base.map { "those of the first picture match (type \(Self.list($0.sorted())))" }
      (isKept, found) = (nil, (seen ?? "the VPS extension does not guarantee it") + ", and no others are read")
    }
    return result(
      "frame-types", isKept, found: found, expected: "one structure of frame types and dependencies for both layers")
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
    let stated = statements.first { $0.carrier == .auxiliaryLayer && $0.value.color?.range != nil }
    let range = stated?.value.color?.range
    return result(
      "alpha-range", range.map { $0 == .full },
      found: stated.map { "\(range!.ffmpegName) (\($0.carriedIn))" } ?? "no VUI of the layer states it",
      expected: "full range")
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
    let messages = statements.filter { $0.value.alphaChannel != nil }
    let own = messages.first { $0.carriedIn.path.contains("/hvcC ") }
    return result(
      "alpha-message", [.straight, .premultiplied].contains(own?.value.alphaChannel?.use),
      found: own.map { "\($0.value) (\($0.carriedIn))" }
        ?? messages.first.map { "only elsewhere (\($0.carriedIn))" } ?? "none",
      expected: "alpha channel information in hvcC, straight or premultiplied")
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
  }
}
