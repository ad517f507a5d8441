import Foundation
import MediaFiles
import Testing
import ToneMapping

/// The Swift of the articles of the modules that plans are made of, block for block, and what it does.
@Suite struct ModuleExamples {
  // MARK: Colorimetry

  @Test func levelsHaveUnits() {
    let gray: SignalLevel = 0.5
    let lifted = SignalLevel(gray.value + 0.1)  // 0.6

    #expect(lifted == 0.6)
  }

  @Test func codesBecomeLight() {
    let quantization = Quantization(bitDepth: 10, range: .narrow, matrix: .bt2020NCL)
    let signal = quantization.signal(luma: 573)  // 0.5811
    let luminance = PerceptualQuantizer().eotf(signal)  // 203.7 cd/m²

    #expect(abs(signal.value - 0.5811) < 5e-5)
    #expect(abs(luminance.nits - 203.7) < 0.05)

    let white = PerceptualQuantizer().inverseEOTF(.referenceWhite)  // 0.5807, the signal of 203 cd/m²
    let code = quantization.code(luma: white)  // 572.7, before rounding

    #expect(abs(white.value - 0.5807) < 5e-5)
    #expect(abs(code.value - 572.7) < 0.05)
  }

  @Test func hlgIsShownByADisplay() {
    let display = HybridLogGamma(luminance: .nits(0...1000))
    let light = display.eotf(Signal(0.75, 0.75, 0.75))  // 203 cd/m² in each component

    #expect(abs(light.components.min() - 203) < 0.5 && abs(light.components.max() - 203) < 0.5)
  }

  // MARK: VideoFrames

  @Test func aFrameIsFilledFromDecodedBytes() throws {
    func fill(_ frame: inout Frame, with decoded: [UInt8]) throws {
      var start = 0
      for (index, plane) in frame.planes.enumerated() {
        try unsafe frame.withUnsafeMutablePlane(index) { bytes in
          for y in 0..<plane.shape.height {
            let row = decoded[start..<start + plane.shape.bytesPerRow]
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(y * plane.stride)...]).copyBytes(from: row)
            start += plane.shape.bytesPerRow
          }
        }
      }
    }

    // 6 × 4 in 4:2:0 of 10 bits: luma codes 0…23, then chroma 100…105 and 200…205.
    let codes = Array(0..<24) + Array(100..<106) + Array(200..<206)
    var filled = try Frame(.yuv420p10, width: 6, height: 4)
    try fill(&filled, with: codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(try filled.code(component: 0, x: 5, y: 3) == 23)
    #expect(try filled.code(component: 1, x: 2, y: 1) == 105)
    #expect(try filled.code(component: 2, x: 0, y: 1) == 203)
  }

  @Test func samplesOneByOne() throws {
    var frame = try Frame(.yuv420p10, width: 4, height: 2)
    try frame.setCode(573, component: 0, x: 3, y: 1)  // luma has the full grid
    try frame.setCode(512, component: 1, x: 1, y: 0)  // 4:2:0 chroma has half of it, each way
    let luma = try frame.code(component: 0, x: 3, y: 1)  // 573

    #expect(luma == 573)
  }

  @Test func aPictureIsLent() throws {
    let (width, height) = (64, 36)
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    var converter = try plan.converter(width: width, height: height)
    let (frame, index) = (try whiteFrames(1, width: width, height: height)[0], 3)
    var (output, expected) = (
      try plan.makeFrame(width: width, height: height), try plan.makeFrame(width: width, height: height)
    )
    try converter.convert(frame, into: &expected, index: index)

    // A decoder's picture: rows without padding.
    let decoded = frame.packedBytes
    try unsafe decoded.withUnsafeBytes { bytes in
      let (lumaStride, chromaStride) = (2 * width, width)
      let luma = bytes.baseAddress!
      let cb = unsafe luma + lumaStride * height
      let cr = unsafe cb + chromaStride * height / 2

      let input = try unsafe FrameView(
        .yuv420p10, width: width, height: height,
        planes: [
          .init(start: luma, stride: lumaStride, width: width, height: height),
          .init(start: cb, stride: chromaStride, width: width / 2, height: height / 2),
          .init(start: cr, stride: chromaStride, width: width / 2, height: height / 2),
        ])
      try output.withMutableView { output in
        try converter.convert(input, into: &output, index: index)
      }

      #expect(output == expected)

      output = try plan.makeFrame(width: width, height: height)
      try output.withMutableView { output in
        try input.withTile(columns: 0..<32, rows: 7..<20) { source in
          try output.withTile(columns: 0..<32, rows: 7..<20) { target in
            try converter.convert(source, into: &target, index: index)
          }
        }
      }

      #expect(try output.code(component: 0, x: 31, y: 19) == expected.code(component: 0, x: 31, y: 19))
      #expect(try output.code(component: 0, x: 32, y: 19) == 0 && output.code(component: 0, x: 31, y: 20) == 0)
    }
  }

  // MARK: HDRMetadata

  @Test func staticMetadataIsReadAndWritten() throws {
    let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let light = try ContentLightLevel(parsing: clliBox)
    print(mastering.luminance)  // 0.0001…1000 cd/m²
    print(light.maxCLL ?? 0)  // 993

    #expect("\(mastering.luminance)" == "0.0001…1000 cd/m²")
    #expect(light.maxCLL == 993)

    let sameLight = try ContentLightLevel(text: "993,119")

    #expect(sameLight == light)

    let metadata = StaticMetadata(mastering: mastering, contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    for finding in metadata.findings(transfer: .pq) {
      print(finding.code, finding)
    }

    #expect(!metadata.findings(transfer: .pq).isEmpty)

    let bytes = mastering.payload  // the 24 bytes of `mdcv`
    let arguments = EncoderOptions(color: ColorDescription(transfer: .pq), metadata: metadata).commandLine(for: .x265)
    print(arguments.arguments.joined(separator: " "))

    #expect(bytes == mdcvBox && bytes.count == 24)
    #expect(arguments.arguments.contains("1000,400"))
  }

  // MARK: ToneCurves and GamutMaps

  @Test func curvesAreCompared() throws {
    let source = LuminanceRange.nits(0...1000)
    let display = LuminanceRange.nits(0...203)
    for tone in [ToneOperator.spline, .bt2390, .hable] {
      let curve = try tone.curve(from: source, to: display)
      print(tone, curve(.nits(100)), curve(.nits(203)), curve(.nits(600)))
    }

    let spline = LibplaceboSpline(from: source, to: display)
    #expect(abs(spline(.nits(1000)).nits - 203) < 1e-9 * 203)
  }

  @Test func colorsAreBroughtInside() {
    let map = GamutOperator.perceptual.map(from: .bt2020, to: .bt709, peak: .nits(203))
    let shown = map(.nits(300, 0, 0))  // a red that BT.709 cannot show; each component of the result is 0 to 203 cd/m²

    let vivid = GamutOperator.perceptual(chromaPreservation: 1).map(from: .bt2020, to: .bt709, peak: .nits(203))
    let red = vivid(.nits(300, 0, 0))

    for light in [shown, red] {
      #expect(light.components.min() >= 0 && light.components.max() <= 203)
      #expect(light.components.x == light.components.max())
    }
    // More chroma is kept: the red is farther from gray.
    #expect(red.components.min() / red.components.max() < shown.components.min() / shown.components.max())
  }
}

/// What findings and errors advise users of the libraries.
@Suite struct FixExamples {
  @Test func aFixIsASentenceOfValues() {
    let fix: Fix = "correct them with \(.maxCLL), or ignore them with \(.trustMetadata, "never")"
    print(fix)  // correct them with StaticMetadata.contentLight, or ignore them with InputSettings.trust = never
    print(fix.settings)  // [.maxCLL, .trustMetadata]

    #expect(
      "\(fix)" == "correct them with StaticMetadata.contentLight, or ignore them with InputSettings.trust = never")
    #expect(fix.settings == [.maxCLL, .trustMetadata])
  }
}
