internal import ColorOperations

/// What a stroke does with samples, apart from their colors. A plan prints these, and a converter's strokes are set up from them.
enum SampleOperation: Hashable, Sendable {
  /// Each sample is a code.
  case load
  /// Codes are some bits of a format's samples.
  case unpack(PixelFormat)
  /// Floating-point samples become numbers to compute with.
  case finite
  /// Alpha becomes coverage.
  case coverage(AlphaUse)
  /// Alpha, on which nothing depends, becomes that of another format.
  case alpha(from: PixelFormat, to: PixelFormat)
  /// Pixels of a format without alpha get that of another format.
  case opaque(PixelFormat)
  /// The coverage of each sample of chroma is found, and its share of chroma.
  case weighChroma(ChromaResampling, AlphaUse)
  /// Each pixel gets chroma.
  case upsample(ChromaResampling)
  /// Samples only change their coding.
  case keep(Recoding)
  /// Chroma is divided by its coverage.
  case divideChroma
  /// The picture behind is read.
  case background
  /// Chroma is multiplied by its coverage.
  case multiplyChroma
  /// Coverage becomes alpha of a format.
  case alphaCodes(PixelFormat)
  /// Pixels share chroma.
  case downsample(ChromaResampling)
  /// Codes become samples.
  case round(Rounding)

  /// The units, the name, the details and the steps, as printed; `nil` for what a stage of the plan tells.
  var text: (units: String, name: String, detail: String, listing: [String])? {
    let codes = Codes.unitName
    return switch self {
    case .load: (codes, "load", "each code as it is", [])
    case .unpack(let format): (codes, "unpack", format.packing?.unpacked ?? "", [])
    case .finite: (codes, "finite", "NaN and what is below −2⁹⁶ are 0, what is above 2⁹⁶ is 2⁹⁶", [])
    case .coverage(let use): ("\(codes) ▸ coverage", "alpha", use.coverageText, [])
    case .alpha(let source, let target):
      (
        codes, "alpha",
        source.opaqueAlpha == target.opaqueAlpha
          ? "as it is" : "times \(plain(target.opaqueAlpha)) / \(plain(source.opaqueAlpha))", []
      )
    case .opaque(let target): (codes, "alpha", "\(plain(target.opaqueAlpha)), opaque", [])
    case .weighChroma(let chroma, let use):
      (
        "\(codes) ▸ components", "weigh", "chroma by its coverage, for all rows before the others",
        [
          "coverage as alpha has it below, \(chroma.weights)",
          use.divides
            ? "chroma by the matrix of decode, which is times its coverage already"
            : "chroma by the matrix of decode, times the sum of its coverage and 2⁻³⁰",
        ]
      )
    case .divideChroma: ("components", "weigh", "chroma over what it was weighed by, not over alpha", [])
    case .background:
      (Signal.unitName, "background", "\(Background.pictureFormat.name), the output's R′G′B′ behind", [])
    case .multiplyChroma: (codes, "weigh", "chroma times the sum of its coverage and 2⁻³⁰", [])
    case .alphaCodes(let format): ("coverage ▸ \(codes)", "alpha", "coverage times \(plain(format.opaqueAlpha))", [])
    case .upsample, .keep, .downsample, .round: nil
    }
  }
}

extension PixelFormat {
  /// How codes lie in its samples, as printed; `nil` if each is a sample.
  var packing: (unpacked: String, packed: String)? {
    let bits = 8 * bytesPerSample
    if layout == .word {
      return (
        "each code is \(bitDepth) bits of a word of \(bits)", "three codes in each word of \(bits) bits, the others 1"
      )
    }
    guard shift > 0 else { return nil }
    return (
      "samples / \(1 << shift): the codes are the high \(bitDepth) of \(bits) bits",
      "times \(1 << shift): the high \(bitDepth) of \(bits) bits"
    )
  }
}
