internal import FrameComparison

/// The result of a comparison, as it grows with each pair of frames.
struct ComparedTotals {
  private var result: ComparedClips
  private var differences = DifferenceHistogram<DeltaEITP>()
  private var maximum = -1.0
  private var planes: PlaneErrors?
  /// CIEDE2000, if both clips are SDR.
  private var ciede: DifferenceHistogram<CIEDE2000>?
  var evidence: ComparisonEvidence
  /// The sums of the dot products, cross products and squares of T and P of both clips.
  private var (dot, cross, squares) = (0.0, 0.0, 0.0)
  /// The light of both clips and the number of pixels, for each octave of the first clip's light.
  private var octaves: [Int: (first: Double, second: Double, count: Int)] = [:]
  private var samples = 0
  /// The difference step of each pixel of the frame with the maximum mean difference, and that mean.
  private(set) var worst = (heat: [UInt16](), mean: -1.0)

  init(_ result: ComparedClips, planes: PlaneErrors?, bands: BandMeter, areSDR: Bool) {
    (self.result, self.planes) = (result, planes)
    evidence = ComparisonEvidence(bands: bands)
    ciede = areSDR ? DifferenceHistogram() : nil
  }

  mutating func add(_ values: MeasuredPair) -> ComparedFrame {
    let difference = values.difference
    differences += difference.differences
    let greatest = difference.maximum
    if greatest.difference.value > maximum {
      maximum = greatest.difference.value
      result.maximumPlace = (values.indices.first, greatest.x, greatest.y)
    }
    if let own = values.planes { planes? += own }
    evidence.bands = values.bands
    evidence.add(difference, shift: values.shift, fields: values.fields, seconds: values.indices.seconds)
    let luminance = addColors(difference)
    let mean = difference.differences.mean.value
    if !values.heat.isEmpty, mean > worst.mean { worst = (values.heat, mean) }
    let frame = ComparedFrame(
      index: values.indices.first, secondIndex: values.indices.second, seconds: values.indices.seconds,
      deltaEITP: DifferenceSummary(difference.differences, maximum: greatest.difference.value),
      psnr: values.planes?.psnr, luminance: luminance)
    result.frames.append(frame)
    return frame
  }

  private static let weights = LumaCoefficients.bt2020.vector

  /// Adds the pixels on the grid, and the cells; returns the mean luminances.
  private mutating func addColors(_ difference: PictureDifference) -> (Luminance, Luminance) {
    var sums = (0.0, 0.0)
    let formula = CIEDE2000()
    let toXYZ = RGBPrimaries.bt2020.toXYZ
    let white = toXYZ * SIMD3(repeating: 203.0)
    for pair in difference.samples {
      let (one, other) = (pair.first.color.bt2020.components, pair.second.color.bt2020.components)
      let (y, z) = (max((one * Self.weights).sum(), 0), max((other * Self.weights).sum(), 0))
      sums.0 += y
      sums.1 += z
      samples += 1
      if y > 0.01 {
        let octave = Int(Elementary.log2(y).rounded(.up))
        let old = octaves[octave] ?? (0, 0, 0)
        octaves[octave] = (old.first + y, old.second + z, old.count + 1)
      }
      ciede?.add(formula(Lab(relative: toXYZ * one / white), Lab(relative: toXYZ * other / white)))
    }
    for cell in difference.cells.cells {
      let (a, b) = (cell.first.opponents, cell.second.opponents)
      // Hue is undefined near gray.
      guard (a * a).sum() > 1e-4 else { continue }
      dot += (a * b).sum()
      cross += a.x * b.y - a.y * b.x
      squares += (a * a).sum()
    }
    let count = Double(max(difference.samples.count, 1))
    return (.nits(sums.0 / count), .nits(sums.1 / count))
  }

  /// The result after the last frame.
  ///
  /// - Parameter maxima: The maximum light of a pixel of each clip, and the maximum average of a frame.
  consuming func finished(_ maxima: [(pixel: Luminance, average: Luminance)]) -> ComparedClips {
    result.deltaEITP = DifferenceSummary(differences, maximum: max(maximum, 0))
    (result.psnr, result.weightedPSNR) = (planes?.psnr, planes?.weightedPSNR)
    result.areEqual = evidence.areEqual && result.psnr?.allSatisfy(\.isInfinite) != false
    if squares > 0 {
      result.hueDrift = Elementary.atan2Pi(y: cross, x: dot) * 180
      result.chromaRatio = (dot * dot + cross * cross).squareRoot() / squares
    }
    result.octaves = octaves.sorted { $0.key < $1.key }.map { octave, light in
      ComparedClips.OctaveRatio(
        upTo: .nits(Elementary.exp2(Double(octave))), ratio: light.second / light.first,
        share: Double(light.count) / Double(samples))
    }
    result.ciede2000 = ciede.map { DifferenceSummary($0, maximum: $0.maximum.value) }
    let (unmatched, bands) = (evidence.unmatched, evidence.bands)
    (result.first.unmatchedFrames, result.second.unmatchedFrames) = (unmatched.first.count, unmatched.second.count)
    (result.first.banding, result.second.banding) = (bands.first.distance, bands.second.distance)
    result.first.shareOutOfRange = bands.first.shareOutOfRange
    result.second.shareOutOfRange = bands.second.shareOutOfRange
    (result.first.maxCLL, result.first.maxFALL) = maxima[0]
    (result.second.maxCLL, result.second.maxFALL) = maxima[1]
    return result
  }
}

extension DifferenceSummary {
  /// The histogram's steps are rounded, but not beyond the maximum.
  fileprivate init<Unit>(_ histogram: DifferenceHistogram<Unit>, maximum: Double) {
    let (mean, p95, p99) = (histogram.mean, histogram.percentile(0.95), histogram.percentile(0.99))
    self.init(
      mean: min(mean.value, maximum), p95: min(p95.value, maximum), p99: min(p99.value, maximum), maximum: maximum)
  }
}
