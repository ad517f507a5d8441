extension ClipStatistics {
  /// Returns HDR10+ metadata of profile A: each scene's light, without a curve.
  ///
  /// The frames of a scene share one set of values. `MaxScl` has the maximum red, green and blue of the scene, and `AverageRGB` the mean of its
  /// frames' averages. The distribution is that of its brightest frame, by the 99.99th percentile. Three of the nine entries do not hold what their
  /// index suggests: 5 has the 99.99th percentile, 10 the percentage of pixels of at most 100 cd/m² (the mean of all frames), and 99 the 99.98th
  /// percentile.
  ///
  /// Frames are counted from the first measured one.
  ///
  /// - Source: The nine entries: headers of television SoCs in public Linux kernels (`STU_CFD_2094_40`: *DistributionY99*, *DistributionY100nit*,
  ///   *99.98% percentile*). The choice of the frame: awsmfunc's `generate_hdr10plus_json`.
  /// - Parameter tool: The tool that the document names.
  public func hdr10Plus(by tool: HDR10PlusDocument.Tool) -> HDR10PlusDocument {
    HDR10PlusDocument(scenes: scenes.map { Array(repeating: metadata(of: $0), count: $0.count) }, tool: tool)
  }

  /// Returns HDR10+ metadata of profile B: each scene's light, and a curve for a display.
  ///
  /// The light is as in profile A. The derivation of the curve in mastering tools is not published, so the caller supplies it.
  ///
  /// - Parameters:
  ///   - tool: The tool that the document names.
  ///   - display: The peak of the display for which the curves are made; the metadata states it in whole cd/m².
  ///   - curve: Returns the curve of a scene from its brightest component, as stated in the metadata; 0 for a black scene.
  public func hdr10Plus(
    by tool: HDR10PlusDocument.Tool, forDisplayPeak display: Luminance,
    curve: (Luminance) -> HDR10PlusMetadata.CodedBezierCurve
  ) -> HDR10PlusDocument {
    HDR10PlusDocument(
      scenes: scenes.map { scene in
        var metadata = metadata(of: scene)
        metadata.targetedDisplayMaximum = CodedLuminance(clamping: display)
        metadata.windows[0].bezierCurve = curve(metadata.windows[0].maximum ?? .nits(0))
        return Array(repeating: metadata, count: scene.count)
      }, tool: tool)
  }

  private func metadata(of scene: ClipScene) -> HDR10PlusMetadata {
    HDR10PlusMetadata(windows: [.init(of: frames(of: scene))])
  }
}

extension HDR10PlusMetadata.Window {
  fileprivate init(of frames: ArraySlice<FrameSummary>) {
    self.init()
    let maximum = frames.reduce(SIMD3<Double>()) { pointwiseMax($0, $1.maximumComponents.components) }
    maximumComponents = [maximum.x, maximum.y, maximum.z].map(Self.tenths)
    averageMaxRGB = Self.tenths(frames.reduce(0) { $0 + $1.averageMaxRGB.nits } / Double(frames.count))
    // The first of equally bright ones.
    let brightest = frames.reduce(frames[frames.startIndex]) { $1.code(at: 99.99) > $0.code(at: 99.99) ? $1 : $0 }
    func level(_ percentage: PixelPercentage) -> UInt32 {
      Self.tenths(brightest.code(at: percentage).luminance.nits).units
    }
    // The shares of the active areas with at most 100 cd/m²; 1 if everything is black.
    let dark = frames.map { frame in
      frame.activeArea.map { Double(frame.pixelsUpTo100Nits) / Double($0.pixelCount) } ?? 1
    }
    let meanDark = dark.reduce(0, +) / Double(frames.count)
    distribution = ([1, 5, 10, 25, 50, 75, 90, 95, 99] as [UInt8]).map { index in
      switch index {
      case 5: .init(percentage: 5, number: level(99.99))
      case 10: .init(shareUpTo100Nits: CodedQuantity(units: UInt32((meanDark * 100).rounded())))
      case 99: .init(percentage: 99, number: level(99.98))
      default: .init(percentage: CodedQuantity(units: index), number: level(PixelPercentage(Double(index))))
      }
    }
  }

  private static func tenths(_ nits: Double) -> CodedLuminance<NitsInTenths> { CodedLuminance(clamping: .nits(nits)) }
}
