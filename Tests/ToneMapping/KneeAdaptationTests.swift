import Testing
import ToneMapping

/// The knee of `spline`: its light is kept, where libplacebo's moves.
@Suite struct KneeAdaptationTests {
  /// Up to the knee, at 0.4 of the source's peak in PQ, light is unchanged.
  @Test(arguments: [(400.0, 6.0), (1000, 10.1), (4000, 20.9), (7300, 27.9)])
  func shadowsAreKept(peak: Double, knee: Double) throws {
    let curve = try ToneOperator.spline.curve(from: .nits(0...peak), to: .nits(0...203))
    for share in [0.01, 0.1, 0.5, 0.99] { #expect(abs(curve(.nits(knee * share)).nits - knee * share) < 1e-9 * knee) }
    #expect(abs(curve(.nits(knee * 2)).nits - knee * 2) > 0.01 * knee)
  }

  /// At a peak of 4560 cd/m² on a display of 203, gray and white as a second implementation has them, in numpy.
  @Test func grayAndWhiteStayNearer() throws {
    let ours = try ToneOperator.spline.curve(from: .nits(0...4560), to: .nits(0...203))
    let libplacebos = try ToneOperator.spline(kneeAdaptation: 0.4).curve(from: .nits(0...4560), to: .nits(0...203))
    #expect(abs(ours(.nits(26)).nits - 25.9) < 0.06 && abs(ours(.nits(203)).nits - 106.4) < 0.06)
    #expect(abs(libplacebos(.nits(26)).nits - 13.7) < 0.06 && abs(libplacebos(.nits(203)).nits - 64) < 0.6)
  }

  /// Only the source's peak becomes white, also where the peaks are far apart and where the knee is at a scene's average.
  @Test(arguments: [(10_000.0, 203.0), (10_000, 100), (4000, 100), (10_000, 48)], [nil, 5, 30, 90, 400])
  func lightBelowThePeakIsNotWhite(peaks: (source: Double, target: Double), average: Double?) throws {
    let curve = try ToneOperator.spline.curve(
      from: .nits(0...peaks.source), to: .nits(0...peaks.target), sceneAverage: average.map { .nits($0) })
    let shown = [0.1, 0.2, 0.4, 0.7, 0.9, 1].map { curve(.nits(peaks.source * $0)).nits }
    for (lower, higher) in zip(shown, shown.dropFirst()) { #expect(lower < higher, "\(shown)") }
    #expect(abs(shown[5] - peaks.target) < 1e-6)
  }

  /// With libplacebo's adaptation, the curve is libplacebo's.
  @Test(arguments: [400.0, 1000, 4000, 10_000], [203.0, 100, 48]) func libplacebosIsUnchanged(
    peak: Double, to display: Double
  ) throws {
    for average in [nil, 0.1, 5, 30, 90, 400] as [Double?] {
      let average = average.map { Luminance.nits($0) }
      let (source, target) = (LuminanceRange.nits(0...peak), LuminanceRange.nits(0...display))
      let curve = try ToneOperator.spline(kneeAdaptation: 0.4).curve(from: source, to: target, sceneAverage: average)
      let libplacebos = LibplaceboSpline(from: source, to: target, sceneAverage: average)
      for light in stride(from: 1, through: peak, by: peak / 64) {
        #expect(curve(.nits(light)) == libplacebos(.nits(light)))
      }
    }
  }

  @Test func thePlanSaysWhichItIs() throws {
    func plan(_ peak: Double, _ tone: ToneOperator = .spline) throws -> String {
      "\(try ConversionPlan(from: .hdr10(), to: .sdr, tone: tone, options: PlanOptions(sourcePeak: .nits(peak))))"
    }
    #expect(try plan(1000).contains("spline, knee adaptation 0, applied to brightness"))
    #expect(try plan(4000).contains("spline, knee adaptation 0, applied to brightness"))
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
