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

  init(_ coding: SignalCoding) {
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

  /// For curves that give light, `scale` times which is relative to the target's peak.
  func light(scale: Double) -> CurveTolerance {
    CurveTolerance { _, light in max(light * relative(light * scale), invisible / scale) }
  }

  /// For curves that give a factor on the light that is their argument.
  func gain(scale: Double) -> CurveTolerance {
    CurveTolerance { light, gain in
      max(gain * relative(light * gain * scale), invisible / max(light * scale, invisible))
    }
  }

  /// The relative error allowed for light relative to the peak: a twenty-fifth of the whole where it is bright, since a small
  /// component may be the difference of large ones; more in the dark, where the signal is about its 2.4th root.
  private func relative(_ light: Double) -> Double {
    signal / 25 / max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), 1.0 / 256)
  }

  /// Light that need not be told apart from black, relative to the peak: by BT.1886, 0.3 of the allowed error.
  ///
  /// Ten times less, 0.1 of the error, takes tables twice as large.
  private var invisible: Double { Elementary.pow(0.3 * signal, 2.4) }
}
