package import Colorimetry

/// One operation on a color, from three numbers to three. The file of each operation contains its reference, its line in a printed plan, and its
/// instructions with the resulting bounds.
///
/// A plan is a list of these, from codes to codes. There are two evaluators: `callAsFunction` in `Double`, which is the reference, and the compiler
/// of the vector kernels, which folds adjacent operations.
///
/// Numbers have no type, only a `ColorUnit`; light is in cd/m².
package protocol ColorOperation: Sendable {
  /// The input unit; `nil` for any unit.
  var takes: ColorUnit? { get }
  /// The output unit; `nil` if it equals the input unit.
  var gives: ColorUnit? { get }
  /// One line, with every number rounded to four digits.
  var line: String { get }
  /// Whether reading can carry out the operation, if all operations before it are part of reading too.
  var isRead: Bool { get }

  /// Applies this operation to one color, in `Double`.
  func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double>

  /// Adds this operation to a program: its steps, or a pending operation, and the ranges of its output.
  ///
  /// - Throws: `UnsupportedOperation` if there is no vector code for it.
  func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation)
}

/// The properties of a pixel, other than its color, on which an operation may depend.
package struct Pixel: Sendable {
  /// The alpha, `0...1`.
  package let coverage: Double
  package let background: SIMD3<Double>

  package init(coverage: Double = 1, over background: SIMD3<Double> = .zero) {
    (self.coverage, self.background) = (coverage, background)
  }
}

extension ColorOperation {
  package var takes: ColorUnit? { nil }
  package var gives: ColorUnit? { nil }
  package var isRead: Bool { false }

  /// The output unit for an input unit.
  ///
  /// - Precondition: The operation accepts that unit.
  package func unit(after unit: ColorUnit) -> ColorUnit {
    precondition(takes.map(unit.isAccepted(as:)) ?? true, "\(line) takes \(takes!.name), but gets \(unit.name)")
    return gives ?? unit
  }
}

/// Operations that are carried out one after the other.
package typealias Operations = [any ColorOperation]

extension Operations {
  /// The output unit for an input unit.
  ///
  /// - Precondition: The input unit of each operation is the output unit of the one before it.
  package func unit(after unit: ColorUnit) -> ColorUnit { reduce(unit) { $1.unit(after: $0) } }

  /// Applies the operations one after the other to one color, in `Double`: the reference for all vector code.
  package func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel = Pixel()) -> SIMD3<Double> {
    reduce(color) { color, operation in operation(color, at: pixel) }
  }

  /// The text printed before an operation that has these as its body.
  var lineBefore: String { isEmpty ? "" : "(\(map(\.line).joined(separator: "; "))), then " }
}

extension SIMD3<Double> {
  /// The function of each component; evaluated once if all are equal.
  package func mapped(_ function: (Double) -> Double) -> SIMD3<Double> {
    let first = function(x)
    return x == y && y == z ? SIMD3(repeating: first) : SIMD3(first, function(y), function(z))
  }
}

// MARK: Numbers in a line

func text(_ matrix: Matrix3x3) -> String {
  [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { text($0) }.joined(separator: " ")
}

func text(_ numbers: SIMD3<Double>) -> String {
  numbers.x == numbers.y && numbers.y == numbers.z
    ? text(numbers.x) : "(\(text(numbers.x)), \(text(numbers.y)), \(text(numbers.z)))"
}

func text(_ range: ClosedRange<Double>) -> String { "\(text(range.lowerBound))…\(text(range.upperBound))" }

func text(_ number: Double) -> String {
  if number == .infinity { return "∞" }
  // Four digits after the first nonzero digit.
  var scale = 1e4
  while number != 0 && abs(number) * scale < 1e3 && scale < 1e12 { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
