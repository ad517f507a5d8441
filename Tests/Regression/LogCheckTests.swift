import Testing
import Exactness
import ToneKernels
import ToneMapping

/// The lanes against the reference for sources in the logs of cameras.
@Suite struct LogCheckTests {
  @Test(arguments: CameraLog.allCases) func aSampleIsWithinTheBound(log: CameraLog) throws {
    let kernels = try #require(KernelSet.named(InstructionSet.available.last!))
    for (display, format) in [(Display.sdr, PixelFormat.yuv444p10), (.hdr10, .gbrp10)] {
      var source = Source.log(log)
      if format.model == .rgb { source.color.matrix = .identity }
      let plan = try ConversionPlan(from: source, to: display, reading: format)
      #expect(plan.isVectorized, "\(plan)")
      let quick = PlanOptions(compilesQuickly: true)
      #expect(try ConversionPlan(from: source, to: display, options: quick, reading: format).isVectorized)
      let errors = try SIMDCheck(plan, over: .sample(1 << 13, seed: 1), on: kernels).run(threads: 2)
      #expect(errors.beyond == 0, "\(errors.worst.prefix(3))")
      // This test can fail: no lanes are exact.
      #expect(errors.maximum > 1e-5)
      print("\(log) to \(display.transfer): the maximum \(errors.maximum) at \(errors.worst[0].codes)")
    }
  }
}
