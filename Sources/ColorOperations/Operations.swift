public import Colorimetry

/// A list of operations with typed ends, so that light does not become the input of a function of signals.
///
///     let shown = BT1886(range: .nits(0...203)).linearization(upTo: 1)  // Signal to Light
///     let coded = PerceptualQuantizer().delinearization(peak: .nits(203))  // Light to Signal
///     let white = shown.then(coded)(Signal(1, 1, 1))  // 0.5807, PQ of 203 cd/m²
public struct Operations<Input: OperationColor, Output: OperationColor>: Sendable {
  /// The operations, in order.
  public let operations: [ColorOperation]

  /// A list that takes and gives what the types say. Nothing checks that it does, as `curve(_:)`, `gain(_:)` and the others do.
  ///
  /// - Parameter operations: The operations, in order.
  public init(unchecked operations: [ColorOperation]) { self.operations = operations }

  /// The color that the operations make of a color, in `Double`.
  ///
  /// - Parameter input: A color in the unit that the first operation takes.
  public func callAsFunction(_ input: Input) -> Output { Output(operations(input.components)) }

  /// The color that the operations make of a color that covers part of a pixel.
  ///
  /// - Parameters:
  ///   - input: A color in the unit that the first operation takes.
  ///   - coverage: The pixel's alpha, `0...1`.
  ///   - background: The output's signal behind the pixel.
  public func callAsFunction(_ input: Input, coverage: Double, over background: Signal) -> Output {
    Output(operations(input.components, coverage: coverage, over: background.components))
  }

  /// These operations, followed by others that take what these give.
  ///
  /// - Parameter next: The operations that follow.
  public func then<Next>(_ next: Operations<Output, Next>) -> Operations<Input, Next> {
    Operations<Input, Next>(unchecked: operations + next.operations)
  }
}

extension Operations {
  /// The same function of each component.
  ///
  /// - Precondition: The curve leads from the quantity of the one type to that of the other.
  public static func curve(_ curve: ColorCurve) -> Operations {
    precondition(
      curve.from == Input.quantity && curve.to == Output.quantity,
      "\(curve.name) leads from \(curve.from) to \(curve.to), not from \(Input.unitName) to \(Output.unitName)")
    return Operations(unchecked: [.curve(curve)])
  }

  /// A factor that depends on one number of the color.
  ///
  /// - Precondition: The factor depends on the quantity of the one type, and what it gives is that of the other.
  public static func gain(_ gain: Gain) -> Operations {
    precondition(
      gain.factor.from == Input.quantity && gain.result ?? gain.factor.from == Output.quantity,
      "\(gain.factor.name) depends on \(gain.factor.from), not on \(Input.unitName), or does not give \(Output.unitName)"
    )
    return Operations(unchecked: [.gain(gain)])
  }

  /// A linear map from the unit of the one type to that of the other.
  ///
  /// - Parameters:
  ///   - matrix: What colors are multiplied by.
  ///   - offset: What is added then, in the unit of the output.
  package static func linear(_ matrix: Matrix3x3, adding offset: SIMD3<Double> = .zero) -> Operations {
    Operations(unchecked: [.matrix(matrix, adding: offset)])
  }
}

// What keeps the unit.
extension Operations where Input == Output {
  /// No operation.
  public static var none: Operations { Operations(unchecked: []) }

  /// A change of primaries, or another linear map, which keeps the unit.
  ///
  /// - Parameter matrix: The map.
  public static func matrix(_ matrix: Matrix3x3) -> Operations { Operations(unchecked: [.matrix(matrix)]) }

  /// Each component limited to 0 and more.
  public static var nonnegative: Operations { Operations(unchecked: [.limit(0 ... .infinity)]) }

  /// What the pixel's alpha does to its color.
  ///
  /// - Parameter operation: What it does.
  public static func coverage(_ operation: CoverageOperation) -> Operations {
    Operations(unchecked: [.coverage(operation)])
  }

  /// Each color over one behind it, as far as it covers the pixel.
  ///
  /// - Parameters:
  ///   - background: The signal of what is behind.
  ///   - linearization: From that signal to what colors are in.
  package static func over(_ background: Signal, through linearization: Operations<Signal, Output>) -> Operations {
    .coverage(.over(linearization(background).components))
  }

  /// Each color over that of a picture behind it, as far as it covers the pixel.
  ///
  /// - Parameter linearization: From the picture's signal, limited to `0...1`, to what colors are in.
  package static func overPicture(through linearization: Operations<Signal, Output>) -> Operations {
    Operations(unchecked: [.over(background: [.limit(0...1)] + linearization.operations)])
  }
}

extension Operations<Signal, Signal> {
  /// Each component limited to a range.
  ///
  /// - Parameter range: The range.
  public static func limit(_ range: ClosedRange<SignalLevel>) -> Operations {
    Operations(unchecked: [.limit(range.lowerBound.value...range.upperBound.value)])
  }

  /// The intensity of L′, M′, S′ replaced by a function of it, with less chroma the more it changes.
  ///
  /// - Parameters:
  ///   - curve: From intensity to intensity.
  ///   - norm: The intensity of a color.
  /// - Precondition: The curve leads from signal to signal.
  package static func intensity(_ curve: ColorCurve, of norm: Norm) -> Operations {
    precondition(curve.from == .signal && curve.to == .signal, "\(curve.name) does not lead from signal to signal")
    return Operations(unchecked: [.intensity(curve, of: norm)])
  }
}

extension Operations<Light, Light> {
  /// Each component limited to a range.
  ///
  /// - Parameter range: The range.
  public static func limit(_ range: LuminanceRange) -> Operations {
    Operations(unchecked: [.limit(range.black.nits...range.peak.nits)])
  }

  /// Colors brought into a display's gamut, in the display's components.
  ///
  /// - Parameter fit: The map.
  public static func gamut(_ fit: any GamutFit) -> Operations { Operations(unchecked: [.gamut(fit)]) }

  /// The sum of each component and the same light; no operation if that is 0.
  package static func adding(_ light: Luminance) -> Operations {
    light.nits == 0 ? .none : Operations(unchecked: [.matrix(.identity, adding: SIMD3(repeating: light.nits))])
  }
}
