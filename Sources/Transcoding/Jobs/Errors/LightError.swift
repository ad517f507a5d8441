public import Colorimetry
public import HDRMetadata
public import LightStatistics
public import ToneMapping

/// An error of light: statistics, metadata of frames and the curves made of them.
public enum LightError: JobError {
  // MARK: Metadata of frames
  case noHDR10Plus(frame: Int)
  case noHeadroomMetadata(frame: Int)
  case unreadableHeadroomMetadata(MetadataError, frame: Int)
  case unreadableDolbyVision(MetadataError, frame: Int, of: String)
  /// HDR10+ that gives the frames no curves; without a file, that of the movie.
  case hdr10Plus(HDR10PlusCurveError, file: String?)
  case headroom(HeadroomCurveError)
  case silentFrame(Int, movie: String)
  /// A part of a movie whose color cannot be used; the remedy converts the parts apart.
  indirect case part(change: String, TranscodingError, remedy: Fix)
  case tableOfOneColor

  // MARK: Files of light
  case unreadableFile(String, reason: String)
  case wrongFile(String, MetadataError)
  /// A line of the light of a frame; `found` is a clause.
  case wrongLine(Int, of: String, found: String)
  case noLight(frame: Int, file: String)
  case silentMetadata(frame: Int, file: String)
  case statistics(StatisticsError)
  case notMeasured(ClosedRange<Int>, measured: Range<Int>)
  case otherSize(PictureSize, clip: String, PictureSize)
  case otherColor(ColorDescription, clip: String, ColorDescription)

  // MARK: Settings
  /// Light of frames for a job that makes one curve.
  case oneCurve
  case framesAlone(of: String)
  case curvesWithoutHDR10Plus
  case targetPeakOutOfRange(UInt32)
  case hdr10PlusOfPart(start: FramePosition)
  case clipIsNotPQ(TransferCharacteristics?)
  case statisticsAreNotPQ(TransferCharacteristics?)
  case outputIsNotPQ(TransferCharacteristics?)

  case unwritableHDR10Plus(MetadataError)

  public var kind: JobErrorKind {
    switch self {
    case .oneCurve, .framesAlone, .curvesWithoutHDR10Plus, .targetPeakOutOfRange, .hdr10PlusOfPart, .clipIsNotPQ,
      .outputIsNotPQ:
      .settings
    case .unreadableFile: .notFound
    case .unwritableHDR10Plus: .fault
    default: .data
    }
  }

  public var sentence: Fix {
    switch self {
    case .noHDR10Plus(let frame):
      "frame \(frame) carries no HDR10+ metadata, which st2094-40 needs for its curve; give \(.frameMetadata), or choose another operator"
    case .noHeadroomMetadata(let frame):
      "frame \(frame) carries no ST 2094-50 metadata, which st2094-50 needs for its curve; choose another operator"
    case .unreadableHeadroomMetadata(let error, let frame):
      "the ST 2094-50 metadata of frame \(frame) cannot be read: \(error); choose another operator"
    case .unreadableDolbyVision(let error, let frame, let movie):
      "the Dolby Vision metadata of frame \(frame) of \(movie) cannot be read: \(error); measure with \(.dynamics, "scene")"
    case .hdr10Plus(let error, nil): "the HDR10+ metadata of the movie does not fit: \(error)"
    case .hdr10Plus(.severalCurves(let start, let change), let file?):
      // Only commands with one curve, and without a selection of frames, refuse several curves.
      "the HDR10+ JSON \(file) does not fit: the curve changes at frame \(change), but one curve was expected for all frames that are converted; give the HDR10+ of one scene, such as its first"
        + " \(plural(change - start, "frame")), or choose another operator"
    case .hdr10Plus(let error, let file?): "the HDR10+ JSON \(file) does not fit: \(error)"
    case .headroom(let error): "the ST 2094-50 metadata of the movie does not fit: \(error)"
    case .silentFrame(let frame, let movie):
      "frame \(frame) of \(movie) states no light, neither in Dolby Vision level 1 nor in HDR10+; measure it with \(.dynamics, "scene")"
        + " (AV1 decoders do not output Dolby Vision)"
    case .part(let change, let error, let remedy):
      "\(change), but that color cannot be used: \(error.sentence); \(remedy)"
    case .tableOfOneColor: "the lookup table is for one transfer and one gamut"

    case .unreadableFile(let file, let reason): "\(file) cannot be read (\(reason)); check its path"
    case .wrongFile(let file, let error): "\(file) is wrong: \(error)"
    case .wrongLine(let line, let file, let found):
      "line \(line) of \(file) \(found); lines were expected such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}"
    case .noLight(let frame, let file):
      "\(file) has no light for frame \(frame), which is converted; state it for every frame"
    case .silentMetadata(let frame, let file):
      "frame \(frame) of \(file) states no light; measure it with \(.dynamics, "scene")"
    case .statistics(let error): "\(error)"
    case .notMeasured(let frames, let measured):
      "the statistics cover frames \(measured.lowerBound) to \(measured.upperBound - 1), but \(frames.lowerBound == frames.upperBound ? "frame \(frames.lowerBound) is" : "frames \(frames.lowerBound) to \(frames.upperBound) are") converted;"
        + " measure all frames of the clip"
    case .otherSize(let measured, let clip, let size):
      "the statistics are of a clip of \(measured), but \(clip) has \(size); give those of this clip"
    case .otherColor(let measured, let clip, let color):
      "the statistics are of \(measured.inWords), but \(clip) is \(color.inWords); give those of this clip"

    case .oneCurve:
      "\(.frameMetadata) states the light of each frame, but one curve was expected for all; choose \(.toneMapping) st2094-40,"
        + " which takes its curve from HDR10+, or leave \(.frameMetadata) out"
    case .framesAlone(let name):
      "\(.dynamics, "metadata") uses the metadata of a movie's frames, but \(name) has no metadata; give \(.frameMetadata)"
    case .curvesWithoutHDR10Plus:
      "\(.hdr10plusTargetPeak) was given, but only \(.hdr10plus) writes curves; give both, or leave \(.hdr10plusTargetPeak) out"
    case .targetPeakOutOfRange(let peak): "\(.hdr10plusTargetPeak) is \(peak), but 1 to 10000 cd/m² were expected"
    case .hdr10PlusOfPart(let start):
      "\(.hdr10plus) counts frames from the first of the clip, but \(.start) is \(start); measure the whole clip, or write \(.stats) of"
        + " the parts and fold them"
    case .clipIsNotPQ(let transfer), .statisticsAreNotPQ(let transfer):
      "\(.hdr10plus) writes HDR10+ metadata, which describes PQ, but \(transfer?.h273Name ?? "an unknown transfer") was measured;"
        + " measure a clip of PQ, or leave \(.hdr10plus) out"
    case .outputIsNotPQ(let transfer):
      "\(.outHDR10plus) writes HDR10+ metadata, which describes PQ, but the output is \(transfer?.h273Name ?? "of unknown transfer");"
        + " choose \(.to, "pq"), or leave \(.outHDR10plus) out"
    case .unwritableHDR10Plus(let error): "the HDR10+ cannot be written (\(error)); please report it"
    }
  }
}

extension ColorDescription {
  /// The transfer and the primaries: `PQ in BT.2020`.
  fileprivate var inWords: String {
    "\(transfer?.h273Name ?? "an unknown transfer") in \(primaries?.h273Name ?? "unknown primaries")"
  }
}
