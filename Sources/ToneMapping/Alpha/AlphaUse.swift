internal import ColorOperations

/// The treatment of alpha in a plan, decided from the formats and the options.
struct AlphaUse: Hashable, Sendable {
  /// The code of no coverage, and that of full coverage, in the input.
  let transparent, opaque: Double
  let divides: Bool
  /// The treatment of alpha in the output; `nil` if it is dropped.
  let output: AlphaOutput?
  /// Whether samples of color depend on alpha; otherwise only its own codes change.
  let changesSamples: Bool
  /// Whether the source's and the output's chroma are weighted by coverage: in straight color, pixels without coverage do not count.
  let weighsInput, weighsOutput: Bool

  /// Decides the treatment; `nil` if the input has no alpha, or if alpha only moves from one format to the other.
  ///
  /// - Parameters:
  ///   - keepsSignal: Whether colors are unchanged.
  ///   - chromaStays: Whether each sample of subsampled chroma keeps its position in the output.
  /// - Throws: ``PlanError`` for choices that cannot be carried out.
  init?(
    of source: Source, _ options: PlanOptions, from sourceCoding: SignalCoding, to targetCoding: SignalCoding,
    keepsSignal: Bool, chromaStays: Bool = false
  ) throws(PlanError) {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    guard input.hasAlpha else { return nil }
    let codes = source.alpha?.codes
    if let codes {
      let range = 0...CodeLevel(input.maximumCode)
      guard !input.isFloat, range.contains(codes.transparent), range.contains(codes.opaque),
        codes.transparent != codes.opaque
      else { throw .alphaCodes(codes, input) }
    }
    if case .flattened(let background)? = options.alpha {
      if case .color(let color) = background.content,
        ![color.components.x, color.components.y, color.components.z].allSatisfy((0...1).contains)
      {
        throw .backgroundOutOfRange(color)
      }
      if output.hasAlpha { throw .flattenedAlpha(output) }
    }
    let mode = source.alpha?.mode ?? .straight
    let wanted = options.alpha ?? .kept(mode)
    transparent = codes?.transparent.value ?? 0
    opaque = codes?.opaque.value ?? input.opaqueAlpha
    switch wanted {
    case .flattened: self.output = wanted
    case .kept: self.output = output.hasAlpha ? wanted : nil
    }
    // Resampling beside straight color is weighted; premultiplied color is already weighted.
    let isSampledAnew = (input.chroma != .c444 || output.chroma != .c444) && !chromaStays
    let staysAsItIs = keepsSignal && self.output == .kept(mode) && (mode == .premultiplied || !isSampledAnew)
    divides = mode == .premultiplied && !staysAsItIs
    changesSamples = !staysAsItIs
    weighsInput = input.chroma != .c444 && !staysAsItIs && (divides || self.output != nil)
    weighsOutput = output.chroma != .c444 && !staysAsItIs && self.output == .kept(.straight)
    let isFull = transparent == 0 && opaque == input.opaqueAlpha
    let isStraight = mode == .straight && (self.output == nil || self.output == .kept(.straight))
    // Alpha that affects nothing is moved while color is read.
    if isFull, isStraight || staysAsItIs, !weighsInput, !weighsOutput { return nil }
    if self.output == nil, !divides { return nil }
    if options.latticeSize != nil, divides || multiplies || background != nil { throw .latticeOfAlpha }
    if divides, !sourceCoding.isMatrix { throw .premultiplied(sourceCoding.matrixCoding.coefficients) }
  }

  /// Whether color is multiplied by alpha at the end.
  var multiplies: Bool { output == .kept(.premultiplied) && changesSamples }

  var background: Background? { if case .flattened(let background) = output { background } else { nil } }

  /// Appends the decision before encoding, if there is one.
  func premultiplyOrFlatten(in steps: inout PlanSteps) {
    if multiplies {
      steps.append(.premultiply, "signal by alpha, which is linear coverage", [CoverageOperation.multiply])
    } else if let background, background.compositing == .signal {
      steps.append(
        .composite, "over \(background.content.words), in the signal", [background.content.under(through: [])])
    }
  }

  var needsPicture: Bool { background?.content == .picture }
}

extension Background.Content {
  var words: String {
    guard case .color(let color) = self else { return "a picture" }
    func text(_ component: Int) -> String { "\(color.components[component].rounded(to: 4))" }
    return "R′G′B′ (\(text(0)), \(text(1)), \(text(2)))"
  }

  /// Composites colors over the background, in the domain to which its signal is linearized.
  ///
  /// - Parameter linearization: From a picture's signal, limited to `0...1`, to the domain of the colors.
  func under(through linearization: Operations) -> CoverageOperation {
    switch self {
    case .color(let color): .over(linearization(color.components))
    case .picture: .overPicture([Limit(0...1)] + linearization)
    }
  }
}

extension ConversionPlan {
  var assumptionsOfAlpha: [Finding] {
    guard inputFormat.hasAlpha else { return [] }
    var findings: [Finding] = []
    if source.alpha?.isModeStated != true, alpha != nil || outputFormat.hasAlpha {
      findings.note(
        "missing-alpha-mode", "the source does not state whether its alpha is straight or premultiplied",
        consequence: "assuming straight", fix: "say so with \(.alpha, "straight") or \(.alpha, "premultiplied")")
    }
    if case .flattened? = options.alpha { return findings }
    if !outputFormat.hasAlpha {
      findings.note(
        "alpha-dropped", "\(outputFormat.name) has no alpha plane", consequence: "dropping the source's alpha",
        fix:
          "to keep it, choose an output pixel format with alpha, and a file and codec that hold it, such as ProRes in .mov, or .png"
      )
    }
    return findings
  }
}
