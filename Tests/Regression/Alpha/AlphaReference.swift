import Foundation
import ToneMapping

/// A whole frame with alpha converted by the reference of the same conversion without alpha, pixel by pixel, in `Double`.
///
/// What alpha does is written here from its definition, apart from the operations of plans: color is divided by alpha in the signal, chroma counts
/// as much as it covers, and at the end color is multiplied again, or put over a background.
struct AlphaReference {
  /// Codes before rounding, `[component][height][width]`, alpha included.
  private(set) var components: [[[Double]]]

  /// - Parameters:
  ///   - frame: The picture.
  ///   - plan: The conversion of its straight, opaque colors.
  ///   - alpha: How it stores alpha.
  ///   - output: What becomes of it.
  ///   - format: The format that is written.
  ///   - backdrop: What it is put over, if that is a picture.
  init(
    _ frame: Frame, by plan: ConversionPlan, _ alpha: AlphaCoding, to output: AlphaOutput, in format: PixelFormat,
    over backdrop: Frame? = nil
  ) throws {
    let (width, height, input) = (frame.width, frame.height, frame.format)
    let decoding = try Coding(plan.sourceTags, input)
    let encoding = try Coding(plan.targetTags, format)
    let codes = alpha.codes ?? .init(transparent: 0, opaque: CodeLevel(input.isFloat ? 1 : input.maximumCode))
    let coverage = try (0..<height).map { y in
      try (0..<width).map { x in
        let (code, _) = try FrameReferenceTests.sample(frame, 3, x, y)
        return min(max((code - codes.transparent.value) / (codes.opaque.value - codes.transparent.value), 0), 1)
      }
    }
    let isPremultiplied = alpha.mode == .premultiplied
    let planes = try Planes(frame).planes
    // Signals Y′, C′B, C′R or R′, G′, B′, chroma times what it covers.
    let location = plan.sourceTags.chromaLocation ?? .left
    let trace = isPremultiplied ? 0 : 0x1p-30
    var read = planes.enumerated().map { component, plane in
      plane.map { $0.map { decoding.signal($0, component) } }
    }
    if input.chroma != .c444 {
      let covered = ReferenceFrame.downsampled(coverage, by: input.chroma, to: location).map { $0.map { $0 + trace } }
      if !isPremultiplied {
        for c in 1..<3 { read[c] = zip(read[c], covered).map { zip($0, $1).map { $0 * $1 } } }
      }
      let parts = Planes([coverage, read[1], read[2]]), covers = Planes([coverage, covered, covered])
      let shape = (height: height, width: width)
      func full(_ planes: Planes, _ c: Int) -> [[Double]] {
        (0..<shape.height).map { y in
          (0..<shape.width).map { x in planes.codes(x: x, y: y, chroma: input.chroma, location: location)[c] }
        }
      }
      for c in 1..<3 {
        read[c] = zip(full(parts, c), full(covers, c)).map { zip($0, $1).map { $1 > 0 ? $0 / $1 : 0 } }
      }
    }
    var written = [[[Double]]](
      repeating: Array(repeating: Array(repeating: 0, count: width), count: height), count: 4)
    for y in 0..<height {
      for x in 0..<width {
        let a = coverage[y][x]
        var coded = SIMD3(read[0][y][x], read[1][y][x], read[2][y][x])
        if isPremultiplied {
          func divided(_ number: Double) -> Double { a > 0 ? number / a : 0 }
          coded.x = divided(coded.x)
          if input.chroma == .c444 { (coded.y, coded.z) = (divided(coded.y), divided(coded.z)) }
        }
        var color = decoding.color(coded)
        if isPremultiplied { color = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: decoding.ceiling)) }
        var signal = plan(Signal(color)).components
        switch output {
        case .kept(.straight): break
        case .kept(.premultiplied): signal *= a
        case .flattened(let background):
          let behind = try Self.color(of: background, x, y, backdrop)
          if background.compositing == .signal {
            signal = signal * a + behind * (1 - a)
          } else {
            let mixed = ShownColor(of: plan.targetTags.transfer!)
            // PQ ends at 1; the others go on as far as there are codes.
            let front = signal.clamped(
              lowerBound: .zero, upperBound: SIMD3(repeating: plan.targetTags.transfer == .pq ? 1 : 2))
            signal = mixed.signal(mixed.light(front) * a + mixed.light(behind) * (1 - a))
          }
        }
        let out = encoding.codes(signal)
        for c in 0..<3 { written[c][y][x] = out[c] }
        written[3][y][x] = a * (format.isFloat ? 1 : Double(format.maximumCode))
      }
    }
    if format.chroma != .c444 {
      let location = plan.targetTags.chromaLocation ?? .left
      let isWeighted = output == .kept(.straight)
      let weights = coverage.map { $0.map { isWeighted ? $0 + 0x1p-30 : 1 } }
      let sum = ReferenceFrame.downsampled(weights, by: format.chroma, to: location)
      for c in 1..<3 {
        let product = zip(written[c], weights).map { zip($0, $1).map { $0 * $1 } }
        written[c] = zip(ReferenceFrame.downsampled(product, by: format.chroma, to: location), sum).map {
          zip($0, $1).map { $0 / $1 }
        }
      }
    }
    components = Array(written[..<(format.hasAlpha ? 4 : 3)])
  }

  private static func color(of background: Background, _ x: Int, _ y: Int, _ backdrop: Frame?) throws -> SIMD3<Double> {
    switch background.content {
    case .color(let color): return color.components
    case .picture:
      func number(_ component: Int) throws -> Double {
        min(max(Double(try backdrop!.number(component: component, x: x, y: y)), 0), 1)
      }
      return try SIMD3(number(0), number(1), number(2))
    }
  }

  /// What displays show of three components, and back.
  private struct ShownColor {
    let transfer: TransferCharacteristics

    init(of transfer: TransferCharacteristics) { self.transfer = transfer }

    /// Light, in units of the peak: BT.1886 with a black of 0 is a power of 2.4; PQ and HLG with an OOTF of 1.2 are those of BT.2100.
    func light(_ signal: SIMD3<Double>) -> SIMD3<Double> {
      switch transfer {
      case .pq:
        return each(signal) { x in
          let p = pow(x, 1 / (2523.0 / 32))
          return pow(max(p - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * p), 16384.0 / 2610)
        }
      case .hlg:
        let scene = each(signal) { x in x <= 0.5 ? x * x / 3 : (exp((x - 0.55991073) / 0.17883277) + 0.28466892) / 12 }
        return scene * pow(luminance(scene), 0.2)
      default: return each(signal) { pow($0, 2.4) }
      }
    }

    func signal(_ light: SIMD3<Double>) -> SIMD3<Double> {
      switch transfer {
      case .pq:
        return each(light) { x in
          let p = pow(x, 2610.0 / 16384)
          return pow((3424.0 / 4096 + 2413.0 / 128 * p) / (1 + 2392.0 / 128 * p), 2523.0 / 32)
        }
      case .hlg:
        let y = luminance(light)
        return each(y > 0 ? light * pow(y, -0.2 / 1.2) : .zero) { x in
          x <= 1.0 / 12 ? (3 * x).squareRoot() : 0.17883277 * log(12 * x - 0.28466892) + 0.55991073
        }
      default: return each(light) { pow($0, 1 / 2.4) }
      }
    }

    private func luminance(_ color: SIMD3<Double>) -> Double { (color * SIMD3(0.2627, 0.6780, 0.0593)).sum() }

    private func each(_ color: SIMD3<Double>, _ function: (Double) -> Double) -> SIMD3<Double> {
      SIMD3(function(color.x), function(color.y), function(color.z))
    }
  }

  /// The coding of signals as codes, from the standards' quantization and matrices.
  private struct Coding {
    let encoding: SignalEncoding
    let quantization: Quantization?
    let isRGB: Bool

    init(_ tags: ColorDescription, _ format: PixelFormat) throws {
      isRGB = format.model == .rgb
      let matrix = isRGB ? MatrixCoefficients.identity : tags.matrix ?? .bt2020NCL
      encoding = try SignalEncoding(
        matrix, primaries: (tags.primaries ?? .bt2020).chromaticities, transfer: tags.transfer)
      quantization =
        format.isFloat ? nil : Quantization(bitDepth: format.bitDepth, range: tags.range ?? .narrow, matrix: matrix)
    }

    var ceiling: Double { quantization.map { $0.signal(luma: $0.maximum).value } ?? 1 }

    func signal(_ code: Double, _ component: Int) -> Double {
      guard let quantization else { return code }
      let code = CodeLevel(code)
      return (component == 0 || isRGB ? quantization.signal(luma: code) : quantization.signal(chroma: code)).value
    }

    func color(_ coded: SIMD3<Double>) -> SIMD3<Double> {
      isRGB ? coded : encoding.decode(CodedComponents(coded)).components
    }

    func codes(_ signal: SIMD3<Double>) -> SIMD3<Double> {
      let coded = isRGB ? CodedComponents(signal) : encoding.encode(Signal(signal))
      guard let quantization else { return coded.components }
      let codes =
        isRGB
        ? Codes(quantization.code(luma: coded[0]), quantization.code(luma: coded[1]), quantization.code(luma: coded[2]))
        : Codes(
          quantization.code(luma: coded[0]), quantization.code(chroma: coded[1]), quantization.code(chroma: coded[2]))
      return codes.components
    }
  }
}
