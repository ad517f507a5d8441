internal import Transcoding
internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

extension Fix {
  /// The sentence, with the options of `tonemap`.
  var inOptions: String { text { $0.option ?? $0.spelling } }
}

extension Finding {
  /// The same, with the options of `tonemap` in what fixes it; without a fix that only a program can choose.
  var inOptions: Finding {
    let fix = fix.flatMap { $0.settings.allSatisfy { $0.option != nil } ? "\($0.inOptions)" as Fix : nil }
    return Finding(code: code, found: statement.inOptions, expected: expected, consequence: consequence, fix: fix)
  }
}

extension FixableError {
  /// The error, with the options of `tonemap` in what fixes it.
  var inOptions: String { explanation.sentence + (explanation.fix.map { "; \($0.inOptions)" } ?? "") }
}

extension Fix.Setting {
  /// The option that states it, with the value if it is said; `nil` for a setting that no option states.
  var option: String? {
    if case .frames(let range) = value { return "--start \(range.lowerBound) --frames \(range.count)" }
    guard let option = Self.options[key] else { return nil }
    switch value {
    case .name(let name): return "\(option) \(name)"
    case .number(let number): return "\(option) \(plain(number))"
    case .frames, nil: return option
    }
  }

  /// The options by the keys of what they state.
  private static let options: [String: String] = {
    var options = [
      trust(.auto).key: "--trust-metadata", alpha(.straight as AlphaMode).key: "--alpha",
      alphaCodes.key: "--alpha-range",
      sourcePeak.key: "--source-peak", displayPeak.key: "--target-peak", surround.key: "--viewing",
      outputFormat.key: "--out-pixel-format", tagging.key: "tonemap tag",
      strict.key: "--strict", size.key: "--size", pixelFormat.key: "--pixel-format", frameRate.key: "--fps",
      colorJSON.key: "--color-json", deinterlaces.key: "--deinterlace", start.key: "--start",
      frameCount.key: "--frames", duration.key: "--duration", toneMapping.key: "--tone-mapping",
      kneeAdaptation.key: "--knee-adaptation", toneMappingVariant.key: "--tone-mapping-variant",
      gamutMapping.key: "--gamut-mapping", chromaPreservation.key: "--preserve-chroma",
      expandHighlights.key: "--expand-highlights", referenceWhite.key: "--reference-white",
      sdrTransfer.key: "--sdr-transfer", lookup.key: "--lut",
      lookupInterpolation.key: "--lut-interpolation", lookupRange.key: "--lut-range", light.key: "--dynamics",
      statistics.key: "--stats", frameMetadata.key: "--frame-metadata", lookAhead.key: "--dynamics",
      display.key: "--to", outPrimaries.key: "--out-primaries", outTransfer.key: "--out-transfer",
      outMatrix.key: "--out-matrix", outRange.key: "--out-range", outChromaLocation.key: "--out-chroma-location",
      dither.key: "--dither", format.key: "--format", width.key: "--width", height.key: "--height", at.key: "--at",
      fit.key: "--fit", grid.key: "--grid", every.key: "--every", preview.key: "--preview",
      hdr10Plus.key: "--hdr10plus", hdr10PlusTargetPeak.key: "--hdr10plus-target-peak",
      outHDR10Plus.key: "--out-hdr10plus", replacing.key: "--force",
      alphaFile.key: "--alpha-file",
      alphaFormat.key: "--alpha-pixel-format", outAlpha.key: "--out-alpha", background.key: "--background",
      backgroundIn.key: "--background-in", videoCodec.key: "--video-codec", crf.key: "--crf", bitrate.key: "--bitrate",
      preset.key: "--preset", encoderOptions.key: "--encoder-options", oddSize.key: "--odd-size", audio.key: "--audio",
      audioCodec.key: "--audio-codec", subtitles.key: "--subtitles", measuring.key: "tonemap measure",
      threads.key: "--threads", instructions.key: "--simd", track.key: "--track",
      removed.key: "--remove", cubeSize.key: "--cube-size", maximumError.key: "--max-error",
      shaper.key: "--shaper", vertices.key: "--vertices", host.key: "--host", bitDepth.key: "--bit-depth",
      profile(.link).key: "--icc",
    ]
    for property in TagProperty.allCases { options[stated(property).key] = "--\(property.option)" }
    for part in Look.Part.allCases { options[look(part).key] = "--\(part.rawValue)" }
    return options
  }()
}

extension TagProperty {
  /// The name of the option that states it, without hyphens in front.
  var option: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}

extension Fix {
  /// Two parts of a sentence, which a line does not hold.
  static func + (start: Fix, end: Fix) -> Fix { "\(start)\(end)" }
}
