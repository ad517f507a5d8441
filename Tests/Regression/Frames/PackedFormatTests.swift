import TestSupport
import Testing
import ToneMapping

/// Formats that hold the same codes in another order give the same picture, and get the same codes.
@Suite struct PackedFormatTests {
  @Test(arguments: [
    (PixelFormat.y210, PixelFormat.yuv422p10), (.p210, .yuv422p10), (.x2rgb10, .gbrp10), (.rgb48, .gbrp16),
    (.rgb24, .gbrp), (.bgr24, .gbrp), (.rgba, .gbrap), (.bgra, .gbrap), (.rgba64, .gbrap16), (.rgbf16, .gbrpf16),
    (.rgbaf16, .gbrapf16), (.rgbf32, .gbrpf32), (.rgbaf32, .gbrapf32),
  ]) func codesAreThoseOfPlanes(packed: PixelFormat, planar: PixelFormat) throws {
    for width in [37, 530] {
      let outputs = try [packed, planar].map { format in
        var source = Source.hdr10()
        if format.model == .rgb { source.color.matrix = .identity }
        // The dither of packed R′G′B′ is one for all components.
        let plan = try ConversionPlan(
          from: source, to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), dither: .none), reading: format,
          writing: format)
        let input = try FrameReferenceTests.picture(format, width: width, height: 5, seed: 4)
        var output = try plan.makeFrame(width: width, height: 5)
        try plan.convert(input, into: &output)
        return try Planes(output).planes
      }
      #expect(outputs[0] == outputs[1], "\(width) columns")
    }
  }

  /// A row of odd width ends with a copy of its last luma, which is not read.
  @Test func theLumaOfNoPixelIsACopy() throws {
    let plan = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)), reading: .y210, writing: .y210)
    var input = try FrameReferenceTests.picture(.y210, width: 37, height: 3, seed: 9)
    var (first, second) = (try plan.makeFrame(width: 37, height: 3), try plan.makeFrame(width: 37, height: 3))
    try plan.convert(input, into: &first)
    for y in 0..<3 { try input.setSample(0xffff, plane: 0, x: 74, y: y) }
    try plan.convert(input, into: &second)
    #expect(first == second)
    for y in 0..<3 { #expect(try first.sample(plane: 0, x: 74, y: y) == first.sample(plane: 0, x: 72, y: y)) }
  }
}
