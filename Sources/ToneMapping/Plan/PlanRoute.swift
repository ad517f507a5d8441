internal import ColorOperations

/// All that a plan does with samples, in order: what its stages tell, and what a converter carries out.
struct PlanRoute: Sendable {
  /// What becomes of the source's light.
  let light: LightChange
  /// What is done with samples at both ends.
  let samples: SampleStrokes
  /// From codes to the source's signal.
  let decoding: Decoding
  /// From the source's signal to the target's.
  let conversion: StageList<Signal, Signal>
  /// From the target's signal to codes.
  let encoding: StageList<Signal, Codes>
  /// From what the read stroke leaves, where alpha is used, to codes.
  let afterAlpha: Operations<CodedComponents, Codes>
  /// What the read stroke leaves.
  let unitRead: ColorUnit
  /// The samples along each axis of the lattice that stands for what is between the signals; `nil` without one.
  private let latticeSize: Int?
  /// How many operations on colors the read stroke carries out, if the lanes have steps for the others: matrices, and what alpha divides.
  private let readCount: Int
  /// The stages on samples before colors, those on colors, that by which pixels share chroma, and the last.
  private let before, colors, sharing, rounding: StageList<Codes, Codes>

  /// What is done with samples between two codings.
  ///
  /// - Parameters:
  ///   - sourceCoding: How the source's signal is coded.
  ///   - conversion: From the source's signal to the target's.
  ///   - targetCoding: How the target's signal is coded.
  ///   - light: What becomes of the source's light.
  ///   - keepsSamples: Whether samples only change their coding, each where it is.
  ///   - latticeSize: The size of the lattice that is to stand for what is between the signals.
  ///   - peak: The peak of the target's light.
  ///   - alpha: What is done with alpha.
  ///   - dither: What is added before rounding.
  init(
    from sourceCoding: SignalCoding, by conversion: StageList<Signal, Signal>, to targetCoding: SignalCoding,
    changing light: LightChange, keepingSamples keepsSamples: Bool = false, latticeSize: Int?, peak: Luminance,
    _ alpha: AlphaUse?, dither: Dither
  ) {
    self.light = light
    samples = SampleStrokes(
      format: sourceCoding.format, quantization: sourceCoding.quantization, alpha: alpha,
      upsampling: keepsSamples ? nil : sourceCoding.resampling(isWeighed: alpha?.weighsInput ?? false),
      recoding: keepsSamples ? sourceCoding.recoding(to: targetCoding) : nil,
      downsampling: keepsSamples ? nil : targetCoding.resampling(isWeighed: alpha?.weighsOutput ?? false),
      rounding: Rounding(format: targetCoding.format, dither: dither))
    self.latticeSize = light == .none ? nil : latticeSize
    decoding = sourceCoding.decoding(with: alpha)
    self.conversion = conversion.then(alpha?.beforeEncoding ?? .none)
    encoding = targetCoding.encoding(workingUnit: peak)
    afterAlpha = decoding.componentsToSignal.then(self.conversion.operations).then(encoding.operations)
    before = samples.upsampling?.upsample ?? .none
    sharing = samples.downsampling?.downsample ?? .none
    rounding = samples.rounding.stages
    if let recoding = samples.recoding {
      colors = StageList(.keep, sourceCoding.detail(recodedTo: targetCoding), recoding.operations)
      (readCount, unitRead) = (colors.count, .codes)
      return
    }
    colors = decoding.stages.then(self.conversion).then(encoding)
    if decoding.readCount < decoding.stages.count {
      // ICtCp is read as far as L′M′S′, unless alpha comes in before.
      let isLMS = alpha == nil && decoding.readCount > decoding.toComponents.operations.count
      (readCount, unitRead) = (decoding.readCount, isLMS ? .lms : .components)
    } else {
      // A lookup table may begin with a matrix, which light never does.
      let more = colors.operations.operations.dropFirst(decoding.readCount).prefix(while: \.isRead).count
      var isOfTable = false
      if case .ofTable = light { isOfTable = true }
      let read = isOfTable && latticeSize == nil ? more : 0
      (readCount, unitRead) = (decoding.readCount + read, read == 0 ? .signal : .table)
    }
  }

  /// What lookup tables take and give: in full range, that is the signal.
  var unitOfTables: ColorUnit { light == .ofTable(.narrow) ? .table : .signal }

  /// Whether components are limited, other than by the tone curve.
  var limitsComponents: Bool { colors.limitsComponents }

  /// Every stage, from codes to codes.
  var whole: StageList<Codes, Codes> { before.then(colors).then(sharing).then(rounding) }

  // MARK: Strokes

  /// The strokes that a program for the lanes can be compiled from: the first of which every operation has steps.
  var strokesOnLanes: [PlanStrokes] {
    guard let latticeSize else { return [strokes(reading: readCount)] }
    let (all, components) = (decoding.stages.count, decoding.toComponents.operations.count)
    // If the source's coding has no steps, the lattice covers the coded components, so every function of three numbers has a program.
    return [
      strokes(reading: decoding.readCount, lattice: (after: all, latticeSize, of: .signal)),
      strokes(reading: components, lattice: (after: components, latticeSize, of: .components)),
    ]
  }

  /// The strokes without such a program: codes are read as they are, or as far as alpha is needed, and each color is computed by itself.
  var strokesColorByColor: PlanStrokes { strokes(reading: samples.alpha == nil ? 0 : decoding.readCount) }

  /// The strokes that read with so many operations, and have a lattice in place of those after others.
  private func strokes(
    reading count: Int, lattice: (after: Int, size: Int, of: ColorUnit)? = nil
  ) -> PlanStrokes {
    let stages = colors.stages.map { StagePart($0, $0.kind == .keep ? samples.recoding.map { .keep($0) } : nil) }
    let components = decoding.toComponents.operations.count
    let isComponents = samples.alpha != nil || count == components
    let unit: ColorUnit = count >= decoding.stages.count ? unitRead : isComponents ? .components : .lms
    let (read, others) = stages.split(after: count, leaving: unit)
    let (color, sampled) =
      lattice.map { others.split(after: $0.after - count, leaving: $0.of) } ?? (others, [])
    let opening = samples.opening.compactMap { StagePart($0) }
    let isWeighed = samples.upsampling?.isWeighed == true
    let upsampled = before.stages.map { StagePart($0, samples.upsampling.map { .upsample($0) }) }.map {
      isWeighed ? $0.ofComponents : $0
    }
    // What alpha divides is divided once both are read.
    let (decoded, divided) =
      samples.alpha?.divides == true ? read.split(after: components, leaving: .components) : (read, [])
    let alpha = (samples.alphaRead.compactMap { StagePart($0) }, samples.dividing.compactMap { StagePart($0) })
    func ofLuma(_ parts: [StagePart]) -> [StagePart] { isWeighed ? parts.map(\.ofLuma) : parts }
    let reading = opening + upsampled + ofLuma(decoded) + alpha.0 + ofLuma(divided) + alpha.1
    let rounded = rounding.stages.map { StagePart($0, .round(samples.rounding)) }
    var chroma: [StagePart] = []
    if samples.rounding.hasChromaRows {
      // Chroma that stays where it is goes through every stage of samples by itself.
      let kept = samples.recoding == nil ? [] : opening + read
      chroma = kept.map { StagePart(as: $0) }
      chroma += sharing.stages.map { StagePart($0, samples.downsampling.map { .downsample($0) }) }
      chroma += rounded.map { StagePart(as: $0) }
    }
    return PlanStrokes(
      prepare: samples.preparation.compactMap { StagePart($0) },
      read: reading.isEmpty ? [SampleOperation.load].compactMap { StagePart($0) } : reading, color: color,
      write: samples.closing.compactMap { StagePart($0) } + rounded, chroma: chroma,
      lattice: lattice.map { SampledStages(size: $0.size, argument: $0.of, stages: sampled) })
  }
}

/// What is done with samples at both ends of a route, apart from their colors. A converter can run the program of any plan that agrees in
/// this with its own.
struct SampleStrokes: Hashable, Sendable {
  /// The source's format, and what its codes stand for; `nil` for floating point.
  let format: PixelFormat
  let quantization: Quantization?
  /// What is done with alpha; `nil` if colors do not depend on it.
  let alpha: AlphaUse?
  /// How each pixel gets chroma; `nil` if each has a sample, or samples stay where they are.
  let upsampling: ChromaResampling?
  /// What is done in place of everything but rounding if samples of subsampled chroma stay where they are.
  let recoding: Recoding?
  /// How pixels become samples of chroma; `nil` if each has a sample, or samples stay where they are.
  let downsampling: ChromaResampling?
  let rounding: Rounding

  /// What is done with all rows before the first is read.
  var preparation: [SampleOperation] {
    guard let alpha, let upsampling, upsampling.isWeighed else { return [] }
    return [.weighChroma(upsampling, alpha)]
  }

  /// How samples become codes; nothing where they are that already.
  var opening: [SampleOperation] {
    (format.packing == nil ? [] : [.unpack(format)]) + (format.isFloat ? [.finite] : [])
  }

  /// How alpha is read.
  var alphaRead: [SampleOperation] {
    if let alpha { return [.coverage(alpha)] }
    guard rounding.format.hasAlpha else { return [] }
    return [format.hasAlpha ? .alpha(from: format, to: rounding.format) : .opaque(rounding.format)]
  }

  /// What is read once alpha has divided.
  var dividing: [SampleOperation] {
    (upsampling?.isWeighed == true ? [.divideChroma] : []) + (alpha?.needsPicture == true ? [.background] : [])
  }

  /// What is done before codes become samples.
  var closing: [SampleOperation] {
    (downsampling?.isWeighed == true ? [.multiplyChroma] : [])
      + (alpha != nil && rounding.format.hasAlpha ? [.alphaCodes(rounding.format)] : [])
  }
}

/// What a plan does to the light of its source.
enum LightChange: Hashable, Sendable {
  /// Nothing: source and target differ only in coding.
  case none
  /// It becomes other light, or the signal of other light.
  ///
  /// With a tone curve or a gamut map, that ends at the target's peak, whatever the source contains. Without either, light above the peak
  /// passes: SDR signals above 1, and PQ above the source's stated peak.
  case converted(endsAtPeak: Bool)
  /// What a lookup table makes of it, only the table's maker knows.
  ///
  /// - Parameter range: The range of the signals that the table takes and gives.
  case ofTable(QuantizationRange)
}

/// From codes to the source's signal. Where alpha is used, it comes in once codes are scaled.
struct Decoding: Sendable {
  /// All of it, with the division by alpha if there is one.
  let stages: StageList<Codes, Signal>
  /// What is done before alpha comes in.
  let toComponents: Operations<Codes, CodedComponents>
  /// What is done after it.
  let componentsToSignal: Operations<CodedComponents, Signal>
  /// How many operations are carried out while reading.
  let readCount: Int

  /// - Parameter hasAlpha: Whether alpha is used, so that what follows its division is not read.
  init(
    _ stages: StageList<Codes, Signal>, _ toComponents: Operations<Codes, CodedComponents>,
    _ componentsToSignal: Operations<CodedComponents, Signal>, hasAlpha: Bool
  ) {
    (self.stages, self.toComponents, self.componentsToSignal) = (stages, toComponents, componentsToSignal)
    readCount =
      hasAlpha
      ? stages.count - componentsToSignal.operations.count
      : stages.operations.operations.prefix(while: \.isRead).count
  }
}

/// How chroma of a format becomes chroma of 4:4:4, or the reverse.
struct ChromaResampling: Hashable, Sendable {
  let taps: ChromaTaps
  /// Whether samples count as much as they are covered.
  let isWeighed: Bool

  /// The start of a plan for subsampled chroma: every pixel gets a sample.
  var upsample: StageList<Codes, Codes> {
    let rows = taps.subsampling.log2Vertical == 0 ? "the row" : "the two nearest rows"
    let samples = "the two nearest samples of \(rows)"
    let both = isWeighed ? ", of what was weighed and of coverage" : ""
    return StageList(
      PlanStage(
        .upsample, "chroma \(taps.subsampling) at \(taps.location) to 4:4:4",
        listing: ["\(samples), each weighed by its nearness\(both)"]))
  }

  /// What samples of pixels count for that of chroma, as printed.
  var weights: String {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = taps.subsampling.log2Vertical == 0 ? "" : ", \(text(taps.rowWeights)) of rows"
    return "\(text(taps.columnWeights)) of columns\(rows)"
  }

  /// The end of a plan for subsampled chroma: pixels become a sample.
  var downsample: StageList<Codes, Codes> {
    let coverage = isWeighed ? ", over the coverage averaged so" : ""
    return StageList(
      PlanStage(
        .downsample, "chroma 4:4:4 to \(taps.subsampling) at \(taps.location)",
        listing: ["\(weights)\(coverage)"]))
  }
}

/// Samples that only change their coding, each where it is.
struct Recoding: Hashable, Sendable {
  /// What codes are multiplied by, and what is added then.
  let scale, offset: SIMD3<Double>
  /// Where the samples of chroma are.
  let taps: ChromaTaps

  var operations: Operations<Codes, Codes> { .affine(Matrix3x3(diagonal: scale), adding: offset) }
}

/// The end of every plan: codes become samples of a format.
struct Rounding: Hashable, Sendable {
  let format: PixelFormat
  let dither: Dither

  /// Whether rows of chroma are written apart from those of luma: they are fewer or shorter, or two of them are interleaved.
  var hasChromaRows: Bool { format.chroma != .c444 || format.layout == .biPlanar }

  /// The stage.
  var stages: StageList<Codes, Codes> {
    guard !format.isFloat else {
      let limited = format.sampleType == .half ? ["limited to ±65504, the greatest in 16 bits"] : []
      return StageList(PlanStage(.round, "to floating point of \(format.bitDepth) bits", listing: limited))
    }
    let packed = [format.packing?.packed].compactMap(\.self)
    let added = dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"]
    return StageList(
      PlanStage(
        .round, "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : ""),
        listing: added + ["nearest whole number, limited to 0…\(format.maximumCode)"] + packed))
  }
}
