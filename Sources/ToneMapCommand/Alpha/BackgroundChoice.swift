internal import ArgumentParser
internal import ToneMapping

/// What an option puts behind pictures with alpha.
enum BackgroundChoice: Hashable {
  /// The output's signal.
  case signal(Signal)
  /// A color of sRGB.
  case color(Signal)
  /// Squares of two grays.
  case checkerboard
  /// The pictures of a file.
  case file(Path)

  init(_ text: String) throws {
    let named = ["black": 0x000000, "white": 0xFFFFFF, "gray": 0x808080, "green": 0x00FF00]
    let isHex = text.hasPrefix("#") && text.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit)
    let hex = isHex ? Int(text.dropFirst(), radix: 16) : nil
    if let code = named[text] ?? hex {
      func part(_ shift: Int) -> SignalLevel { SignalLevel(Double(code >> shift & 255) / 255) }
      self = .color(Signal(part(16), part(8), part(0)))
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    if numbers.count == 3, parts.count == 3, numbers.allSatisfy((0...1).contains) {
      self = .signal(Signal(SIMD3(numbers[0], numbers[1], numbers[2])))
      return
    }
    // What looks like a color, but is none, is no name of a file.
    guard !text.isEmpty, text != "-", !text.hasPrefix("#"), numbers.isEmpty else {
      throw ValidationError(
        "expected black, white, gray, green, #RRGGBB, three numbers of 0 to 1 such as 0.5,0.5,0.5, checkerboard,"
          + " or the name of a file, such as ./1.png")
    }
    self = text == "checkerboard" ? .checkerboard : .file(Path(argument: text))
  }

  /// The same for a plan.
  ///
  /// In SDR, the numbers of a color are those of the signal, as in players. In HDR, where the signal 1 can mean 10 000 cd/m², a color is that of
  /// sRGB, with its white at the reference white.
  ///
  /// - Parameters:
  ///   - display: The display that is converted for.
  ///   - white: The reference white.
  func background(
    in compositing: Background.Compositing, for display: Display, white: Luminance
  ) throws(CommandError) -> Background {
    switch self {
    case .signal(let signal): return Background(signal, compositing: compositing)
    case .color(let color):
      guard display.transfer.isHDR else { return Background(color, compositing: compositing) }
      do {
        let plan = try ConversionPlan(
          from: Source(color: ColorDescription(primaries: .bt709, transfer: .sRGB)), to: display,
          options: PlanOptions(referenceWhite: white), reading: .gbrp, writing: Background.pictureFormat)
        let signal = plan(color).components.clamped(lowerBound: .zero, upperBound: SIMD3(1, 1, 1))
        return Background(Signal(signal), compositing: compositing)
      } catch {
        throw CommandError(error)
      }
    case .checkerboard, .file: return .picture(compositing: compositing)
    }
  }

  /// The file, if there is one.
  var file: Path? { if case .file(let path) = self { path } else { nil } }
}
