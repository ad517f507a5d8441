internal import ColorOperations

/// The complete list of a plan's stages, from samples to samples, which is printed, evaluated, and compiled for frames.
package struct PlanRoute: Sendable {
  /// The stages, in order.
  let stages: [Stage]
  /// The operations on samples, in order.
  let samples: [SampleOperation]
  /// The change of the source's light.
  let light: LightChange
  /// From codes to the source's signal, from there to the target's signal, and from there to codes.
  let decoding, conversion, encoding: Operations
  /// All operations on colors, from codes to codes, and those after reading if alpha is used.
  let operations, afterAlpha: Operations
  /// The decisions after the source's signal, on colors.
  let afterSignal: [PlanStage]
  /// Whether components are limited, other than by the tone curve: values near such a zero crossing must be exact.
  let limitsComponents: Bool
  /// The number of operations on colors that reading carries out if there is vector code for the others: matrices, and the division by alpha.
  private let readCount: Int
  /// The number of operations that produce coded components: scale and offset.
  private static let componentCount = 1
  /// The number of samples along each axis of the lattice between the signals; `nil` without a lattice.
  private let latticeSize: Int?
  private let alpha: AlphaUse?

  /// Creates the route between two codings.
  ///
  /// - Parameters:
  ///   - source: The coding of the source's signal.
  ///   - conversion: From the source's signal to the target's.
  ///   - target: The coding of the target's signal.
  ///   - light: The change of the source's light.
  ///   - keepsSamples: Whether samples only change their coding and keep their positions.
  ///   - latticeSize: The size of the lattice that approximates the conversion between the signals.
  ///   - peak: The peak of the target's light.
  ///   - alpha: The treatment of alpha.
  ///   - dither: The dither added before rounding.
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
      // Operations after the division by alpha are not part of reading.
      readCount = Self.componentCount + (alpha.divides ? 1 : 0)
    } else {
      // A lookup table may start with a matrix, which light never does.
      var readable = self.decoding
      if case .ofTable = light, latticeSize == nil { readable += self.conversion + self.encoding }
      readCount = readable.prefix(while: \.isRead).count
    }
    limitsComponents = colors.contains { $0.operation is Limit && $0.kind != .tone }
    // Samples that alpha divides are divided after both are read.
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

  /// The operations that read alpha.
  private static func readingAlpha(
    of source: PixelFormat, for target: PixelFormat, _ alpha: AlphaUse?
  ) -> [SampleOperation] {
    if let alpha { return [.coverage(alpha)] }
    guard target.hasAlpha else { return [] }
    return [source.hasAlpha ? .alpha(from: source, to: target) : .opaque(target)]
  }

  /// The operations on samples after the division by alpha.
  private static func dividing(_ upsampling: ChromaResampling?, _ alpha: AlphaUse?) -> [SampleOperation] {
    (upsampling?.isWeighed == true ? [.divideChroma] : []) + (alpha?.needsPicture == true ? [.background] : [])
  }

  /// The unit of a lookup table's input and output: in full range, the signal.
  var unitOfTables: ColorUnit { light == .ofTable(.narrow) ? .table : .signal }

  /// Whether samples of subsampled chroma keep their positions.
  package var keepsSamples: Bool { stages.contains { $0.kind == .keep && $0.samples != nil } }

  // MARK: Passes

  /// The candidate passes for a vector program; the first whose operations all compile is used.
  var passesOnLanes: [PlanPasses] {
    guard let latticeSize else { return [passes(reading: readCount)] }
    // If there is no vector code for the source's coding, the lattice covers the coded components, so every function of three numbers has a program.
    return [
      passes(reading: readCount, lattice: (latticeSize, after: decoding.count, argument: .signal)),
      passes(reading: Self.componentCount, lattice: (latticeSize, after: Self.componentCount, argument: .components)),
    ]
  }

  /// The passes without such a program: codes are read unchanged, or as far as alpha requires, and each color is computed separately.
  var passesColorByColor: PlanPasses { passes(reading: alpha == nil ? 0 : readCount) }

  private func passes(
    reading count: Int, lattice: (size: Int, after: Int, argument: ColorUnit)? = nil
  ) -> PlanPasses {
    PlanPasses(stages, reading: count, lattice: lattice)
  }
}

/// A plan's change to the light of its source.
enum LightChange: Hashable, Sendable {
  /// No change: source and target differ only in coding.
  case none
  /// The light changes, or becomes the signal of other light.
  ///
  /// With a tone curve or a gamut map, the result is limited to the target's peak, regardless of the source. Without either, light above the peak
  /// passes: SDR signals above 1, and PQ above the source's stated peak.
  case converted(endsAtPeak: Bool)
  /// A lookup table changes the light in an unknown way.
  ///
  /// - Parameter range: The range of the table's input and output signals.
  case ofTable(QuantizationRange)
}
