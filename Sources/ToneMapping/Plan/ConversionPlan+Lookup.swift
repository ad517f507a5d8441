internal import ColorOperations
internal import HDRMetadata

extension ConversionPlan {
  /// Plans the application of a lookup table.
  ///
  ///     let table = LookupTable(title: "PQ to BT.709", steps: [.cube(cube)])
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr, applying: table)
  ///
  /// The table maps the source's R′G′B′ signal to the display's, limited to `0...1` unless samples are floating-point; the meaning of the numbers
  /// depends on the table. The source therefore needs no transfer, and only the tags and the coding of the display are used.
  ///
  /// - Parameters:
  ///   - source: The known properties of the pictures; only their matrix, range and chroma location are used.
  ///   - display: The display for which the table was made.
  ///   - table: The table.
  ///   - interpolation: The interpolation of cubes; `nil` means the table's, or tetrahedral if it requests none.
  ///   - tableRange: The range of the table's signals; `nil` means the table's, or full if it states none. Narrow range is that of 10 bits, black at
  ///     64/1023 and white at 940/1023 (ITU-R BT.2100-3, Table 9), regardless of the depth of the frames.
  ///   - options: The options that do not concern light: dither, lattice and strictness.
  ///   - inputFormat: The pixel format of the source's frames.
  ///   - outputFormat: The pixel format to write; `nil` keeps the input's layout at the display's bit depth.
  /// - Throws: ``PlanError``, which covers every reason why a plan cannot be made.
  public init(
    from source: Source, to display: Display, applying table: LookupTable, interpolation: CubeInterpolation? = nil,
    tableRange: QuantizationRange? = nil, options: PlanOptions = PlanOptions(),
    reading inputFormat: PixelFormat = .yuv420p10, writing outputFormat: PixelFormat? = nil
  ) throws(PlanError) {
    try Self.refuseAbsurd(options)
    do { try table.checkSteps() } catch { throw .lookup(error) }
    assumptions = table.findings.map { Finding(code: $0.code, found: $0.found, consequence: $0.consequence) }
    assumptions += source.unusedMetadata(consequence: "one lookup table is applied to all frames")
    let color = try ResolvedColor(coding: source, format: inputFormat, assumptions: &assumptions)
    sourceCoding = try SignalCoding(color: color, format: inputFormat)
    targetCoding = try SignalCoding(for: display, in: outputFormat, like: inputFormat, options)
    // The part of PQ's light range that a table uses is unknown.
    targetLuminance = try Self.luminance(of: display, options, ofPQ: PerceptualQuantizer.peak)

    sourceTags = ColorDescription(
      primaries: source.color.primaries, transfer: source.color.transfer, matrix: color.matrix, range: color.range,
      chromaLocation: color.chromaLocation)
    sourceTransfer = source.ownTransfer ?? sourceTags.transfer?.function
    sourceGamut = source.gamut ?? sourceTags.primaries.map { Gamut($0) }
    (sourceLuminance, peakEvidence, lookupTable, tables) = (nil, nil, table, DisplayTables())
    (self.source, self.display, self.options) = (source, display, options)
    targetTags = targetCoding.color.description
    let ranges = (tableRange ?? table.inputRange ?? .full, tableRange ?? table.outputRange ?? .full)
    if case .flattened(let background)? = options.alpha, background.compositing == .light {
      throw .backgroundInLightOfTable
    }
    alpha = try AlphaUse(of: source, options, from: sourceCoding, to: targetCoding, keepsSignal: false)
    light = .ofTable(ranges == (.narrow, .narrow) ? .narrow : .full)
    var steps = PlanSteps()
    steps.decode(sourceCoding, alpha, for: targetCoding.format)
    steps.append(
      table, interpolation: interpolation ?? table.interpolation ?? .tetrahedral, ranges: ranges,
      limiting: !targetCoding.format.isFloat)
    alpha?.premultiplyOrFlatten(in: &steps)
    // A table may start with a matrix, which light never does.
    steps.encode(
      targetCoding, workingUnit: targetLuminance.peak, readingMayCover: alpha == nil && options.latticeSize == nil)
    steps.write(targetCoding, alpha, options.dither)
    self.steps = steps
    assumptions += assumptionsOfAlpha
    if case .luminance = display.surround {
      assumptions.note(
        "viewing-ignored", "the viewing light has no effect, because a lookup table is applied",
        consequence: "ignoring it")
    }
    if options.look != .neutral {
      assumptions.note(
        "look-ignored", "the look has no effect, because a lookup table is applied", consequence: "ignoring it")
    }
    try refuseAssumptions()
  }
}

extension PlanSteps {
  /// Appends a lookup table between two signals; `limits` means that its output is limited to `0...1`.
  fileprivate mutating func append(
    _ table: LookupTable, interpolation: CubeInterpolation,
    ranges: (input: QuantizationRange, output: QuantizationRange), limiting limits: Bool
  ) {
    let steps: [(operation: any ColorOperation, words: String)] = table.steps.map { step in
      switch step {
      case .curves(let curves): (curves, "\(curves) for each component")
      case .cube(let cube): (CubeLookup(cube, interpolation), "\(cube), \(interpolation.rawValue)")
      case .matrix(let matrix, let offset): (Affine(matrix, adding: offset), "a matrix")
      case .functions(let functions): (functions, "\(functions) of each component")
      case .limit(let range): (Limit(range), "a limit")
      }
    }
    var applied = steps.map(\.operation)
    // The table's 0…1 contains black and white of narrow range.
    let (scale, black) = LookupColor.shares(.narrow)
    if ranges.input == .narrow {
      // If the table gives signals, its input unit needs no separate name.
      let unit: ColorUnit? = ranges.output == .narrow ? .table : nil
      applied.insert(
        Affine(scale: SIMD3(repeating: scale), adding: SIMD3(repeating: black), taking: .signal, giving: unit), at: 0)
    }
    if ranges.output == .narrow {
      applied.append(
        Affine(scale: SIMD3(repeating: 1 / scale), adding: SIMD3(repeating: -black / scale), giving: .signal))
    }
    let parts = steps.isEmpty ? ["a table without steps, which changes nothing"] : steps.map(\.words)
    // A title may contain line breaks from a file.
    let title = table.title.map { "\"\(String($0.map { $0.isNewline ? " " : $0 }))\", " } ?? ""
    let narrow =
      switch ranges {
      case (.full, .full): ""
      case (.narrow, .narrow): ", in signals of narrow range"
      case (.narrow, .full): ", from signals of narrow range"
      case (.full, .narrow): ", to signals of narrow range"
      }
    append(.lookup, title + parts.joined(separator: ", then ") + narrow, limits ? applied + [Limit(0...1)] : applied)
  }
}
