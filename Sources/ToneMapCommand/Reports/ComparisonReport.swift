internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import ToneMapping

// The results of `compare`, as text and as JSON.

extension ComparedClips {
  var jsonValue: JSONValue {
    JSONValue([
      "first": first.report, "second": second.report, "compared_at": JSONValue(["width": width, "height": height]),
      "frames": frames.count, "equal": areEqual, "delta_e_itp": deltaEITP.report(maximumPlace),
      "ciede2000": ciede2000?.report(nil), "psnr": psnr.map { decibels($0) },
      "wpsnr_luma": weightedPSNR.flatMap(decibels), "hue_degrees": hueDrift?.rounded(to: 3),
      "chroma_ratio": chromaRatio?.rounded(to: 4),
      "luminance_ratios": octaves.map {
        JSONValue(["up_to": $0.upTo.nits, "ratio": $0.ratio.rounded(to: 4), "share": $0.share.rounded(to: 4)])
      },
      "geometry": geometry.map { geometry in
        JSONValue([
          "code": geometry.code, "sentence": geometry.sentence, "correlation": geometry.correlation.rounded(to: 3),
          "part": geometry.part.map {
            JSONValue([
              "x": $0.x.rounded(to: 1), "y": $0.y.rounded(to: 1), "width": $0.width.rounded(to: 1),
              "height": $0.height.rounded(to: 1),
            ])
          },
        ])
      },
      "tone_curve": toneCurve.map {
        JSONValue(["first": $0.first.nits, "second": $0.second.nits.rounded(to: 2)])
      },
      "diagnosis": diagnosis.map {
        JSONValue(["code": $0.code, "sentence": $0.sentence, "confidence": $0.confidence.rounded(to: 3)])
      },
      "findings": findings.map { $0.inOptions.jsonValue },
      "per_frame": frames.map { frame in
        JSONValue([
          "frame": frame.index, "second_frame": frame.secondIndex, "seconds": frame.seconds?.rounded(to: 6),
          "delta_e_itp": frame.deltaEITP.report(nil), "psnr": frame.psnr.map { decibels($0) },
          "luminance": [frame.luminance.first.nits.rounded(to: 4), frame.luminance.second.nits.rounded(to: 4)],
        ])
      },
    ])
  }

  /// The report as text.
  var inWords: String {
    var lines = [
      "first           \(first.inWords)", "second          \(second.inWords)",
      "frames          \(frames.count)" + (unmatched.map { ", \($0)" } ?? "") + ", at \(width)x\(height)",
    ]
    lines += areEqual ? ["difference      none: every pixel is equal"] : differences
    lines.append(
      "light           MaxCLL \(first.maxCLL.nits.rounded(to: 1)) and \(second.maxCLL.nits.rounded(to: 1)), MaxFALL"
        + " \(first.maxFALL.nits.rounded(to: 1)) and \(second.maxFALL.nits.rounded(to: 1)) cd/m²")
    if let one = first.banding, let other = second.banding {
      lines.append(
        "levels          \(one.rounded(to: 2)) and \(other.rounded(to: 2)) codes of 8 bits apart where the first is smooth"
      )
    }
    lines.append(
      "out of range    \((100 * first.shareOutOfRange).rounded(to: 2)) % and \((100 * second.shareOutOfRange).rounded(to: 2)) % of luma"
    )
    if !areEqual {
      for octave in octaves where octave.share > 0.005 {
        lines.append(
          "up to \("\(octave.upTo.nits.rounded(to: 2))".padded(to: 10))\(octave.ratio.rounded(to: 3)) of the light, in"
            + " \((100 * octave.share).rounded(to: 1)) % of the picture")
      }
    }
    lines.append("")
    if !toneCurve.isEmpty {
      let tones = toneCurve.map { "\($0.first.nits.rounded(to: 0)) → \($0.second.nits.rounded(to: 1))" }
      lines.append("another tone curve, which is no fault: \(tones.joined(separator: ", ")) cd/m²")
    }
    if let geometry { lines.append("\(geometry.code): \(geometry.sentence)") }
    lines += diagnosis.map { "\($0.code): \($0.sentence) (\(Int((100 * $0.confidence).rounded())) %)" }
    if geometry == nil, diagnosis.isEmpty { lines.append(areEqual ? "no fault" : "no fault that leaves a known trace") }
    return lines.joined(separator: "\n")
  }

  private var differences: [String] {
    var lines = [
      "ΔE ITP          \(deltaEITP.inWords) at \(maximumPlace.x),\(maximumPlace.y) of frame \(maximumPlace.frame)"
    ]
    if let ciede2000 { lines.append("CIEDE2000       \(ciede2000.inWords)") }
    if let psnr {
      let numbers = psnr.map { $0.isFinite ? "\($0.rounded(to: 2))" : "equal" }
      lines.append("PSNR            \(numbers.joined(separator: ", ")) dB")
    }
    if let weightedPSNR, weightedPSNR.isFinite { lines.append("wPSNR of luma   \(weightedPSNR.rounded(to: 2)) dB") }
    if let hueDrift, let chromaRatio {
      lines.append("color           hue \(hueDrift.rounded(to: 2))°, chroma \(chromaRatio.rounded(to: 3)) times")
    }
    return lines
  }

  private var unmatched: String? {
    let (one, other) = (first.unmatchedFrames, second.unmatchedFrames)
    return one + other == 0 ? nil : "without a partner \(one) of the first and \(other) of the second"
  }
}

/// Decibels for JSON, which has no infinity: `nil` for equal planes.
private func decibels(_ value: Double) -> Double? { value.isFinite ? value.rounded(to: 3) : nil }
private func decibels(_ values: [Double]) -> [JSONValue] {
  values.map { value in decibels(value).map { JSONValue.number($0) } ?? .null }
}

extension DifferenceSummary {
  fileprivate func report(_ place: (frame: Int, x: Int, y: Int)?) -> JSONValue {
    JSONValue([
      "mean": mean.rounded(to: 4), "p95": p95.rounded(to: 4), "p99": p99.rounded(to: 4), "max": maximum.rounded(to: 4),
      "max_at": place.map { JSONValue(["frame": $0.frame, "x": $0.x, "y": $0.y]) },
    ])
  }

  fileprivate var inWords: String {
    "mean \(mean.rounded(to: 3)), 95 % \(p95.rounded(to: 3)), 99 % \(p99.rounded(to: 3)), max \(maximum.rounded(to: 2))"
  }
}

extension ComparedClips.Side {
  fileprivate var report: JSONValue {
    JSONValue([
      "input": "\(input)", "width": width, "height": height, "pixel_format": pixelFormat,
      "primaries": color.primaries?.ffmpegName, "transfer": color.transfer?.ffmpegName,
      "matrix": color.matrix?.ffmpegName, "range": color.range?.ffmpegName, "frame_rate": frameRate,
      "unmatched_frames": unmatchedFrames, "max_cll": maxCLL.nits.rounded(to: 2),
      "max_fall": maxFALL.nits.rounded(to: 2), "banding": banding?.rounded(to: 3),
      "out_of_range": shareOutOfRange.rounded(to: 5),
    ])
  }

  fileprivate var inWords: String {
    let tags = [
      color.primaries?.ffmpegName, color.transfer?.ffmpegName, color.matrix?.ffmpegName, color.range?.ffmpegName,
    ].compactMap(\.self)
    return "\(input), \(width)x\(height), \(pixelFormat), \(tags.joined(separator: "/"))"
  }
}
