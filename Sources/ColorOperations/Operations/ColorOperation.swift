internal import Colorimetry

/// One operation on a color: three numbers become three. A type of operation says all of it in its file: the reference, the line of a printed
/// plan, and the steps for the lanes with the bounds that they leave.
///
/// A plan is a list of these, from codes to codes. Two evaluators walk the list: `callAsFunction` in `Double`, which is the reference, and the
/// compiler of the vector kernels, which folds neighbors.
///
/// Numbers are bare, in a `ColorUnit`; light is in cd/m².
package protocol ColorOperation: Sendable {
  /// The unit that it takes; `nil` if it takes any.
  var takes: ColorUnit? { get }
  /// The unit that it gives; `nil` if that is the unit that it took.
  var gives: ColorUnit? { get }
  /// One line, with every number rounded to four digits.
  var line: String { get }
  /// Whether the lanes do this while reading, if nothing comes before it that they do not.
  var isRead: Bool { get }

  /// Applies this operation to one color, in `Double`.
  ///
  /// - Parameters:
  ///   - color: The color.
  ///   - pixel: The pixel that has it.
  func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double>

  /// Adds this operation to a program: its steps, or what is pending until there are some, and the ranges of what it gives.
  ///
  /// - Throws: `UnsupportedOperation` if the lanes have no steps for it.
  func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation)
}

/// What an operation may depend on beside a color.
package struct Pixel: Sendable {
  /// The alpha, `0...1`.
  package let coverage: Double
  /// The color behind.
  package let background: SIMD3<Double>

  package init(coverage: Double = 1, over background: SIMD3<Double> = .zero) {
    (self.coverage, self.background) = (coverage, background)
  }
}

extension ColorOperation {
  package var takes: ColorUnit? { nil }
  package var gives: ColorUnit? { nil }
  package var isRead: Bool { false }

  /// The unit of what this makes of a color in a unit.
  ///
  /// - Precondition: It takes that unit.
  package func unit(after unit: ColorUnit) -> ColorUnit {
    precondition(takes.map(unit.isTaken(as:)) ?? true, "\(line) takes \(takes!.name), but gets \(unit.name)")
    return gives ?? unit
  }
}

/// Operations that are carried out one after the other.
package typealias Operations = [any ColorOperation]

extension Operations {
  /// The unit of what these make of a color in a unit.
  ///
  /// - Precondition: Each takes what the one before it gives.
  package func unit(after unit: ColorUnit) -> ColorUnit { reduce(unit) { $1.unit(after: $0) } }

  /// Applies the operations one after the other to one color, in `Double`: the reference that everything fast is compared with.
  ///
  /// - Parameters:
  ///   - color: The color.
  ///   - pixel: The pixel that has it.
  package func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel = Pixel()) -> SIMD3<Double> {
    reduce(color) { color, operation in operation(color, at: pixel) }
  }
}

extension Operations {
  /// What is printed before an operation that has these as its body.
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
  // Four digits after the first that is not 0.
  var scale = 1e4
  while number != 0 && abs(number) * scale < 1e3 && scale < 1e12 { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
