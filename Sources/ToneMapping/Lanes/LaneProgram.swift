internal import LookupTables
internal import ElementaryMath

/// A plan's color stages as steps for the lanes, from the rows that `read` fills to codes before rounding.
struct LaneProgram: Sendable {
  /// The matrix from interpolated codes to the input of the first step, the signal R′G′B′ or L′M′S′.
  var reading: Matrix3x3
  /// The offset added after `reading`.
  var readingOffset: SIMD3<Double>
  /// The steps, in order.
  var steps: [LaneStep]

  /// How far the lattice is from the plan, if there is a lattice.
  var approximation: LatticeApproximation?

  /// The curves among the steps.
  var curves: [CompiledCurve] {
    steps.flatMap { step -> [CompiledCurve] in
      switch step {
      case .curve(let curve, _), .oddCurve(let curve, _): [curve]
      default: []
      }
    }
  }
}

/// How accurately a plan's curves are compiled: each gets a share of the error that is allowed before rounding.
struct LaneTolerance: Sendable {
  /// The allowed error of a signal 0…1, before rounding.
  let signal: Double
  /// The share of it that is allowed as a relative error of light.
  let ofLight: Double

  /// - Parameter crossesZero: Whether components pass through 0, as they do when a matrix result is clipped: near 0 they are
  ///   differences of large values, which need light three times as exact.
  init(_ coding: SignalCoding, crossesZero: Bool = false) {
    ofLight = crossesZero ? 1 / 80.0 : 1 / 25.0
    let format = coding.format
    let codes = format.isFloat ? 1 : 219 * Double(1 << (format.bitDepth - 8))
    signal = Self.error(in: format) / codes
  }

  /// The allowed error of frames before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit code; finer codes and floating point
  /// get the same error of the signal as 10 bits.
  static func error(in format: PixelFormat) -> Double {
    if format.isFloat { return 0.10 / 876 }
    return format.bitDepth == 8 ? 0.05 : 0.10 * Double(1 << (format.bitDepth - 10))
  }

  /// The tolerance of the last curve, a fifth of the whole: its error reaches the codes unchanged.
  var delinearization: CurveTolerance { .absolute(signal / 5) }

  /// The tolerance of curves that give light; `scale` times that light is relative to the target's peak.
  ///
  /// At the peak, the allowed relative error of the light is `ofLight` of the whole, so the code's error is 1/2.4 of that. In
  /// darker light the code is allowed the same error.
  func light(scale: Double) -> CurveTolerance {
    CurveTolerance { [signal, ofLight] _, light in
      max(light * signal * ofLight / Self.code(of: light * scale), invisible(0.5) / scale)
    }
  }

  /// The tolerance of curves that give a factor on the light that is their argument: a tenth of the whole, since all components
  /// have the same error.
  ///
  /// - Parameter part: The share of that tolerance to use.
  func gain(scale: Double, part: Double = 1) -> CurveTolerance {
    CurveTolerance { [signal] light, gain in
      let code = Self.code(of: light * gain * scale)
      return max(part * gain * signal / 4 / code, invisible(0.3) / max(light * scale, invisible(0.3)))
    }
  }

  /// The approximate signal of light relative to the peak: its 2.4th root, but no less than one 8-bit code.
  private static func code(of light: Double) -> Double {
    max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), 1.0 / 256)
  }

  /// Light, relative to the peak, that need not be distinguished from black: by BT.1886 its signal is a part of the allowed error.
  private func invisible(_ part: Double) -> Double { Elementary.pow(part * signal, 2.4) }
}
