internal import Colorimetry
internal import ToneCurves

extension ColorHypothesis {
  /// The faults of color that two clips read like this can show.
  ///
  /// - Parameter gain: The light of the second clip in that of the first, if it is the same for most colors.
  static func all(_ first: PictureFacts, _ second: PictureFacts, gain: Double) -> [ColorHypothesis] {
    let reading = SignalReading(first.primaries, first.transfer)
    let isHDR = first.transfer.isHDR || second.transfer.isHDR
    return ranges(reading, first) + matrices(reading, first) + (isHDR ? [] : sdrCurves(first)) + primaries(reading)
      + systems() + gains(gain) + (isHDR ? [] : mappings() + remappings())
  }

  // MARK: Codes

  private static func ranges(_ reading: SignalReading, _ facts: PictureFacts) -> [ColorHypothesis] {
    let code = facts.matrix.codedFromRGB
    let decode = code.inverse
    // The codes of narrow and of full range, as shares of 255.
    func changed(_ signal: SIMD3<Double>, _ scale: SIMD3<Double>, _ offset: Double) -> SIMD3<Double> {
      let coded = (code * signal) * scale + SIMD3(offset, 0, 0)
      let bounds = coded.clamped(lowerBound: SIMD3(0, -0.5, -0.5), upperBound: SIMD3(1, 0.5, 0.5))
      return (decode * bounds).limited()
    }
    let (washed, crushed) = (
      SIMD3(219.0, 224, 224) / 255, SIMD3(255.0 / 219, 255.0 / 224, 255.0 / 224)
    )
    return [
      ColorHypothesis(
        .rangeAsFull, "the second is washed out as if its codes of narrow range had been read as full range"
      ) { reading.light(of: changed(reading.signal(of: $0), washed, 16.0 / 255)) },
      ColorHypothesis(
        .rangeAsNarrow, "the second is crushed as if its codes of full range had been read as narrow range"
      ) { reading.light(of: changed(reading.signal(of: $0), crushed, -16.0 / 219)) },
    ]
  }

  private static func matrices(_ reading: SignalReading, _ facts: PictureFacts) -> [ColorHypothesis] {
    let known: [(String, LumaCoefficients)] = [("BT.601", .bt601), ("BT.709", .bt709), ("BT.2020", .bt2020)]
    var all: [ColorHypothesis] = []
    for (name, written) in known {
      for (other, read) in known where other != name {
        let change = read.rgbFromCoded * written.codedFromRGB
        all.append(
          ColorHypothesis(
            .matrix, "the second looks as if Y′CbCr of the matrix of \(name) had been read by that of \(other)"
          ) {
            reading.light(of: (change * reading.signal(of: $0)).limited())
          })
      }
    }
    let code = facts.matrix.codedFromRGB
    let exchange = code.inverse * Matrix3x3(SIMD3(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, 1, 0)) * code
    all.append(
      ColorHypothesis(.chromaExchanged, "the second looks as if its Cb and Cr planes had been exchanged") {
        reading.light(of: (exchange * reading.signal(of: $0)).limited())
      })
    return all
  }

  // MARK: Curves

  private static func sdrCurves(_ facts: PictureFacts) -> [ColorHypothesis] {
    let range = LuminanceRange.nits(0...SignalReading.white)
    let curves: [(String, any DisplayTransfer)] = [
      ("BT.1886", BT1886(luminance: range)),
      ("BT.709's camera curve", InvertedCurveDisplay(OffsetPower.bt709Continuous, luminance: range)),
      ("sRGB", SRGBDisplay(luminance: range)), ("a power of 2.2", PowerDisplay(exponent: 2.2, luminance: range)),
    ]
    var all: [ColorHypothesis] = []
    for (name, written) in curves {
      let coding = SignalReading(facts.primaries, written)
      for (other, read) in curves where other != name {
        let decoding = SignalReading(facts.primaries, read)
        all.append(
          ColorHypothesis(.sdrCurve, "the second looks as if a signal of \(name) had been read by \(other)") {
            decoding.light(of: coding.signal(of: $0))
          })
      }
    }
    return all
  }

  private static func systems() -> [ColorHypothesis] {
    let (pq, hlg) = (SignalReading(.bt2020, .pq), SignalReading(.bt2020, .hlg))
    let gamma = HybridLogGamma.reference.gamma
    return [
      ColorHypothesis(.hlgAsPQ, "the second looks as if an HLG signal had been read as PQ") {
        pq.light(of: hlg.signal(of: $0))
      },
      ColorHypothesis(.pqAsHLG, "the second looks as if a PQ signal had been read as HLG") {
        hlg.light(of: pq.signal(of: $0).limited())
      },
      // Y^(1/γ − 1) undoes the OOTF on luminance; its power on each channel then leaves c^γ Y^(1 − γ), whatever the peak.
      ColorHypothesis(
        .hlgPerChannel,
        "the second looks as if the OOTF of HLG had been applied to each channel instead of to luminance"
      ) { light in
        let y = max((light * LumaCoefficients.bt2020.vector).sum(), 1e-6)
        func channel(_ c: Double) -> Double { Elementary.pow(max(c, 0), gamma) * Elementary.pow(y, 1 - gamma) }
        return SIMD3(channel(light.x), channel(light.y), channel(light.z))
      },
    ]
  }

  // MARK: Primaries

  private static func primaries(_ reading: SignalReading) -> [ColorHypothesis] {
    let known: [(String, RGBPrimaries)] = [("BT.2020", .bt2020), ("P3", .p3D65), ("BT.709", .bt709)]
    var all: [ColorHypothesis] = []
    for (name, written) in known {
      for (other, shown) in known where other != name {
        let change = shown.matrix(to: .bt2020) * RGBPrimaries.bt2020.matrix(to: written)
        all.append(
          ColorHypothesis(.primaries, "the second looks as if R, G, B of \(name) had been shown as those of \(other)") {
            let light = change * $0
            return SIMD3(max(light.x, 0), max(light.y, 0), max(light.z, 0))
          })
      }
    }
    return all
  }

  // MARK: Light

  private static let whites = 203.0 / 100

  private static func gains(_ gain: Double) -> [ColorHypothesis] {
    let (bright, dark) = (whites, 1 / whites)
    var all = [
      ColorHypothesis(
        .referenceWhite,
        "the second has 2.03 times the light of the first, as if reference white were 203 cd/m² in place of 100"
      ) { $0 * bright },
      ColorHypothesis(
        .referenceWhite,
        "the second has 1/2.03 of the light of the first, as if reference white were 100 cd/m² in place of 203"
      ) { $0 * dark },
    ]
    let isWhite = [bright, dark].contains { abs(gain / $0 - 1) < 0.06 }
    if !isWhite, gain > 1.15 || gain < 0.87 {
      let rounded = (gain * 100).rounded() / 100
      all.append(
        ColorHypothesis(
          .peak,
          "the second has \(rounded) times the light of the first, as if another peak had been taken for that of the source"
        ) { $0 * gain })
    }
    return all
  }

  // MARK: Tone mapping

  /// What a further tone mapping makes of SDR that is taken for HDR.
  private static func mappings() -> [ColorHypothesis] {
    let white = SignalReading.white
    let target = LuminanceRange.nits(0...white)
    let operators: [ToneOperator] = [.hable, .reinhard, .mobius, .spline, .bt2390]
    let (to709, from709) = (RGBPrimaries.bt2020.matrix(to: .bt709), RGBPrimaries.bt709.matrix(to: .bt2020))
    var all: [ColorHypothesis] = []
    for tone in operators {
      // The light of SDR white as the second mapping takes it, in shares of white, and the peak that it expects.
      for (scale, peak) in [(1.0, 1000.0), (1, 2030), (1, 4000), (1, 10000), (100.0 / 203, 1000)] {
        guard let curve = try? tone.curve(from: .nits(0...peak), to: target) else { continue }
        func mapped(_ x: Double) -> Double { curve(.nits(max(x, 0) * scale)).nits }
        func add(_ light: @escaping (SIMD3<Double>) -> SIMD3<Double>) {
          all.append(
            ColorHypothesis(
              .mappedTwice, "the second looks as if the first had been tone mapped once more, by a curve like \(tone)",
              light))
        }
        add { light in
          let own = to709 * light
          return from709 * SIMD3(mapped(own.x), mapped(own.y), mapped(own.z))
        }
        for weights in [LumaCoefficients.bt2020.vector, nil] {
          add { light in
            let norm = weights.map { ($0 * light).sum() } ?? (to709 * light).max()
            return norm <= 0 ? light : light * (mapped(norm) / norm)
          }
        }
      }
    }
    return all
  }
}

// MARK: Tone mapping of another source

extension ColorHypothesis {
  /// What becomes of SDR if its source is mapped by way of another display, or by a curve for another peak.
  private static func remappings() -> [ColorHypothesis] {
    let white = SignalReading.white
    let operators: [ToneOperator] = [.spline, .bt2390, .hable, .reinhard, .mobius]
    func curve(_ tone: ToneOperator, _ peak: Double, _ target: Double) -> (Double) -> Double {
      guard peak > target, let curve = try? tone.curve(from: .nits(0...peak), to: .nits(0...target)) else {
        return { min($0, target) }
      }
      return { curve(.nits($0)).nits }
    }
    var all: [ColorHypothesis] = []
    for tone in operators {
      for peak in [1000.0, 4000, 10000] {
        let right = curve(tone, peak, white)
        for middle in [300.0, 400, 600] {
          let (first, second) = (curve(tone, peak, middle), curve(tone, 1000, white))
          all.append(
            ColorHypothesis(
              .mappedTwice,
              "the second looks as if it had been tone mapped twice by \(tone), first for a display of \(Int(middle)) cd/m²",
              .luminance(from: right, to: { second(first($0)) }, upTo: peak)))
        }
        for other in [400.0, 600, 1000, 2000, 4000, 10000] where other != peak {
          let wrong = curve(tone, other, white)
          all.append(
            ColorHypothesis(
              .peak,
              "the second looks as if it had been tone mapped by \(tone) for a source peak of \(Int(other)) cd/m², and the first for \(Int(peak))",
              .luminance(from: right, to: wrong, upTo: peak)))
        }
      }
    }
    return all
  }

  private init(_ fault: Diagnosis.Fault, _ sentence: String, _ curve: LuminanceChange) {
    self.init(fault, sentence) { curve($0) }
  }
}

/// A change of luminance, from what one function makes of the light of a source to what another does.
private struct LuminanceChange {
  private let pairs: [(from: Double, to: Double)]

  static func luminance(
    from first: (Double) -> Double, to second: (Double) -> Double, upTo peak: Double
  ) -> LuminanceChange {
    let quantizer = PerceptualQuantizer()
    let top = quantizer.inverseEOTF(.nits(peak)).value
    return LuminanceChange(
      pairs: (0...256).map { step in
        let light = quantizer.eotf(SignalLevel(top * Double(step) / 256)).nits
        return (first(light), second(light))
      })
  }

  func callAsFunction(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let y = (light * LumaCoefficients.bt2020.vector).sum()
    guard y > 0 else { return light }
    var (low, high) = (0, pairs.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pairs[middle].from <= y { low = middle } else { high = middle }
    }
    let (a, b) = (pairs[low], pairs[high])
    let share = b.from > a.from ? min(max((y - a.from) / (b.from - a.from), 0), 1) : 0
    return light * ((a.to + (b.to - a.to) * share) / y)
  }
}

extension MatrixCoefficients {
  /// From R′G′B′ to Y′CbCr by this matrix; by that of BT.709 for R′G′B′, and for codings that are no matrix.
  var codedFromRGB: Matrix3x3 {
    guard self != .identity, let forward = try? SignalEncoding(self).codedFromRGB else {
      return LumaCoefficients.bt709.codedFromRGB
    }
    return forward
  }
}
