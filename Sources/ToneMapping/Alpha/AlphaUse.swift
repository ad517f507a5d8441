internal import ColorOperations

/// The treatment of alpha in a plan, decided from the formats and the options.
struct AlphaUse: Hashable, Sendable {
  /// The code of no coverage, and that of full coverage, in the input.
  let transparent, opaque: Double
  /// Whether the source's color is divided by alpha.
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
  ///   - source: The storage of alpha in the source; `nil` if it is unknown.
  ///   - asked: The requested treatment; `nil` keeps alpha as in the source.
  ///   - keepsSignal: Whether colors are unchanged.
  ///   - chromaStays: Whether each sample of subsampled chroma keeps its position in the output.
  init?(
    _ source: AlphaCoding?, becoming asked: AlphaOutput?, from input: PixelFormat, to output: PixelFormat,
    keepsSignal: Bool,
    chromaStays: Bool
  ) {
    guard input.hasAlpha else { return nil }
    let mode = source?.mode ?? .straight
    let wanted = asked ?? .kept(mode)
    let codes = source?.codes
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
  }

  /// Whether color is multiplied by alpha at the end.
  var multiplies: Bool { output == .kept(.premultiplied) && changesSamples }

  /// Whether alpha changes a color.
  var changesColor: Bool { divides || multiplies || background != nil }

  /// The background, if there is one.
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

  /// Whether the background is a picture.
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
  /// Decides the treatment of alpha.
  ///
  /// - Throws: ``PlanError`` for choices that cannot be carried out.
  static func alpha(
    of source: Source, _ options: PlanOptions, from sourceCoding: SignalCoding, to targetCoding: SignalCoding,
    keepsSignal: Bool,
    chromaStays: Bool = false
  ) throws(PlanError) -> AlphaUse? {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    guard input.hasAlpha else { return nil }
    if let codes = source.alpha?.codes {
      let range = 0...CodeLevel(input.maximumCode)
      guard !input.isFloat, range.contains(codes.transparent), range.contains(codes.opaque),
        codes.transparent != codes.opaque
      else { throw .alpha(.codes(codes, input)) }
    }
    if case .flattened(let background)? = options.alpha {
      if case .color(let color) = background.content,
        ![color.components.x, color.components.y, color.components.z].allSatisfy((0...1).contains)
      {
        throw .alpha(.backgroundOutOfRange(color))
      }
      if output.hasAlpha { throw .alpha(.flattened(output)) }
    }
    guard
      let use = AlphaUse(
        source.alpha, becoming: options.alpha, from: input, to: output, keepsSignal: keepsSignal,
        chromaStays: chromaStays)
    else { return nil }
    if options.latticeSize != nil, use.changesColor { throw .alpha(.lattice) }
    if use.divides, !sourceCoding.isMatrix { throw .alpha(.premultiplied(sourceCoding.matrixCoding.coefficients)) }
    return use
  }

  /// The assumptions about alpha.
  static func assumptionsOfAlpha(
    of source: Source, from input: PixelFormat, to output: PixelFormat, _ use: AlphaUse?, _ options: PlanOptions
  ) -> [Finding] {
    guard input.hasAlpha else { return [] }
    var findings: [Finding] = []
    let isUsed = use != nil || output.hasAlpha
    if source.alpha?.isModeStated != true, isUsed {
      findings.append(
        Finding(
          code: "missing-alpha-mode",
          found: "the source does not state whether its alpha is straight or premultiplied",
          consequence: "assuming straight",
          fix: "say so with \(.alpha, "straight") or \(.alpha, "premultiplied")"))
    }
    if case .flattened? = options.alpha { return findings }
    if let loss = lossOfAlpha(from: input, to: output) { findings.append(loss) }
    return findings
  }
}
