/// The one name of each setting, from which programs derive how their users write it: `--target-peak`, `target_peak=`.
public enum SettingName: String, CaseIterable, Sendable {
  case size, pixelFormat, fps, source, primaries, transfer, matrix, range, chromaLocation
  case maxCLL, masterDisplay, ambient, trustMetadata, colorJSON, deinterlace
  case start, frames, duration
  case toneMapping, toneMappingVariant, kneeAdaptation, gamutMapping, preserveChroma, expandHighlights
  case sourcePeak, targetPeak, referenceWhite, sdrTransfer, viewing, exposure, contrast, saturation
  case dynamics, stats, frameMetadata, lut, lutInterpolation, lutRange
  case to, outPrimaries, outTransfer, outMatrix, outRange, outChromaLocation, outPixelFormat, dither
  case alpha, alphaRange, alphaFile, alphaPixelFormat, outAlpha, background, backgroundIn
  case format, width, height, fit, enlarge, preview, outHDR10plus, force
  case videoCodec, crf, bitrate, alphaQuality, preset, encoderOptions, oddSize, audio, audioCodec, subtitles
  case threads, simd, strict
  case host, cubeSize, maxError, shaper, vertices, icc, bitDepth, clfForm, title, noCertificate

  /// The name with hyphens: `out-pixel-format`.
  public var hyphenated: String { spelled("-") }
  /// The name with underscores: `out_pixel_format`.
  public var underscored: String { spelled("_") }

  /// The name in lowercase, with a mark where a word or an abbreviation begins.
  private func spelled(_ mark: String) -> String {
    let name = rawValue
    return zip("A" + name, name).reduce(into: "") { text, pair in
      let begins = pair.1.isUppercase && !pair.0.isUppercase
      text += (begins ? mark : "") + pair.1.lowercased()
    }
  }
}
