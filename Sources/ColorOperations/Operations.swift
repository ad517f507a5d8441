public import Colorimetry

/// A color as operations take and give it: three components in one unit.
public protocol OperationColor: Sendable {
  /// The components, in the unit of the type.
  var components: SIMD3<Double> { get }

  /// The color of these components.
  init(_ components: SIMD3<Double>)
}

extension Codes: OperationColor {}
extension Signal: OperationColor {}
extension SceneLight: OperationColor {}
extension Light: OperationColor {}

/// A list of operations with typed ends, so that light does not become the input of a function of signals.
///
///     let shown = BT1886(range: .nits(0...203)).linearization(upTo: 1)  // Signal to Light
///     let coded = PerceptualQuantizer().delinearization(peak: .nits(203))  // Light to Signal
///     let white = shown.then(coded)(Signal(1, 1, 1))  // 0.5807, PQ of 203 cd/m²
public struct Operations<Input: OperationColor, Output: OperationColor>: Sendable {
  /// The operations, in order.
  public let operations: [ColorOperation]

  /// A list that takes and gives what the types say: nothing checks that it does.
  ///
  /// - Parameter operations: The operations, in order.
  public init(_ operations: [ColorOperation]) { self.operations = operations }

  /// The color that the operations make of a color, in `Double`.
  ///
  /// - Parameter input: A color in the unit that the first operation takes.
  public func callAsFunction(_ input: Input) -> Output { Output(operations(input.components)) }

  /// These operations, followed by others that take what these give.
  ///
  /// - Parameter next: The operations that follow.
  public func then<Next>(_ next: Operations<Output, Next>) -> Operations<Input, Next> {
    Operations<Input, Next>(operations + next.operations)
  }
}

extension Operations where Input == Output {
  /// A change of primaries, or another linear map, which keeps the unit.
  ///
  /// - Parameter matrix: The map.
  public static func matrix(_ matrix: Matrix3x3) -> Operations { Operations([.matrix(matrix)]) }
}
