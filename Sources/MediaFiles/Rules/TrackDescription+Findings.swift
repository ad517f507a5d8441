extension TrackDescription {
  /// The findings about impossible, contradictory or misleading statements of this track.
  public var findings: [Finding] {
    let resolved = resolved
    return resolved.metadata.findings(transfer: resolved.color.transfer) + conflicts + otherParts
      + [shallowHDR(resolved.color)].compactMap(\.self) + unreadable.map(\.finding) + geometry.doubts
      + [unusedProfile, draftChunks, otherLayer].compactMap(\.self)
      + remarks
  }

  /// The finding that H.265 has a second layer, such as another view or a larger size; `nil` without one, and for alpha and depth.
  package var otherLayer: Finding? {
    let isLayered = facts.parameterSets.contains { $0.layer > 0 } || facts.firstPictureTypes.keys.contains { $0 > 0 }
    let isAuxiliary = hasAlpha || facts.upperLayers.contains { $0.auxiliary != nil }
    guard facts.codec == .hevc, isLayered, !isAuxiliary else { return nil }
    return Finding(
      code: "layers-left-out", found: "the stream has pictures of a second layer, as MV-HEVC and SHVC do",
      consequence: "the base layer is used alone", fix: "keep the file if the second layer is wanted")
  }

  /// The unintended disagreements between carriers, and those between a carrier and the samples.
  public var conflicts: [Finding] {
    let resolved = resolved
    return resolved.decisions.filter(\.isContradicted).map(\.conflict)
      + impossibleMatrices.map { statement in
        Finding(
          code: "impossible-matrix",
          found:
            "the matrix is \(MatrixCoefficients.identity.ffmpegName) in \(statement.carriedIn) although chroma is subsampled",
          expected: "the matrix of a Y′CbCr signal",
          consequence: resolved.color.matrix.map { "\($0.ffmpegName) is used, which is stated elsewhere" }
            ?? "it is left out",
          fix: "write the right matrix; \(.tag) changes the container of .mov and .mp4")
      }
  }

  private func shallowHDR(_ color: ColorDescription) -> Finding? {
    // The samples of a tone-mapped picture are computed from others, so their depth does not apply to it.
    codecTag == "tmap" ? nil : color.shallowHDR("the", bitDepth: facts.bitDepth, fix: .ofShallowSource)
  }

  /// The finding that an ICC profile, which is not read, states the color; `nil` without one.
  ///
  /// If tags also state the color, nothing is assumed.
  public var unusedProfile: Finding? {
    guard let profile = unreadProfile else { return nil }
    let tags = statements.compactMap(\.value.color).reduce(ColorDescription()) { $0.completed(by: $1) }
    let missing = [tags.primaries == nil ? "primaries" : nil, tags.transfer == nil ? "transfer" : nil].compactMap(
      \.self)
    guard let first = missing.first else {
      return Finding(
        code: Finding.unusedProfile, found: "\(profile.value.profileName) (\(profile.carriedIn)) states the color too",
        consequence: "the profile is ignored, and the tags are used",
        fix: "if the profile is right, state its values with \(.primaries) and \(.transfer)")
    }
    return Finding(
      code: "icc-profile-instead-of-tags",
      found:
        "\(profile.value.profileName) (\(profile.carriedIn)) states the color, but no tag states the \(missing.joined(separator: " or the "))",
      consequence: "the profile is ignored",
      fix: missing.count > 1
        ? "state its values with \(.primaries) and \(.transfer)"
        : "state its value with \(first == "primaries" ? SettingName.primaries : .transfer)")
  }

  package var unreadProfile: Statement? {
    statements.first { statement in
      switch statement.value {
      case .payload(let kind, _): kind == .iccProfile || kind == .pngChunk("iCCP")
      case .profile(let profile): !profile.isRead
      default: false
      }
    }
  }

  /// The finding that chunks of a PNG have their draft names; `nil` otherwise.
  private var draftChunks: Finding? {
    let names = statements.map(\.carriedIn.path).filter { facts.codec == .png && ["mDCv", "cLLi"].contains($0) }
    guard !names.isEmpty else { return nil }
    return Finding(
      code: "draft-png-chunks",
      found:
        "the PNG has \(names.joined(separator: " and ")), which PNG's drafts used for \(names.map { $0 == "mDCv" ? "mDCV" : "cLLI" }.joined(separator: " and "))",
      consequence:
        "it is read if the newer chunk is missing; an editor may have kept it although it changed the pixels",
      fix: "write the file again")
  }

  package var unreadable: [(topic: Topic, finding: Finding)] {
    statements.compactMap { statement in
      guard case .unreadable(let kind, _, let error) = statement.value else { return nil }
      return (
        statement.topic,
        Finding(
          code: "unreadable-metadata", found: "\(kind) in \(statement.carriedIn) cannot be read: \(error)",
          fix: "remove it, or write the file again")
      )
    }
  }
}

extension ResolvedTags<Statement>.Decision {
  /// The values and the kinds of places that state them: `the transfer is bt709 in the container, but arib-std-b67 in a message`.
  fileprivate var contradiction: String {
    var others: [String] = []
    for claim in overruled {
      let other = "\(claim.value) in \(claim.place)"
      if !others.contains(other) { others.append(other) }
    }
    return
      "the \(property.words) \(property == .primaries ? "are" : "is") \(believed.value) in \(believed.place), but \(others.joined(separator: " and "))"
  }

  fileprivate var conflict: Finding {
    Finding(
      code: "conflict-\(property.hyphenated)", found: contradiction, consequence: usualWinner,
      fix: "write the same value to both; \(.tag) changes the container of .mov and .mp4")
  }
}

extension ResolvedTags<Statement>.Claim {
  /// The kind of place that states it; a chunk of a PNG by its name.
  fileprivate var place: String {
    ["cICP", "iCCP", "sRGB", "mDCV", "mDCv", "cLLI", "cLLi"].contains(carriedIn.path)
      ? "the chunk \(carriedIn.path)" : carrier.words
  }
}

extension Statement.Carrier {
  fileprivate var words: String {
    switch self {
    case .container: "the container"
    case .message: "a message in the stream"
    case .parameterSet: "the stream's parameter sets"
    case .auxiliaryLayer: "the parameter sets of another layer"
    case .decoder: "the decoder"
    case .codecStandard: "the codec's standard"
    }
  }
}
