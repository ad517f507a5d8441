package import JSONText

extension ConversionPlan {
  /// - Parameter compiles: Whether the plan is compiled, so that the findings are complete.
  package func report(assuming assumptions: [Finding], in style: OptionStyle, compiling compiles: Bool = true)
    -> JSONValue
  {
    let transfer = sourceTransfer.map { $0.codePoint?.ffmpegName ?? CameraLog(name: $0.name)?.name ?? $0.name }
    return JSONValue([
      "source": Self.side(sourceTags, inputFormat, sourceLuminance, camera: (sourceGamut?.name, transfer)),
      "target": Self.side(targetTags, outputFormat, targetLuminance), "reference_white": options.referenceWhite.nits,
      // Stops, the exponent of luminance, and the factor on differences from gray.
      "look": stages.contains { $0.kind == .look }
        ? JSONValue([
          "exposure": options.look.exposure.value, "contrast": options.look.contrast,
          "saturation": options.look.saturation,
        ]) : nil,
      "stages": stages.map { JSONValue(["domain": $0.units, "name": $0.name, "detail": $0.detail]) },
      "assumptions": assumptions.filter { !$0.isDecided }.map { $0.named(in: style) },
      "notes": assumptions.filter(\.isDecided).map { $0.named(in: style) },
      "findings": (compiles ? findings : findingsOfColor).map { $0.named(in: style) },
    ])
  }

  /// Tags, format and luminances on one side of a conversion.
  private static func side(
    _ color: ColorDescription, _ format: PixelFormat, _ luminance: LuminanceRange?,
    camera: (primaries: String?, transfer: String?) = (nil, nil)
  ) -> JSONValue {
    JSONValue([
      "primaries": camera.primaries ?? color.primaries?.ffmpegName,
      "transfer": camera.transfer ?? color.transfer?.ffmpegName, "matrix": color.matrix?.ffmpegName,
      "range": color.range?.ffmpegName,
      "chroma_location": format.chroma == .c444 ? nil : color.chromaLocation?.ffmpegName, "pixel_format": format.name,
      "black": luminance?.black.nits, "peak": luminance?.peak.nits,
    ])
  }
}

extension ProgramListing {
  package var report: JSONValue {
    JSONValue([
      "operations": operations, "frames": frames, "instructions": instructions, "unit_read": unitRead,
      "steps": steps.map {
        JSONValue([
          "operation": $0.operation, "units": $0.units, "curve": $0.curve?.form, "error": $0.curve?.error,
          "time": $0.time,
        ])
      },
    ])
  }
}

extension Decision {
  /// This plan as JSON; see `ConversionPlan.report(assuming:in:compiling:)`.
  package func report(in style: OptionStyle, compiling compiles: Bool = true) -> JSONValue {
    plan.report(assuming: assumptions, in: style, compiling: compiles)
  }

  /// The stages and the assumptions, one line each.
  package func outline(in style: OptionStyle) -> String {
    let ours = assumptions.filter { !plan.assumptions.contains($0) }
      .map { "\($0.isDecided ? "note   " : "assumed")         \($0.named(in: style))".onOneLine }
    let notes = [note, publishedSetting?.text(in: style)].compactMap(\.self).map { "note            \($0)" }
    return ([plan.outline { $0.named(in: style) }] + ours + notes).joined(separator: "\n")
  }
}
