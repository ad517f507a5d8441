import Testing
import ToneMapping

/// Law 4: the same bits, however the work is divided.
@Suite struct SameBitsTests {
  private func frames(_ plan: ConversionPlan, width: Int, height: Int, count: Int) throws -> [Frame] {
    try (0..<count).map {
      try FrameReferenceTests.picture(plan.inputFormat, width: width, height: height, seed: UInt64($0) + 5)
    }
  }

  @Test(arguments: [2, 3, 7])
  func anyNumberOfThreads(threads: Int) throws {
    for location in ChromaLocation.allCases {
      var display = Display.sdr
      display.chromaLocation = location
      let plan = try ConversionPlan(from: .hdr10(), to: display, options: PlanOptions(sourcePeak: .nits(1000)))
      let input = try frames(plan, width: 301, height: 173, count: 1)[0]
      var one = try plan.makeFrame(width: 301, height: 173)
      var many = one
      var single = try plan.converter(width: 301, height: 173, threads: 1)
      var several = try plan.converter(width: 301, height: 173, threads: threads)
      try single.convert(input, into: &one, index: 3)
      try several.convert(input, into: &many, index: 3)
      #expect(one == many)
    }
  }

  @Test func anyPieceOfAClip() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)))
    let clip = try frames(plan, width: 64, height: 48, count: 5)
    func converted(_ range: Range<Int>) throws -> [Frame] {
      var converter = try plan.converter(width: 64, height: 48, threads: 2)
      return try range.map { index in
        var output = try plan.makeFrame(width: 64, height: 48)
        try converter.convert(clip[index], into: &output, index: index)
        return output
      }
    }
    #expect(try converted(0..<5) == converted(0..<2) + converted(2..<3) + converted(3..<5))
    // This test can fail: the dither does change from frame to frame.
    var first = try plan.makeFrame(width: 64, height: 48)
    var later = first
    try plan.convert(clip[0], into: &first, index: 0)
    try plan.convert(clip[0], into: &later, index: 1)
    #expect(first != later)
  }

  @Test func anyInstructionSet() throws {
    for source in [Source.hdr10(), .hlg()] {
      let plan = try ConversionPlan(from: source, to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)))
      let input = try frames(plan, width: 131, height: 37, count: 1)[0]
      var outputs: [Frame] = []
      for instructions in InstructionSet.available {
        var output = try plan.makeFrame(width: 131, height: 37)
        var converter = try plan.converter(width: 131, height: 37, threads: 1, on: instructions)
        #expect(converter.instructions == instructions)
        try converter.convert(input, into: &output)
        outputs.append(output)
      }
      #expect(outputs.allSatisfy { $0 == outputs[0] })
      print("\(outputs.count) instruction sets agree: \(InstructionSet.available.map(\.rawValue))")
    }
  }

  /// A color in an area without any other, which is converted once for many pixels, has the bits that it has beside other colors.
  @Test(
    arguments: [PixelFormat.yuv420p10, .yuv422p10, .yuv444p10, .p010],
    [[64, 512, 512], [940, 512, 512], [350, 450, 680], [400, 640, 470]])
  func aFlatAreaIsLikeAnyOther(format: PixelFormat, codes: [Int]) throws {
    let plan = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)), reading: format)
    let (width, height, apart) = (1030, 7, 101)
    var flat = try Frame(format, width: width, height: height)
    for component in 0..<3 {
      let grid = format.grid(ofComponent: component, width: width, height: height)
      for y in 0..<grid.height {
        for x in 0..<grid.width { try flat.setCode(codes[component], component: component, x: x, y: y) }
      }
    }
    var spotted = flat
    for y in 0..<height {
      for x in stride(from: 0, to: width, by: apart) { try spotted.setCode(500, component: 0, x: x, y: y) }
    }
    let outputs = try [flat, spotted].map { input in
      var output = try plan.makeFrame(width: width, height: height)
      try plan.convert(input, into: &output, index: 3)
      return try Planes(output).planes
    }
    var (differing, elsewhere) = ([0, 0, 0], 0)
    for (component, planes) in zip(outputs[0], outputs[1]).enumerated() {
      let step = width / (planes.0[0].count - 1)
      for (row, other) in zip(planes.0, planes.1) {
        for x in row.indices where row[x] != other[x] {
          differing[component] += 1
          // A chroma sample also averages the columns beside its own.
          let place = step * x % apart
          let isBeside = component > 0 && step == 2 && (place <= 1 || place >= apart - 2)
          if place != 0, !isBeside { elsewhere += 1 }
        }
      }
    }
    #expect(differing[0] == height * 11 && elsewhere == 0)
  }

  @Test func whatCannotRunIsRefused() throws {
    // A machine without AVX-512, and one without AVX-512 and AVX2.
    #expect(throws: InstructionSetError.unavailable(.v4, available: [.baseline, .v3])) {
      try InstructionSet.v4.kernels(among: [.baseline, .v3])
    }
    #expect(throws: InstructionSetError.unavailable(.v3, available: [.baseline])) {
      try InstructionSet.v3.kernels(among: [.baseline])
    }
    let sentence = "\(InstructionSetError.unavailable(.v4, available: [.baseline, .v3]))"
    #expect(sentence.contains("v4") && sentence.contains("choose baseline or v3"))
    #expect(InstructionSet.available.first == .baseline)
    // The default is the widest set.
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    #expect(try plan.converter(width: 16, height: 16, threads: 1).instructions == InstructionSet.available.last)
  }
}
