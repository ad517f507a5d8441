extension ConversionPlan {
  /// The error of the requested lattice relative to this plan, or of the lattice of a caller-supplied gamut map; `nil` without a lattice, and if
  /// source and target differ only in coding, since no lattice is then used. The first access compiles the plan.
  public var approximation: LatticeApproximation? {
    let hasLattice = options.latticeSize != nil || operations.contains { $0 is SampledGamutMap }
    return hasLattice ? (try? program.get())?.approximation : nil
  }

  /// Whether frames are converted with vectors; otherwise color by color in `Double`, hundreds of times slower: see ``findings``.
  ///
  /// The first access compiles the plan, as its first frame would.
  public var isVectorized: Bool { unsupportedOperation == nil }

  /// Findings that a user should know: of the conversion of frames, `color-by-color` without vectors; of the source and the output, `hdr-in-8-bits`,
  /// `unusual-matrix`, `unusual-primaries`, `premultiplied-unsaid`; and of a caller-supplied tone curve, `tone-falls`.
  ///
  /// They are not assumptions, so ``PlanOptions/strict`` allows them. The first access compiles the plan.
  public var findings: [Finding] {
    guard let unsupportedOperation else { return findingsOfColor }
    return findingsOfColor + [
      Finding(
        code: "color-by-color", found: "the plan cannot run on vectors, because \(unsupportedOperation)",
        consequence: "converting frames color by color, hundreds of times slower",
        fix: "choose a lattice, which states its error, such as \(.latticeSize, 33)")
    ]
  }

  /// The findings for which nothing is compiled: all except `color-by-color`.
  package var findingsOfColor: [Finding] {
    let unsaid = Finding(
      code: "premultiplied-unsaid", found: "the output's color is premultiplied, but no tag states it",
      fix: "document it for the consumer, or write straight color")
    let alpha = outputAlpha?.mode == .premultiplied ? [unsaid] : []
    let shallow = [
      sourceTags.shallowHDR(
        "the source's", bitDepth: source.codedBitDepth ?? inputFormat.bitDepth, fix: .ofShallowSource), shallowOutput,
    ]
    return (shallow + [fallOfCurve]).compactMap(\.self) + targetTags.oddities + alpha
  }

  /// The finding for an output that is PQ or HLG in 8 bits.
  package var shallowOutput: Finding? {
    targetTags.shallowHDR(
      "the output's", bitDepth: outputFormat.bitDepth, fix: "choose 10 bits with \(.outPixelFormat)")
  }

  /// The storage of alpha in the output, in full range; `nil` if the output has no alpha.
  public var outputAlpha: AlphaCoding? {
    guard outputFormat.hasAlpha else { return nil }
    let wanted = options.alpha ?? .kept(source.alpha?.mode ?? .straight)
    return AlphaCoding(inputFormat.hasAlpha && wanted == .kept(.premultiplied) ? .premultiplied : .straight)
  }
}
