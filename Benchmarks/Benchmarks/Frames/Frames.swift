import Benchmark
import Foundation
import Measuring
import ToneMapping

/// Whole frames of the forest, 3840×2160: the default conversion with each instruction set on one thread and on all, and of each scene;
/// each operator, gamut map and format with the widest set. One thread is measured by processor time, all threads by the clock.
let benchmarks: @Sendable () -> Void = {
  orEnd {
    let forest = try Forest()
    let studio = Studio(forest: forest)
    for set in InstructionSet.available {
      for threads in Set([1, activeProcessorCount]).sorted() {
        try studio.measure("default \(set) threads \(threads)", threads: threads, on: set)
      }
    }
    for set in InstructionSet.available {
      for scene in Scene.allCases { try studio.measure("scene \(scene.rawValue) \(set)", on: set, scene: scene) }
    }
    for tone in ToneOperator.all where tone != .spline && !tone.followsMetadata {
      try studio.measure("operator \(tone)", tone: tone)
    }
    for tone in [ToneOperator.spline, .bt2390] {
      for variant in ToneVariant.allCases {
        try studio.measure(
          "operator \(tone) \(variant.rawValue)", tone: tone.applied(by: variant))
      }
    }
    for gamut in GamutOperator.all { try studio.measure("gamut \(gamut)", gamut: gamut) }
    try studio.measure("lattice of 33", options: PlanOptions(latticeSize: 33))
    try studio.measure("from HLG", from: .hlg())
    try studio.measure("from PQ to HLG", to: .hlg, writing: .yuv420p10)
    try studio.measure("from SDR to PQ", from: .sdr, to: .hdr10, writing: .yuv420p10)
    for (input, output) in formats {
      try studio.measure("format \(input) to \(output)", reading: input, writing: output)
    }
    for (width, height) in [(64, 64), (320, 180), (1280, 720), (1920, 1080), (7680, 4320)] {
      try studio.measure("size \(width)x\(height)", size: (width, height))
    }
    for dither in [Dither.none, .ordered] {
      try studio.measure("dither \(dither.rawValue)", options: PlanOptions(dither: dither))
    }
  }
}

private let formats: [(PixelFormat, PixelFormat)] = [
  (.p010, .yuv420p), (.yuv420p10, .nv12), (.p010, .nv12), (.yuv420p10, .yuv420p10), (.yuv420p12, .yuv420p),
  (.yuv420p16, .yuv420p16), (.yuv422p10, .yuv422p), (.gray10, .gray), (.p210, .nv16), (.yuv444p10, .yuv444p),
  (.yuv444p12, .yuv444p12),
  (.p410, .nv24), (.yuva420p10, .yuva420p), (.gbrp10, .gbrp), (.gbrp12, .gbrp12), (.gbrpf32, .gbrpf32),
  (.rgb48, .rgb48),
  (.rgba64, .rgba64), (.gbrpf16, .gbrpf16), (.rgbaf16, .rgbaf16), (.x2rgb10, .x2rgb10), (.y210, .y210),
]
