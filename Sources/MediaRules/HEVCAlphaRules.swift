internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles

extension TrackDescription {
  /// The rules of Apple's interoperability profile, as far as they can be checked without decoding.
  var hevcAlphaLines: [Conformity.Line] {
    guard facts.codec == .hevc else {
      return [line("codec", false, found: facts.summary, expected: "HEVC with two layers")]
    }
    return [
      sampleEntryLine("hvc1"),
      line(
        "layers", facts.layers == 2, found: facts.layers.map { "\($0) in the VPS" } ?? "not stated",
        expected: "a stream of two layers"),
      hevcLine("base-profile", profile: (1, "Main"), depth: 8),
      line(
        "base-chroma", facts.chroma == .yuv420, found: facts.chroma?.title ?? "not stated", expected: "4:2:0"),
      baseRangeLine, layerLine("base-layer", 0), layerLine("alpha-layer", 1), auxiliaryLine, alphaProfileLine,
      alphaChromaLine, alphaRangeLine, notChecked("alpha-neutral", "pictures are not decoded", "neutral chroma"),
      videoSetLine, extensionLine, ownSetsLine("own-sps", .sequence), ownSetsLine("own-pps", .picture), typesLine,
      alphaMessageLine,
    ]
  }

  /// The first layer above the base.
  private var alphaLayer: CodecFacts.Layer? { facts.upperLayers.first }

  private var auxiliaryLine: Conformity.Line {
    let expected = "auxiliary id 1, alpha, for layer 1"
    guard let layer = facts.upperLayers.first(where: { $0.auxiliary != nil }), let auxiliary = layer.auxiliary else {
      let extensionLine = extensionLine
      return extensionLine.outcome == .failed
        ? line("auxiliary-id", false, found: extensionLine.found, expected: expected)
        : notChecked("auxiliary-id", "the VPS extension could not be read", expected)
    }
    return line(
      "auxiliary-id", layer.id == 1 && auxiliary == CodecFacts.Layer.alpha,
      found: "auxiliary id \(auxiliary) for layer \(layer.id) in the VPS extension", expected: expected)
  }

  private static let isNotStated = "neither a VPS extension nor an SPS of the layer states it"

  private var alphaProfileLine: Conformity.Line {
    guard let layer = alphaLayer, let profile = layer.profile else {
      return notChecked("alpha-profile", Self.isNotStated, "Main with 8 bits")
    }
    var words = facts
    words.profile = profile
    let depths = [layer.bitDepth, layer.chromaBitDepth].compactMap(\.self)
    return line(
      "alpha-profile", profile == 1 && depths.allSatisfy { $0 == 8 },
      found: (words.profileName ?? "profile \(profile)") + (depths.first.map { ", \($0) bits" } ?? ""),
      expected: "Main with 8 bits")
  }

  private var alphaChromaLine: Conformity.Line {
    guard let chroma = alphaLayer?.chroma else {
      return notChecked("alpha-chroma", Self.isNotStated, "4:2:0")
    }
    return line("alpha-chroma", chroma == .yuv420, found: chroma.title, expected: "4:2:0")
  }

  private var extensionLine: Conformity.Line {
    let expected = "an extension that both layers share"
    return switch facts.hasLayerExtension {
    case true?: line("vps-extension", true, found: "the VPS has one", expected: expected)
    case false?: line("vps-extension", false, found: "the VPS has none", expected: expected)
    case nil where facts.layers ?? 1 < 2:
      line("vps-extension", false, found: "no VPS of two layers", expected: expected)
    case nil: notChecked("vps-extension", "the VPS could not be read that far", expected)
    }
  }

  /// The extension may guarantee that picture types match. Otherwise only slices show it, and only those of the first picture are read.
  private var typesLine: Conformity.Line {
    let expected = "one structure of frame types and dependencies for both layers"
    let (base, alpha) = (facts.firstPictureTypes[0], facts.firstPictureTypes[1])
    if let base, base != alpha {
      let types = (Self.list(base.sorted()), Self.list((alpha ?? []).sorted()))
      return line(
        "frame-types", false,
        found: "the first picture is of type \(types.0) in the base layer, \(types.1) in the alpha layer",
        expected: expected)
    }
    if facts.areTypesAligned == true {
      return line("frame-types", true, found: "the VPS extension guarantees matching types", expected: expected)
    }
    let seen = base.map { "those of the first picture match (type \(Self.list($0.sorted())))" }
    return notChecked(
      "frame-types", (seen ?? "the VPS extension does not guarantee it") + ", and no others are read", expected)
  }

  private func notChecked(_ rule: String, _ why: String, _ expected: String) -> Conformity.Line {
    Conformity.Line(rule: rule, outcome: .notChecked, found: why, expected: expected)
  }

  private var baseRangeLine: Conformity.Line {
    let decision = resolved.decision(of: .range)
    // H.265 infers narrow if nothing states the range (clause E.3.1).
    return line(
      "base-range", resolved.color.range != .full, found: decision?.claims ?? "not stated, which means narrow",
      expected: "narrow range")
  }

  private func layerLine(_ rule: String, _ layer: Int) -> Conformity.Line {
    let layers = Set(facts.parameterSets.filter { $0.kind != .video }.map(\.layer)).sorted()
    return line(
      rule, layers.contains(layer),
      found: layers.isEmpty ? "no parameter sets" : "parameter sets of layer \(Self.list(layers))",
      expected: "layer id \(layer)")
  }

  private var alphaRangeLine: Conformity.Line {
    for statement in statements where statement.carrier == .auxiliaryLayer {
      guard let range = statement.value.color?.range else { continue }
      return line(
        "alpha-range", range == .full, found: "\(range.ffmpegName) (\(statement.carriedIn))", expected: "full range")
    }
    return notChecked("alpha-range", "no VUI of the layer states it", "full range")
  }

  private var videoSetLine: Conformity.Line {
    let sets = facts.parameterSets.filter { $0.kind == .video }
    return line(
      "one-vps", sets.count == 1 && sets.first?.layer == 0,
      found: "\(sets.count) video parameter set\(sets.count == 1 ? "" : "s")", expected: "one that both layers share")
  }

  /// Checks that each layer has its own sets of a kind, with different numbers.
  private func ownSetsLine(_ rule: String, _ kind: CodecFacts.ParameterSet.Kind) -> Conformity.Line {
    func ids(_ layer: Int) -> Set<Int> {
      Set(facts.parameterSets.filter { $0.kind == kind && $0.layer == layer }.map(\.id))
    }
    let (base, alpha) = (ids(0), ids(1))
    return line(
      rule, !base.isEmpty && !alpha.isEmpty && base.isDisjoint(with: alpha),
      found: "ids \(Self.list(base.sorted())) in the base layer, \(Self.list(alpha.sorted())) in the alpha layer",
      expected: "a set of its own for each layer, with different ids")
  }

  private var alphaMessageLine: Conformity.Line {
    let expected = "alpha channel information in hvcC, straight or premultiplied"
    var elsewhere: Place?
    for statement in statements {
      guard let alpha = statement.value.alphaChannel else { continue }
      guard statement.carriedIn.path.contains("/hvcC ") else {
        elsewhere = elsewhere ?? statement.carriedIn
        continue
      }
      return line(
        "alpha-message", [.straight, .premultiplied].contains(alpha.use),
        found: "\(statement.value) (\(statement.carriedIn))",
        expected: expected)
    }
    return line(
      "alpha-message", false, found: elsewhere.map { "only elsewhere (\($0))" } ?? "none", expected: expected)
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
  }
}
