internal import ColorOperations

/// An operation of a plan on samples, which depends on the position of a sample or on alpha, not on colors alone.
enum SampleOperation: Hashable, Sendable {
  /// Each sample is a code.
  case load
  /// Codes are extracted from the bits of a format's samples.
  case unpack(PixelFormat)
  /// Floating-point samples become finite numbers.
  case finite
  /// Alpha becomes coverage.
  case coverage(AlphaUse)
  /// Alpha that affects nothing is converted to that of another format.
  case alpha(from: PixelFormat, to: PixelFormat)
  /// Pixels of a format without alpha become opaque in another format.
  case opaque(PixelFormat)
  /// The coverage of each chroma sample is computed, and chroma is weighted by it.
  case weighChroma(ChromaResampling, AlphaUse)
  /// Each pixel gets chroma.
  case upsample(ChromaResampling)
  /// Samples only change their coding.
  case keep(Recoding)
  /// Chroma is divided by its coverage.
  case divideChroma
  /// The background picture is read.
  case background
  /// Chroma is multiplied by its coverage.
  case multiplyChroma
  /// Coverage becomes codes of alpha.
  case alphaCodes(PixelFormat)
  /// Pixels share chroma.
  case downsample(ChromaResampling)
  /// Codes become samples.
  case round(PixelFormat, Dither)

  /// The pass that carries out the operation.
  var pass: PlanPasses.Pass {
    switch self {
    case .weighChroma: .prepare
    case .load, .unpack, .finite, .coverage, .alpha, .opaque, .upsample, .keep, .divideChroma, .background: .read
    case .multiplyChroma, .alphaCodes, .round: .write
    case .downsample: .chroma
    }
  }

  /// The operation on a color with equal neighbors, if that changes it.
  var operation: (any ColorOperation)? { if case .keep(let recoding) = self { recoding.operation } else { nil } }

  /// The kind, the units and the operations, as printed.
  var text: (kind: PlanStage.Kind, takes: String, gives: String, detail: String, listing: [String]) {
    let (codes, components) = (ColorUnit.codes.name, ColorUnit.components.name)
    func ofCodes(
      _ kind: PlanStage.Kind, _ detail: String, _ listing: [String] = []
    ) -> (PlanStage.Kind, String, String, String, [String]) { (kind, codes, codes, detail, listing) }
    return switch self {
    case .load: ofCodes(.load, "each code as it is")
    case .unpack(let format): ofCodes(.unpack, format.packing?.unpacked ?? "")
    case .finite: ofCodes(.finite, "NaN and values below −2⁹⁶ become 0, values above 2⁹⁶ become 2⁹⁶")
    case .coverage(let use): (.alpha, codes, "coverage", use.coverageText, [])
    case .alpha(let source, let target):
      ofCodes(
        .alpha,
        source.opaqueAlpha == target.opaqueAlpha
          ? "as it is" : "times \(plain(target.opaqueAlpha)) / \(plain(source.opaqueAlpha))")
    case .opaque(let target): ofCodes(.alpha, "\(plain(target.opaqueAlpha)), opaque")
    case .weighChroma(let chroma, let use):
      (
        .weigh, codes, components, "chroma by its coverage, for all rows before the others",
        [
          "coverage as alpha has it below, \(chroma.taps.weightsText)",
          use.divides
            ? "chroma by the matrix of decode, which is times its coverage already"
            : "chroma by the matrix of decode, times the sum of its coverage and 2⁻³⁰",
        ]
      )
    case .upsample(let chroma): ofCodes(.upsample, chroma.upsamplingText, [chroma.upsamplingStep])
    case .keep(let recoding): ofCodes(.keep, recoding.detail, [recoding.operation.line])
    case .divideChroma: (.weigh, components, components, "chroma over its own weight, not over alpha", [])
    case .background:
      (
        .background, ColorUnit.signal.name, ColorUnit.signal.name,
        "\(Background.pictureFormat.name), the output's R′G′B′ behind",
        []
      )
    case .multiplyChroma: ofCodes(.weigh, "chroma times the sum of its coverage and 2⁻³⁰")
    case .alphaCodes(let format): (.alpha, "coverage", codes, "coverage times \(plain(format.opaqueAlpha))", [])
    case .downsample(let chroma):
      ofCodes(
        .downsample, chroma.downsamplingText,
        [chroma.taps.weightsText + (chroma.isWeighed ? ", over the coverage averaged so" : "")])
    case .round(let format, let dither): ofCodes(.round, format.roundingText(dither), format.roundingSteps(dither))
    }
  }
}

/// The resampling of a format's chroma to or from 4:4:4.
struct ChromaResampling: Hashable, Sendable {
  let taps: ChromaTaps
  /// Whether samples are weighted by coverage.
  let isWeighed: Bool

  fileprivate var upsamplingText: String { "chroma \(taps.subsampling) at \(taps.location) to 4:4:4" }
  fileprivate var downsamplingText: String { "chroma 4:4:4 to \(taps.subsampling) at \(taps.location)" }
  fileprivate var upsamplingStep: String {
    let rows = taps.subsampling.log2Vertical == 0 ? "the row" : "the two nearest rows"
    let both = isWeighed ? ", of what was weighed and of coverage" : ""
    return "the two nearest samples of \(rows), each weighed by its nearness\(both)"
  }
}

/// A change of the coding of samples that keep their positions.
struct Recoding: Hashable, Sendable {
  /// The factor of codes, and the offset added to them.
  let scale, offset: SIMD3<Double>
  /// The locations of chroma samples.
  let taps: ChromaTaps
  /// The parameters, as printed.
  let detail: String

  fileprivate var operation: any ColorOperation { Affine(scale: scale, adding: offset) }
}

extension ChromaTaps {
  /// The weights of pixels in a chroma sample, as printed.
  fileprivate var weightsText: String {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = subsampling.log2Vertical == 0 ? "" : ", \(text(rowWeights)) of rows"
    return "\(text(columnWeights)) of columns\(rows)"
  }
}

extension PixelFormat {
  /// The position of codes in the format's samples, as printed; `nil` if each sample is a code.
  var packing: (unpacked: String, packed: String)? {
    let bits = 8 * bytesPerSample
    if layout == .word {
      return (
        "each code is \(bitDepth) bits of a word of \(bits)", "three codes in each word of \(bits) bits, the others 1"
      )
    }
    guard shift > 0 else { return nil }
    return (
      "samples / \(1 << shift): the codes are the high \(bitDepth) of \(bits) bits",
      "times \(1 << shift): the high \(bitDepth) of \(bits) bits"
    )
  }

  /// Whether rows of chroma are written separately from those of luma: there are fewer or shorter ones, or two of them are interleaved.
  var hasChromaRows: Bool { chroma != .c444 || layout == .biPlanar }

  /// The conversion of codes to samples, as printed.
  fileprivate func roundingText(_ dither: Dither) -> String {
    guard !isFloat else { return "to floating point of \(bitDepth) bits" }
    return "to \(bitDepth) bits, dither \(dither.rawValue)" + (hasAlpha ? ", none on alpha" : "")
  }

  fileprivate func roundingSteps(_ dither: Dither) -> [String] {
    guard !isFloat else { return sampleType == .half ? ["limited to ±65504, the maximum in 16 bits"] : [] }
    let added = dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"]
    let packed = [packing?.packed].compactMap(\.self)
    return added + ["nearest whole number, limited to 0…\(maximumCode)"] + packed
  }
}
