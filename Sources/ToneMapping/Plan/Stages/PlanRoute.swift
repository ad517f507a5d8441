internal import ColorOperations

/// All that a plan does, from samples to samples: one list, which it prints and evaluates, and which frames are compiled from.
package struct PlanRoute: Sendable {
  /// The stages, in order.
  let stages: [Stage]
  /// What is done with samples, in order.
  let samples: [SampleOperation]
  /// What becomes of the source's light.
  let light: LightChange
  /// From codes to the source's signal, from there to the target's signal, and from there to codes.
  let decoding, conversion, encoding: Operations
  /// All operations on colors, from codes to codes, and those after reading, where alpha is used.
  let operations, afterAlpha: Operations
  /// The decisions after the source's signal, on colors.
  let afterSignal: [PlanStage]
  /// Whether components are limited, other than by the tone curve: what crosses 0 there must be exact around it.
  let limitsComponents: Bool
  /// How many operations on colors reading carries out, if the lanes have steps for the others: matrices, and what alpha divides.
  private let readCount: Int
  /// How many operations make coded components: scale and offset.
  private static let componentCount = 1
  /// The samples along each axis of the lattice that stands for what is between the signals; `nil` without one.
  private let latticeSize: Int?
  private let alpha: AlphaUse?

  /// What is done with samples between two codings.
  ///
  /// - Parameters:
  ///   - source: How the source's signal is coded.
  ///   - conversion: From the source's signal to the target's.
  ///   - target: How the target's signal is coded.
  ///   - light: What becomes of the source's light.
  ///   - keepsSamples: Whether samples only change their coding, each where it is.
  ///   - latticeSize: The size of the lattice that is to stand for what is between the signals.
  ///   - peak: The peak of the target's light.
  ///   - alpha: What is done with alpha.
  ///   - dither: What is added before rounding.
  init(
    from source: SignalCoding, by conversion: [Stage], to target: SignalCoding,
    changing light: LightChange, keepingSamples keepsSamples: Bool = false, latticeSize: Int?, peak: Luminance,
    _ alpha: AlphaUse?, dither: Dither
  ) {
    self.light = light
    self.latticeSize = light == .none ? nil : latticeSize
    self.alpha = alpha
    let decoding = source.decoding(with: alpha)
    let conversion = conversion + (alpha?.beforeEncoding ?? [])
    let encoding = target.encoding(workingUnit: peak)
    var colors = decoding + conversion + encoding
    colors.setUnits()
    (self.decoding, self.conversion, self.encoding) = (decoding.operations, conversion.operations, encoding.operations)
    afterSignal = [PlanStage](colors[decoding.count...])

    let upsampling = source.resampling(isWeighed: alpha?.weighsInput ?? false)
    let downsampling = target.resampling(isWeighed: alpha?.weighsOutput ?? false)
    if keepsSamples {
      colors = [Stage(.keep(source.recoding(to: target)))]
      readCount = 1
    } else if let alpha {
      // What follows the division by alpha is not read.
      readCount = Self.componentCount + (alpha.divides ? 1 : 0)
    } else {
      // A lookup table may begin with a matrix, which light never does.
      var readable = self.decoding
      if case .ofTable = light, latticeSize == nil { readable += self.conversion + self.encoding }
      readCount = readable.prefix(while: \.isRead).count
    }
    limitsComponents = colors.contains { $0.operation is Limit && $0.kind != .tone }
    // What alpha divides is divided once both are read.
    colors.insert(Self.dividing(upsampling, alpha), after: readCount)
    colors.insert(
      Self.readingAlpha(of: source.format, for: target.format, alpha),
      after: alpha?.divides == true ? Self.componentCount : readCount)
    var opening: [SampleOperation] = []
    if let alpha, let upsampling, upsampling.isWeighed { opening.append(.weighChroma(upsampling, alpha)) }
    if source.format.packing != nil { opening.append(.unpack(source.format)) }
    if source.format.isFloat { opening.append(.finite) }
    if let upsampling, !keepsSamples { opening.append(.upsample(upsampling)) }
    var closing: [SampleOperation] = []
    if downsampling?.isWeighed == true { closing.append(.multiplyChroma) }
    if alpha != nil, target.format.hasAlpha { closing.append(.alphaCodes(target.format)) }
    if let downsampling, !keepsSamples { closing.append(.downsample(downsampling)) }
    closing.append(.round(target.format, dither))
    stages = opening.map { Stage($0) } + colors + closing.map { Stage($0) }
    samples = stages.samples
    operations = colors.operations
    afterAlpha = Array(operations.dropFirst(readCount))
  }

  /// How alpha is read.
  private static func readingAlpha(
    of source: PixelFormat, for target: PixelFormat, _ alpha: AlphaUse?
  ) -> [SampleOperation] {
    if let alpha { return [.coverage(alpha)] }
    guard target.hasAlpha else { return [] }
    return [source.hasAlpha ? .alpha(from: source, to: target) : .opaque(target)]
  }

  /// What is read once alpha has divided.
  private static func dividing(_ upsampling: ChromaResampling?, _ alpha: AlphaUse?) -> [SampleOperation] {
    (upsampling?.isWeighed == true ? [.divideChroma] : []) + (alpha?.needsPicture == true ? [.background] : [])
  }

  /// What lookup tables take and give: in full range, that is the signal.
  var unitOfTables: ColorUnit { light == .ofTable(.narrow) ? .table : .signal }

  /// Whether samples of subsampled chroma stay where they are.
  package var keepsSamples: Bool { stages.contains { $0.kind == .keep && $0.samples != nil } }

  // MARK: Passes

  /// The passes that a program for the lanes can be compiled from: the first of which every operation has steps.
  var passesOnLanes: [PlanPasses] {
    guard let latticeSize else { return [passes(reading: readCount)] }
    // If the source's coding has no steps, the lattice covers the coded components, so every function of three numbers has a program.
    return [
      passes(reading: readCount, lattice: (latticeSize, after: decoding.count, argument: .signal)),
      passes(reading: Self.componentCount, lattice: (latticeSize, after: Self.componentCount, argument: .components)),
    ]
  }

  /// The passes without such a program: codes are read as they are, or as far as alpha is needed, and each color is computed by itself.
  var passesColorByColor: PlanPasses { passes(reading: alpha == nil ? 0 : readCount) }

  private func passes(
    reading count: Int, lattice: (size: Int, after: Int, argument: ColorUnit)? = nil
  ) -> PlanPasses {
    PlanPasses(stages, reading: count, lattice: lattice)
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
