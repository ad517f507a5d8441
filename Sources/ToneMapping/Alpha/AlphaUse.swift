internal import ColorOperations

/// The treatment of alpha in a plan, decided from the formats and the options, and its operations on a strip: `StripRow.alpha` holds alpha,
/// `StripRow.chromaCoverage` the coverage of chroma.
struct AlphaUse: Hashable, Sendable {
  /// The weight of pixels without coverage, so that chroma is defined where nothing else has weight.
  static let trace: Float = 0x1p-30

  /// The code of no coverage, and that of full coverage, in the input.
  let transparent, opaque: Double
  /// From codes to coverage.
  private let scale, offset: Float
  let divides: Bool
  /// The treatment of alpha in the output; `nil` if it is dropped.
  let output: AlphaOutput?
  /// Whether samples of color depend on alpha; otherwise only its own codes change.
  let changesSamples: Bool
  /// Whether the source's and the output's chroma are weighted by coverage: in straight color, pixels without coverage do not count.
  let weighsInput, weighsOutput: Bool

  /// Decides the treatment; `nil` if the input has no alpha, or if alpha only moves from one format to the other.
  ///
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
      if case .color(let color) = background.content, !(0..<3).allSatisfy({ (0...1).contains(color.components[$0]) }) {
        throw .backgroundOutOfRange(color)
      }
      if output.hasAlpha { throw .flattenedAlpha(output) }
    }
    let mode = source.alpha?.mode ?? .straight
    let wanted = options.alpha ?? .kept(mode)
    transparent = codes?.transparent.value ?? 0
    opaque = codes?.opaque.value ?? input.opaqueAlpha
    scale = Float(1 / (opaque - transparent))
    offset = Float(-transparent / (opaque - transparent))
    if case .kept = wanted, !output.hasAlpha { self.output = nil } else { self.output = wanted }
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

  // MARK: Strips

  @inline(__always) func coverage(_ code: Float) -> Float { min(max(code * scale + offset, 0), 1) }

  /// Converts the codes in the row of alpha to coverage, and divides by it; a quotient is 0 where the coverage is 0.
  func afterReading(_ count: Int, in scratch: BandScratch) {
    func quotient(_ number: Float, _ coverage: Float) -> Float { coverage > 0 ? number / coverage : 0 }
    let (luma, cb, cr) = unsafe scratch.rows(StripRow.color)
    let (alpha, chroma) = unsafe (scratch.row(StripRow.alpha), scratch.row(StripRow.chromaCoverage))
    for x in 0..<count { unsafe alpha[x] = coverage(alpha[x]) }
    if divides { for x in 0..<count { unsafe luma[x] = quotient(luma[x], alpha[x]) } }
    guard divides || weighsInput else { return }
    let weight = unsafe weighsInput ? chroma : alpha
    for x in 0..<count { unsafe cb[x] = quotient(cb[x], weight[x]) }
    for x in 0..<count { unsafe cr[x] = quotient(cr[x], weight[x]) }
  }
}

extension Background.Content {
  var words: String {
    guard case .color(let color) = self else { return "a picture" }
    return "R′G′B′ (\((0..<3).map { "\(color.components[$0].rounded(to: 4))" }.joined(separator: ", ")))"
  }

  /// Composites colors over the background, in the domain to which its signal, limited to `0...1`, is linearized.
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
