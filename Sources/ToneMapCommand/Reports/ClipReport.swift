internal import MediaFiles
internal import RawVideo
internal import ToneMapping

/// What a clip says of itself, and what a conversion would assume.
struct ClipReport {
  private let clip: Clip
  private let assumptions: [Assumption]
  private let findings: [MediaFinding]
  /// Why no conversion can be planned; `nil` if one can.
  private let refusal: String?

  /// - Parameter assumptions: What a conversion would assume; what a finding says already is left out.
  init(_ clip: Clip, assumptions: [Assumption], findings: [MediaFinding] = [], refusal: String? = nil) {
    self.clip = clip
    self.refusal = refusal
    self.assumptions = assumptions.filter { assumption in !findings.contains { $0.code == assumption.code } }
    self.findings = findings
  }

  /// The clip as the color JSON that `--color-json` reads, with keys beside that it ignores.
  var json: String {
    get throws(CommandError) {
      let sidecar = ColorSidecar(
        width: clip.size?.width, height: clip.size?.height, pixelFormat: clip.format.name,
        frameRate: clip.frameRate.map { ColorSidecar.FrameRate($0.numerator, per: $0.denominator) },
        color: clip.source.color, metadata: clip.source.metadata)
      let more = More(
        frames: clip.frameCount, wouldBeRefused: refusal, assumptions: assumptions.map(AssumptionReport.init),
        findings: findings.map(FindingReport.init))
      // Two objects become one: the first without its end, the second without its beginning.
      let (first, second) = (String(decoding: sidecar.json, as: UTF8.self), try jsonText(more))
      return String(first[..<first.lastIndex(of: "}")!]).trimmedEnd + "," + second.dropFirst()
    }
  }

  private struct More: Encodable {
    let frames: Int?
    let wouldBeRefused: String?
    let assumptions: [AssumptionReport]
    let findings: [FindingReport]
  }

  private struct FindingReport: Encodable {
    let code, sentence, mend: String

    init(_ finding: MediaFinding) {
      code = finding.code
      sentence = finding.sentence
      mend = finding.mend
    }
  }
}

extension ClipReport: CustomStringConvertible {
  var description: String {
    let color = clip.source.color
    let metadata = clip.source.metadata
    let facts: [(String, String?)] = [
      ("input", clip.name),
      ("size", clip.size?.description),
      ("pixel format", "\(clip.format.name), \(clip.format.chroma), \(clip.format.bitDepth) bits"),
      ("frame rate", clip.frameRate.map { "\($0.numerator)/\($0.denominator)" }),
      ("frames", clip.frameCount.map(String.init)),
      ("primaries", color.primaries.map(\.named)),
      ("transfer", color.transfer.map { "\($0.inWords) (\($0.h273Name))" }),
      ("matrix", color.matrix.map(\.named)),
      ("range", color.range.map(\.named)),
      ("chroma location", color.chromaLocation.map(\.named)),
      ("mastering", metadata.mastering?.inWords),
      ("content light", metadata.contentLight?.description),
      ("ambient", metadata.ambient?.description),
    ]
    let width = 17
    let lines = facts.map { name, value in
      name + String(repeating: " ", count: width - name.count) + (value ?? "not told")
    }
    return
      (lines + (refusal.map { ["would be refused \($0)"] } ?? []) + assumptions.map { "assumed          \($0)" }
      + findings.map { "finding          \($0) [\($0.code)]" }).joined(separator: "\n")
  }
}

extension CodePoint {
  /// FFmpeg's name, and the specification's where it says more.
  fileprivate var named: String { "\(ffmpegName) (\(h273Name))" }
}

extension String {
  fileprivate var trimmedEnd: String { String(reversed().drop { $0.isWhitespace }.reversed()) }
}
