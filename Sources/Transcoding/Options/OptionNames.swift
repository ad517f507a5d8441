package import HDRMetadata
internal import ToneMapping

/// How a program writes the names of settings for its users. The names are those of the command's options.
package enum OptionStyle: Sendable {
  /// As words of a command line: `--tone-mapping bt2390`.
  case words
  /// As keys and their values, as in Python: `tone_mapping="bt2390"`.
  case keys

  /// A name that is written with hyphens.
  package func name(_ name: String) -> String {
    // The name of a command is no option.
    guard !name.contains(" ") else { return name }
    return self == .words ? "--\(name)" : name.map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// A name with a value.
  private func name(_ name: String, is value: String, _ quote: String = "") -> String {
    self == .words ? "\(self.name(name)) \(value)" : "\(self.name(name))=\(quote)\(value)\(quote)"
  }

  /// A setting; `nil` for one that no option states.
  package func name(_ setting: Fix.Setting) -> String? {
    if case .frames(let range) = setting.value {
      let parts = [name("start", is: "\(range.lowerBound)"), name("frames", is: "\(range.count)")]
      return parts.joined(separator: self == .words ? " " : ", ")
    }
    guard let option = Fix.Setting.options[setting.key] else { return nil }
    return switch setting.value {
    case .name(let text): name(option, is: text, "\"")
    case .number(let number): name(option, is: plain(number))
    case .frames, nil: name(option)
    }
  }
}

extension Fix {
  /// The sentence, with the names of options.
  package func text(in style: OptionStyle) -> String { text { style.name($0) ?? $0.spelling } }
}

extension Finding {
  /// The same, with the names of options in what fixes it; without a fix that only a program can choose.
  package func named(in style: OptionStyle) -> Finding {
    let fix = fix.flatMap { $0.settings.allSatisfy { style.name($0) != nil } ? "\($0.text(in: style))" as Fix : nil }
    return Finding(
      code: code, found: statement.text(in: style), expected: expected, consequence: consequence, fix: fix)
  }
}

extension FixableError {
  /// The error, with the names of options in what fixes it.
  package func text(in style: OptionStyle) -> String {
    explanation.sentence + (explanation.fix.map { "; \($0.text(in: style))" } ?? "")
  }
}

extension Fix.Setting {
  /// The names of the options by the keys of what they state.
  fileprivate static let options: [String: String] = {
    var options = [
      trust(.auto).key: "trust-metadata", alpha(.straight as AlphaMode).key: "alpha",
      alphaCodes.key: "alpha-range",
      sourcePeak.key: "source-peak", displayPeak.key: "target-peak", surround.key: "viewing",
      outputFormat.key: "out-pixel-format", tagging.key: "tonemap tag",
      strict.key: "strict", size.key: "size", pixelFormat.key: "pixel-format", frameRate.key: "fps",
      colorJSON.key: "color-json", deinterlaces.key: "deinterlace", start.key: "start",
      heatMap.key: "heatmap", offset.key: "offset",
      frameCount.key: "frames", duration.key: "duration", toneMapping.key: "tone-mapping",
      kneeAdaptation.key: "knee-adaptation", toneMappingVariant.key: "tone-mapping-variant",
      gamutMapping.key: "gamut-mapping", chromaPreservation.key: "preserve-chroma",
      expandHighlights.key: "expand-highlights", referenceWhite.key: "reference-white",
      sdrTransfer.key: "sdr-transfer", lookup.key: "lut",
      lookupInterpolation.key: "lut-interpolation", lookupRange.key: "lut-range", light.key: "dynamics",
      statistics.key: "stats", frameMetadata.key: "frame-metadata", lookAhead.key: "dynamics",
      display.key: "to", outPrimaries.key: "out-primaries", outTransfer.key: "out-transfer",
      outMatrix.key: "out-matrix", outRange.key: "out-range", outChromaLocation.key: "out-chroma-location",
      dither.key: "dither", format.key: "format", width.key: "width", height.key: "height", enlarges.key: "enlarge",
      at.key: "at",
      fit.key: "fit", grid.key: "grid", every.key: "every", preview.key: "preview",
      hdr10Plus.key: "hdr10plus", hdr10PlusTargetPeak.key: "hdr10plus-target-peak",
      outHDR10Plus.key: "out-hdr10plus", replacing.key: "force",
      alphaFile.key: "alpha-file",
      alphaFormat.key: "alpha-pixel-format", outAlpha.key: "out-alpha", background.key: "background",
      backgroundIn.key: "background-in", videoCodec.key: "video-codec", crf.key: "crf", bitrate.key: "bitrate",
      alphaQuality.key: "alpha-quality",
      preset.key: "preset", encoderOptions.key: "encoder-options", oddSize.key: "odd-size", audio.key: "audio",
      audioCodec.key: "audio-codec", subtitles.key: "subtitles", measuring.key: "tonemap measure",
      threads.key: "threads", instructions.key: "simd", track.key: "track",
      removed.key: "remove", cubeSize.key: "cube-size", maximumError.key: "max-error",
      shaper.key: "shaper", vertices.key: "vertices", host.key: "host", bitDepth.key: "bit-depth",
      profile(.link).key: "icc",
    ]
    for property in TagProperty.allCases { options[stated(property).key] = property.option }
    for part in Look.Part.allCases { options[look(part).key] = part.rawValue }
    return options
  }()
}

extension TagProperty {
  /// The name of the option that states it, without hyphens in front.
  package var option: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}
