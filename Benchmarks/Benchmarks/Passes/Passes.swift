import Benchmark
import Measuring
import ToneKernels

/// Each pass with each instruction set, on one thread, measured by processor time.
let benchmarks: @Sendable () -> Void = {
  let desk = Desk()
  let curves = orEnd { try lookedUpCurves() }
  for name in InstructionSet.available {
    guard let kernels = KernelSet.named(name) else { continue }
    readPasses(kernels, desk)
    colorPasses(kernels, desk, curves)
    writePasses(kernels, desk)
    chromaPasses(kernels, desk)
  }
}

/// One pass over the desk's picture.
func pass(_ name: String, _ kernels: KernelSet, _ traffic: Traffic, _ work: @escaping () -> Void) {
  // This is safe because the benchmark runs its pieces of work one after the other.
  nonisolated(unsafe) let work = work
  benchmark("\(name) \(kernels.name)", pixels: Desk.pixels, traffic: traffic, clock: threadTime) { work() }
}
