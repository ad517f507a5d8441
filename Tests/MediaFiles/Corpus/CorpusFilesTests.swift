import Foundation
import Colorimetry
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// The output of ffprobe 5.1.9 for the first video stream of a file of the corpus.
struct Reading: CustomStringConvertible {
  var file: String
  var container: MediaContainer
  var codecTag: String
  var profile: String
  var size: [Int]
  var rate: [Int]?
  var color: [Int]
  /// `chroma_location`, as ffprobe's decoder tells it.
  var chromaLocation: ChromaLocation? = .left
  var description: String { file }

  static let all = [
    Reading(
      file: "dovi-p81.mp4", container: .movie, codecTag: "hev1", profile: "Main 10", size: [1920, 1080], rate: [24, 1],
      color: [9, 16, 9, 0], chromaLocation: .topLeft),
    Reading(
      file: "hlg10-color-test.mp4", container: .movie, codecTag: "hvc1", profile: "Main 10", size: [1920, 1080],
      rate: [90000, 3001], color: [9, 18, 9, 0]),
    Reading(
      file: "sample_with_colr_mdcv_and_clli.mp4", container: .movie, codecTag: "av01", profile: "Main",
      size: [1920, 1080],
      rate: [60000, 1001], color: [9, 16, 9, 0], chromaLocation: nil),
    Reading(
      file: "video_colr_nclx_hdr10.mp4", container: .movie, codecTag: "avc1", profile: "High", size: [2, 2],
      rate: [25, 1],
      color: [9, 16, 9, 0]),
    Reading(
      file: "video_colr_nclx_hdr10_full_range.mp4", container: .movie, codecTag: "avc1", profile: "High", size: [2, 2],
      rate: [25, 1], color: [9, 16, 9, 1]),
    Reading(
      file: "video_colr_nclx_hlg.mp4", container: .movie, codecTag: "avc1", profile: "High", size: [2, 2],
      rate: [25, 1],
      color: [9, 18, 9, 0]),
    Reading(
      file: "hdr10tags-both.mkv", container: .matroska, codecTag: "V_MPEGH/ISO/HEVC", profile: "Main 10",
      size: [560, 320],
      rate: [25, 1], color: [9, 16, 9, 0]),
    Reading(
      file: "single-frame.hevc", container: .hevcStream, codecTag: "", profile: "Format Range Extensions",
      size: [640, 480],
      rate: [24, 1], color: [9, 16, 9, 0], chromaLocation: .topLeft),
  ]
}

@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct CorpusFilesTests {
  @Test(arguments: Reading.all) func agreesWithFFprobe(reading: Reading) throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let file = try MediaDescription(path: folder.appending(path: reading.file).path)
    let track = try file.track
    #expect(file.container == reading.container)
    #expect(file.problems == [])
    #expect(track.codecTag == reading.codecTag)
    #expect(track.facts.profileName == reading.profile)
    #expect([track.width, track.height] == reading.size)
    #expect(track.frameRate.map { [$0.numerator, $0.denominator] } == reading.rate)
    let color = track.resolved.color
    #expect(
      [color.primaries?.rawValue, color.transfer?.rawValue, color.matrix?.rawValue, color.range?.rawValue]
        == reading.color)
    #expect(color.chromaLocation == reading.chromaLocation)
    #expect(track.facts.bitDepth == (reading.codecTag == "avc1" ? 8 : 10))
    #expect(track.facts.chroma == .yuv420)
  }

  @Test func theMessagesOfASampleAreFound() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let track = try MediaDescription(path: folder.appending(path: "dovi-p81.mp4").path).track
    let metadata = track.resolved.metadata
    // ffprobe: max_luminance 100000000/10000, min_luminance 1/10000, red_x 34000/50000; max_content 1000, max_average 400.
    #expect(metadata.mastering?.maximumUnits == 100_000_000)
    #expect(metadata.mastering?.minimumUnits == 1)
    #expect(metadata.mastering?.red.x == 34000)
    #expect(metadata.contentLight == ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    #expect(track.resolved.color.chromaLocation == .topLeft)
    guard case .dolbyVision(let record) = track.values(.dolbyVision).first else {
      return #expect(Bool(false), "no Dolby Vision")
    }
    // ffprobe: dv_profile 8, dv_level 4, dv_bl_signal_compatibility_id 1.
    #expect([record.profile, record.level, record.compatibility] == [8, 4, 1])
    let dolbyVision = track.statements(about: .dolbyVision).map(\.carriedIn.path)
    #expect(
      dolbyVision == ["/moov/trak[0]/mdia/minf/stbl/stsd/hev1/dvvC", "/moov/trak[0] sample 0 NAL unit 62"])
  }

  @Test func aContainerAndItsStreamThatDisagreeAreBothKept() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let track = try MediaDescription(path: folder.appending(path: "hdr10tags-both.mkv").path).track
    let decision = try #require(track.resolved.decisions.first { $0.property == .mastering })
    #expect(decision.believed.carrier == .container)
    #expect(decision.overruled.map(\.carrier) == [.message])
    // ffprobe: red_x 11408507/16777216, which is 0.68; max_luminance 1000, min_luminance 0.01.
    #expect(
      track.resolved.metadata.mastering?.integerText
        == "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,100)")
    #expect(track.resolved.metadata.contentLight == ContentLightLevel(maxCLL: 1000, maxFALL: 300))
  }

  @Test func dynamicMetadataIsFoundInAStream() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let track = try MediaDescription(path: folder.appending(path: "single-frame.hevc").path).track
    guard case .dynamicMetadata(.hdr10Plus(let metadata)) = track.values(.dynamicMetadata).first else {
      return #expect(Bool(false), "no HDR10+")
    }
    // single-frame-metadata.json: TargetedSystemDisplayMaximumLuminance 400.
    #expect(metadata.targetedDisplayMaximum == 400)
  }

  @Test func onlyHeadersAreRead() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    let file = try MediaDescription(path: folder.appending(path: "hlg10-color-test.mp4").path)
    // 341 381 bytes; the movie header and the start of the first sample lie in the first 4 KiB.
    #expect(file.bytesRead <= 8192)
  }
}
