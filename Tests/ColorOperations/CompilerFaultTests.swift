import Colorimetry
import Testing

import ColorOperations

/// What the compiler once got wrong.
@Suite struct CompilerFaultTests {
  /// A compiler of light of `0...peak`, for 8-bit codes on a display of that peak.
  private static func compiler(_ tables: DisplayTables = DisplayTables(), peak: Double = 203) -> ProgramCompiler {
    ProgramCompiler(
      allowed: ErrorBudget(signal: 0.05 / 219, peak: .nits(peak)), codes: 0...1, reading: .signal,
      tables: tables, effort: .thorough)
  }

  /// A curve that is kept for one tolerance is not taken for a finer one.
  @Test func aCurveIsKeptForItsTolerance() throws {
    func curve(_ share: Double, _ tables: DisplayTables) throws -> CompiledCurve {
      var compiler = Self.compiler(tables)
      try compiler.add([
        TransferFunction.pq.displayLightFromSignal(workingUnit: .nits(203), tolerance: .light(share: share))
      ])
      return try #require(try compiler.program(giving: .light(.nits(203))).curves.first)
    }
    let shared = DisplayTables()
    let coarse = try curve(16, shared)
    let fine = try curve(0.5, shared)
    #expect("\(fine.shape)" == "\(try curve(0.5, DisplayTables()).shape)")
    #expect("\(fine.shape)" != "\(coarse.shape)")
    #expect(shared.curves.count == 2)
    _ = try curve(16, shared)
    #expect(shared.curves.count == 2)
  }

  /// A factor that is 1 at 0, 0.01, 0.25, 0.5 and 1 times the maximum light, but not between, is not.
  @Test func aFactorIsNotLeftOutForAFewOfItsValues() throws {
    func steps(isOneUpTo: Luminance?) throws -> Int {
      let dip = Curve("dip", tolerance: .factor()) { (light: Luminance) in
        let x = (light.nits - 37) / 10
        return 1 - 0.5 * max(0, 1 - x * x) * max(0, 1 - x * x)
      }
      var compiler = Self.compiler(peak: 100)
      let linear = Curve("linear", domain: 0...1, tolerance: .light()) { (signal: SignalLevel) in
        Luminance.nits(100 * signal.value)
      }
      try compiler.add([linear, Gain(of: .bt2020Luminance, by: dip, isOneUpTo: isOneUpTo?.nits)])
      return try compiler.program(giving: .light(.nits(100))).steps.count
    }
    #expect(throws: Never.self) { try steps(isOneUpTo: .nits(100)) }
    // What is not left out is compiled, and no polynomials follow this one.
    #expect(throws: UnsupportedOperation.self) { try steps(isOneUpTo: nil) }
    // Light goes farther than that.
    #expect(throws: UnsupportedOperation.self) { try steps(isOneUpTo: .nits(99)) }
  }
}
