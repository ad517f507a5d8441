internal import LookupTables
internal import ElementaryMath

/// A plan's color stages as steps for the lanes, from the rows that `read` leaves to codes before rounding.
struct LaneProgram: Sendable {
  /// From interpolated codes to what the first step expects, the signal R′G′B′ or L′M′S′.
  var reading: Matrix3x3
  /// What is added after `reading`.
  var readingOffset: SIMD3<Double>
  /// The steps, in order.
  var steps: [LaneStep]

  /// How far the lattice is from the plan, where there is one.
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

/// How finely a plan's curves are compiled: shares of the error that is allowed before rounding.
struct LaneTolerance: Sendable {
  /// The allowed error of a signal 0…1, before rounding.
  let signal: Double
  /// The part of it that is a relative error of light.
  let ofLight: Double

  /// - Parameter crossesZero: Whether components are taken through 0, as a matrix does to clip: there they are differences of large ones,
  ///   which take three times as exact light.
  init(_ coding: SignalCoding, crossesZero: Bool = false) {
    ofLight = crossesZero ? 1 / 80.0 : 1 / 25.0
    let format = coding.format
    let codes = format.isFloat ? 1 : 219 * Double(1 << (format.bitDepth - 8))
    signal = Self.error(in: format) / codes
  }

  /// What frames may be off before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit one; finer codes are held to the same signal,
  /// floating point too.
  static func error(in format: PixelFormat) -> Double {
    if format.isFloat { return 0.10 / 876 }
    return format.bitDepth == 8 ? 0.05 : 0.10 * Double(1 << (format.bitDepth - 10))
  }

  /// A fifth of the whole for the last curve, whose error goes to the codes as it is.
  var delinearization: CurveTolerance { .absolute(signal / 5) }

  /// For curves that give light, `scale` times which is relative to the target's peak: as a part of the light that part of the whole where
  /// it is bright, so that of its code it is a 2.4th of that; and the same error of the code in the dark.
  func light(scale: Double) -> CurveTolerance {
    CurveTolerance { [signal, ofLight] _, light in
      max(light * signal * ofLight / Self.code(of: light * scale), invisible(0.5) / scale)
    }
  }

  /// For curves that give a factor on the light that is their argument: a tenth of the whole, for all components err alike.
  ///
  /// - Parameter part: How much of that.
  func gain(scale: Double, part: Double = 1) -> CurveTolerance {
    CurveTolerance { [signal] light, gain in
      let code = Self.code(of: light * gain * scale)
      return max(part * gain * signal / 4 / code, invisible(0.3) / max(light * scale, invisible(0.3)))
    }
  }

  /// About the signal of light relative to the peak: its 2.4th root, as far down as a code.
  private static func code(of light: Double) -> Double {
    max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), 1.0 / 256)
  }

  /// Light that need not be told apart from black, relative to the peak: by BT.1886, a part of the allowed error.
  private func invisible(_ part: Double) -> Double { Elementary.pow(part * signal, 2.4) }
}
