import Benchmark
import Measuring
import ToneKernels

/// Each stroke with each instruction set, on one thread, measured by processor time.
let benchmarks: @Sendable () -> Void = {
  let desk = Desk()
  let curves = orEnd { try lookedUpCurves() }
  for name in InstructionSet.available {
    guard let kernels = KernelSet.named(name) else { continue }
    readStrokes(kernels, desk)
    colorStrokes(kernels, desk, curves)
    writeStrokes(kernels, desk)
    chromaStrokes(kernels, desk)
  }
}

/// One stroke over the desk's picture.
func stroke(_ name: String, _ kernels: KernelSet, _ traffic: Traffic, _ work: @escaping () -> Void) {
  // This is safe because the benchmark runs its pieces of work one after the other.
  nonisolated(unsafe) let work = work
  benchmark("\(name) \(kernels.name)", pixels: Desk.pixels, traffic: traffic, clock: threadTime) { work() }
}
