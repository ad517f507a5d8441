import CToneKernels
import LookupTables
import TestSupport
import Testing
import ToneKernels

import ColorOperations
import ToneMapping

@Suite struct LookupKernelTests {
  /// Noise at equal steps and at others: the minimum number of values, powers of two and their neighbors, and many.
  static func curves() throws -> [LookupCurve] {
    var numbers = SeededNumbers(seed: 15)
    return try [2, 3, 4, 5, 16, 17, 33, 1024, 4095].flatMap { count in
      let values = (0..<count).map { _ in Float.random(in: -1...1, using: &numbers) }
      let steps = (0..<count).map { _ in Float.random(in: 0.1...1, using: &numbers) }
      var place: Float = -0.25
      let places = steps.map { step in
        place += step * 1.5 / Float(count)
        return place
      }
      return [
        try LookupCurve(values: values), try LookupCurve(over: -0.125...0.75, values: values),
        try LookupCurve(at: places, values: values),
      ]
    }
  }

  /// The operations of the kernel, in its order, for one number.
  static func value(_ curve: LookupCurve, _ argument: Float) -> Float {
    let (domain, last) = (curve.domain, curve.values.count - 1)
    let x = argument > Float(domain.lowerBound) ? min(argument, Float(domain.upperBound)) : Float(domain.lowerBound)
    let index: Int
    let part: Float
    if let places = curve.positions {
      index = min(places.lastIndex { $0 <= x }!, last - 1)
      part = (x - places[index]) / (places[index + 1] - places[index])
    } else {
      let scale = Double(last) / (domain.upperBound - domain.lowerBound)
      let place = min(max(Float(-domain.lowerBound * scale).addingProduct(x, Float(scale)), 0), Float(last))
      index = min(Int(place), last - 1)
      part = place - Float(index)
    }
    return curve.values[index].addingProduct(part, curve.values[index + 1] - curve.values[index])
  }

  /// Every set, every width: the bits of the same operations, one number at a time; and near the reference.
  @Test func everyWidth() throws {
    for (index, curve) in try Self.curves().enumerated() {
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      let op = SIMDInstruction.lookup(curve, rows: 1..<3).op(in: memory)
      // A number among `count` is exact to a few roundings of the place, and a value changes by up to 2 per step.
      let allowed = 2 * Double(curve.values.count) * 0x1p-22 + 1e-6
      ColorTests.everyWidth(rows: 4, in: -0.4...1.7, turn: index) { strip, count in
        let found = ColorTests.run([op], strip, count)
        for row in 0..<4 {
          for i in 0..<count {
            let x = strip.floats[row * Int(LANES_STRIP) + i]
            let y = found.floats[row * Int(LANES_STRIP) + i]
            let expected = (1...2).contains(row) ? Self.value(curve, x) : x
            guard y.bitPattern == expected.bitPattern else {
              Issue.record("\(curve), row \(row), column \(i) of \(count): \(x) became \(y), not \(expected)")
              return
            }
            if row == 1 { #expect(abs(Double(y) - curve(Double(x))) <= allowed, "\(curve) at \(x)") }
          }
        }
      }
      withExtendedLifetime(memory) {}
    }
  }
}
