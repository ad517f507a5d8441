public import Colorimetry
public import GamutMaps

/// A list of operations with typed ends, so that light does not become the input of a function of signals.
///
///     let shown = BT1886(luminance: .nits(0...203)).displayLightFromSignal(upTo: 1)  // Signal to Light
///     let coded = PerceptualQuantizer().signalFromDisplayLight(workingUnit: .nits(203))  // Light to Signal
///     let white = shown.then(coded)(Signal(1, 1, 1))  // 0.5807, PQ of 203 cd/m²
public struct Operations<Input: OperationColor, Output: OperationColor>: Sendable {
  /// The operations, in order.
  package let operations: [any ColorOperation]

  /// A list that takes and gives what the types say. Nothing checks that it does, as types do elsewhere.
  ///
  /// - Parameter operations: The operations, in order.
  package init(unchecked operations: [any ColorOperation]) { self.operations = operations }

  /// The color that the operations make of a color, in `Double`.
  ///
  /// - Parameter input: A color in the unit that the first operation takes.
  public func callAsFunction(_ input: Input) -> Output { Output(operations(input.components)) }

  /// The color that the operations make of a color that covers part of a pixel.
  ///
  /// - Parameters:
  ///   - input: A color in the unit that the first operation takes.
  ///   - coverage: The pixel's alpha.
  ///   - background: The output's signal behind the pixel.
  public func callAsFunction(_ input: Input, coverage: Coverage, over background: Signal) -> Output {
    Output(operations(input.components, at: Pixel(coverage: coverage.value, over: background.components)))
  }

  /// These operations, followed by others that take what these give.
  ///
  /// - Parameter next: The operations that follow.
  public func then<Next>(_ next: Operations<Output, Next>) -> Operations<Input, Next> {
    Operations<Input, Next>(unchecked: operations + next.operations)
  }
}

extension Operations where Input: CurveColor, Output: CurveColor {
  /// The same function of each component.
  public static func curve(_ curve: Curve<Input.Level, Output.Level>) -> Operations {
    Operations(unchecked: [curve.erased])
  }
}

extension Operations {
  /// A matrix and an offset, from the unit of the one type to that of the other.
  ///
  /// - Parameters:
  ///   - matrix: What colors are multiplied by.
  ///   - offset: What is added then, in the unit of the output.
  package static func affine(_ matrix: Matrix3x3, adding offset: SIMD3<Double> = .zero) -> Operations {
    Operations(unchecked: [Affine(matrix, adding: offset)])
  }
}

extension Operations where Input: CurveColor, Input == Output {
  /// A factor for all components that depends on one number of the color: the color after `body`, times the factor of a norm of the color
  /// before it, plus what is added.
  ///
  ///     let half = Curve<Luminance, Double>("a half", tolerance: .factor()) { _ in 0.5 }
  ///     let dimmed = Operations<Light, Light>.gain(of: .maximum, by: half).then(.limit(.nits(0...203)))
  ///     dimmed(Light.nits(500, 100, 20))  // 203, 50, 10 cd/m²
  ///
  /// - Parameters:
  ///   - norm: The number that the factor depends on.
  ///   - ownWeight: How much of each component is added to that number; with more than 0, components have factors of their own, and nothing
  ///     is added.
  ///   - factor: From the number to the factor.
  ///   - adding: From the number to what is added afterward; `nil` adds nothing.
  ///   - body: What is done between measuring the number and applying the factor.
  ///   - isOneUpTo: The number up to which the factor is 1 by what it is, so that it is left out where nothing exceeds that; `nil` if nowhere.
  ///   - ceiling: What no component of the result exceeds, if that is less than interval arithmetic gives.
  ///   - maximumFactor: The maximum factor, if it is at neither end of what the number can be; of 0 to 1, if the factor is above those
  ///     anywhere.
  public static func gain(
    of norm: Norm, plusOwn ownWeight: Double = 0, by factor: Curve<Input.Level, Double>,
    adding: Curve<Input.Level, Input.Level>? = nil, after body: Operations = .none, isOneUpTo: Input.Level? = nil,
    upTo ceiling: Input.Level? = nil, maximumFactor: Double? = nil
  ) -> Operations {
    Operations(unchecked: [
      Gain(
        norm: norm, ownWeight: ownWeight, factor: factor.erased, adding: adding?.erased, body: body.operations,
        isOneUpTo: isOneUpTo?.number, ceiling: ceiling?.number, maximumFactor: maximumFactor)
    ])
  }

  /// A number that depends on one number of the color, added to all components.
  ///
  /// - Parameters:
  ///   - curve: From one number of the color to what is added.
  ///   - norm: That number.
  public static func addingToComponents(_ curve: Curve<Input.Level, Input.Level>, of norm: Norm) -> Operations {
    Operations(unchecked: [Addition(norm: norm, term: .curve(curve.erased))])
  }

  /// One number of the color, limited to a range and added to all components of the color after `body`.
  ///
  /// - Parameters:
  ///   - norm: The number.
  ///   - range: Its limits.
  ///   - body: What is done between measuring the number and adding it.
  public static func addingToComponents(
    _ norm: Norm, limitedTo range: ClosedRange<Input.Level>, after body: Operations = .none
  ) -> Operations {
    let limits = range.lowerBound.number...range.upperBound.number
    return Operations(unchecked: [Addition(norm: norm, term: .limited(limits), body: body.operations)])
  }
}

// What keeps the unit.
extension Operations where Input == Output {
  /// No operation.
  public static var none: Operations { Operations(unchecked: []) }

  /// A change of primaries, or another linear map, which keeps the unit.
  ///
  /// - Parameter matrix: The map.
  public static func matrix(_ matrix: Matrix3x3) -> Operations { Operations(unchecked: [Affine(matrix)]) }

  /// Each component limited to 0 and more.
  public static var nonnegative: Operations { Operations(unchecked: [Limit(0 ... .infinity)]) }

  /// Each color divided by the pixel's alpha; 0 where that is 0.
  public static var dividedByAlpha: Operations { Operations(unchecked: [CoverageOperation.divide]) }

  /// Each color times the pixel's alpha.
  public static var multipliedByAlpha: Operations { Operations(unchecked: [CoverageOperation.multiply]) }

  /// Each color over one behind it, as far as it covers the pixel.
  public static func over(_ background: Output) -> Operations {
    Operations(unchecked: [CoverageOperation.over(background.components)])
  }

  /// Each color over that of a picture behind it, as far as it covers the pixel.
  ///
  /// - Parameter linearization: From the picture's signal, limited to `0...1`, to what colors are in.
  package static func overPicture(through linearization: Operations<Signal, Output>) -> Operations {
    Operations(unchecked: [CoverageOperation.overPicture([Limit(0...1)] + linearization.operations)])
  }
}

extension Operations<Signal, Signal> {
  /// Each component limited to a range.
  ///
  /// - Parameter range: The range.
  public static func limit(_ range: ClosedRange<SignalLevel>) -> Operations {
    Operations(unchecked: [Limit(range.lowerBound.value...range.upperBound.value)])
  }

  /// The intensity of L′, M′, S′ replaced by a function of it, with less chroma the more it changes.
  ///
  /// - Parameters:
  ///   - curve: From intensity to intensity.
  ///   - norm: The intensity of a color.
  package static func intensity(_ curve: Curve<SignalLevel, SignalLevel>, of norm: Norm) -> Operations {
    Operations(unchecked: [Intensity(curve: curve.erased, norm: norm)])
  }
}

extension Operations<Light, Light> {
  /// Each component limited to a range.
  ///
  /// - Parameter range: The range.
  public static func limit(_ range: LuminanceRange) -> Operations {
    Operations(unchecked: [Limit(range.black.nits...range.peak.nits)])
  }

  /// Colors brought into a display's gamut, from the components that the map takes to the display's.
  ///
  /// - Parameter fit: The map.
  public static func gamut(_ fit: GamutFit) -> Operations { Operations(unchecked: [fit]) }

  /// The sum of each component and the same light; no operation if that is 0.
  package static func adding(_ light: Luminance) -> Operations {
    light.nits == 0 ? .none : Operations(unchecked: [Affine(.identity, adding: SIMD3(repeating: light.nits))])
  }
}

extension Operations: CustomStringConvertible {
  /// A line for each operation, with every number rounded to four digits.
  public var description: String { operations.map(\.line).joined(separator: "\n") }
}
