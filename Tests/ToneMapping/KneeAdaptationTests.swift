import Testing
import ToneMapping

/// The knee of `spline`, which follows high peaks less than libplacebo's.
@Suite struct KneeAdaptationTests {
  /// 0.4 up to 1000 cd/m² on 203, as libplacebo has it; a quarter of a tenth less for each half octave above, down to 0.3.
  @Test(arguments: [
    (300.0, 203.0, 0.4), (1000, 203, 0.4), (2000, 203, 0.35), (4000, 203, 0.3), (10_000, 203, 0.3), (4000, 1000, 0.4),
    (400, 100, 0.4),
    (1000, 100, 0.34893),
  ])
  func followsTheRatioOfPeaks(source: Double, target: Double, expected: Double) {
    let constants = LibplaceboSpline.Constants.adapted(from: .nits(0...source), to: .nits(0...target))
    #expect(abs(constants.kneeAdaptation - expected) < 1e-5)
    var own = LibplaceboSpline.Constants()
    own.kneeAdaptation = constants.kneeAdaptation
    #expect(constants == own)
  }

  /// At a peak of 4560 cd/m² on a display of 203, gray and white as a second implementation has them, in numpy.
  @Test func grayAndWhiteStayNearer() throws {
    let adapted = try ToneOperator.spline.curve(from: .nits(0...4560), to: .nits(0...203))
    let libplacebos = try ToneOperator.spline(kneeAdaptation: 0.4).curve(from: .nits(0...4560), to: .nits(0...203))
    #expect(abs(adapted(.nits(26)).nits - 16.2) < 0.06 && abs(adapted(.nits(203)).nits - 73) < 0.6)
    #expect(abs(libplacebos(.nits(26)).nits - 13.7) < 0.06 && abs(libplacebos(.nits(203)).nits - 64) < 0.6)
  }

  @Test func thePlanSaysWhichItIs() throws {
    func plan(_ peak: Double, _ tone: ToneOperator = .spline) throws -> String {
      "\(try ConversionPlan(from: .hdr10(), to: .sdr, tone: tone, options: PlanOptions(sourcePeak: .nits(peak))))"
    }
    #expect(try plan(1000).contains("spline, knee adaptation 0.4, applied to brightness"))
    #expect(try plan(4000).contains("spline, knee adaptation 0.3, applied to brightness"))
    #expect(try plan(4000, .spline(kneeAdaptation: 0.4)).contains("spline, knee adaptation 0.4,"))
  }

  @Test func whatCannotBeIsRefused() {
    for share in [-0.1, 1.1, .nan] {
      // Also where nothing is mapped.
      for source in [Source.hdr10(), .sdr] {
        let error = #expect(throws: PlanError.self) {
          try ConversionPlan(from: source, to: .sdr, tone: .spline(kneeAdaptation: share))
        }
        guard case .tone(.kneeAdaptation)? = error else { Issue.record("\(String(describing: error))"); continue }
      }
    }
  }
}
