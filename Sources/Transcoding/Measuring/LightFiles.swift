/// The files that a measurement writes.
public struct LightOutput: Hashable, Sendable {
  /// The statistics as JSON lines: one for the clip, then one for each frame.
  public var statistics: MediaLocation?
  /// The HDR10+ metadata of a PQ clip, as JSON of profile A.
  public var hdr10Plus: MediaLocation?
  /// The peak in cd/m², 1 to 10000, of the display for which HDR10+ gets curves (profile B); `nil` for profile A.
  public var hdr10PlusTargetPeak: UInt32?
  /// A plot of light over time, as SVG.
  public var plot: MediaLocation?
  /// Whether the statistics of the clip are made even if only ``statistics`` is written, which alone needs no memory for frames.
  public var keepsStatistics = false
  /// Whether write-protected files are replaced.
  public var replacesProtectedFiles = false

  /// The files to write.
  public init(
    statistics: MediaLocation? = nil, hdr10Plus: MediaLocation? = nil, hdr10PlusTargetPeak: UInt32? = nil,
    plot: MediaLocation? = nil
  ) {
    (self.statistics, self.plot) = (statistics, plot)
    (self.hdr10Plus, self.hdr10PlusTargetPeak) = (hdr10Plus, hdr10PlusTargetPeak)
  }

  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    for place in [statistics, hdr10Plus, plot].compactMap(\.self) { try place.check() }
    guard let peak = hdr10PlusTargetPeak else { return }
    guard hdr10Plus != nil else { throw .light(.curvesWithoutHDR10Plus) }
    guard (1...10_000).contains(peak) else { throw .light(.targetPeakOutOfRange(peak)) }
  }

  /// Whether HDR10+ describes a source of a transfer, or is not requested.
  package func mayDescribe(_ transfer: TransferCharacteristics?) -> Bool { hdr10Plus == nil || transfer == .pq }

  /// Whether all outputs are written frame by frame.
  var isLinesAlone: Bool { statistics != nil && hdr10Plus == nil && plot == nil && !keepsStatistics }
}

/// The files of ``LightOutput``, opened before the first frame.
package struct LightFiles {
  private let hdr10Plus, plot: Destination?
  /// The peak of the display for which HDR10+ has curves; `nil` for no curves.
  private let targetPeak: UInt32?
  private let control: RunControl

  package init(_ options: LightOutput, in outputs: Outputs, _ control: RunControl) throws(TranscodingError) {
    hdr10Plus = try options.hdr10Plus.map { (path) throws(TranscodingError) in try outputs.open(path, as: "the HDR10+")
    }
    (targetPeak, self.control) = (options.hdr10PlusTargetPeak, control)
    plot = try options.plot.map { (path) throws(TranscodingError) in try outputs.open(path, as: "the plot") }
  }

  /// Whether one of the files is standard output, so that reports go elsewhere.
  package var areOnStandardOutput: Bool { [hdr10Plus, plot].contains { $0?.isStandardOutput == true } }

  /// Writes the results of the measurement; the plot has a title.
  package func write(_ clip: ClipStatistics, title: String) throws(TranscodingError) {
    if let hdr10Plus {
      let tool = HDR10PlusDocument.Tool(name: "tonemap", version: Release.version)
      let document = targetPeak.map { self.document(of: clip, by: tool, for: $0) } ?? clip.hdr10Plus(by: tool)
      let json: [UInt8]
      do { json = try document.json() } catch { throw .light(.unwritableHDR10Plus(error)) }
      try hdr10Plus.write(json)
    }
    try plot?.write(LightPlot(clip, title: title).svg.utf8)
  }

  /// HDR10+ whose curves are fitted to BT.2390's, and the fit's error.
  private func document(
    of clip: ClipStatistics, by tool: HDR10PlusDocument.Tool, for target: UInt32
  ) -> HDR10PlusDocument {
    let display = LuminanceRange.nits(0...Double(target))
    var fits: [Luminance: BezierFit] = [:]
    let document = clip.hdr10Plus(by: tool, forDisplayPeak: display.peak) { peak in
      let fit =
        peak > display.peak
        ? fits[peak] ?? BezierFit(BT2390(from: LuminanceRange(black: .nits(0), peak: peak), to: display)) : .line
      fits[peak] = fit
      return .init(fit)
    }
    let worst = (fits.values.map(\.error.value).max() ?? 0) * 1023
    control.note(
      "hdr10plus-curves",
      "the curves of HDR10+ are at most \(worst.rounded(to: 2)) codes of 10-bit PQ from those of bt2390 for \(display.peak)",
      consequence: "mastering tools derive others, in ways that are not published")
    return document
  }
}
