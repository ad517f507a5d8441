import Foundation
import Movies
import RawVideo
import Testing
import ToneMapping

/// The article of Movies.
@Suite(.enabled(if: MovieLibraries.haveEncoder(named: "libx264"), "this FFmpeg has no x264")) struct MovieExamples {
  @Test func aMovieIsConverted() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var encoding = VideoEncoding(
      encoder: "ffv1", format: .yuv420p10, width: 64, height: 48, timeBase: Ratio(1, 25)!)
    encoding.color = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow)
    let (made, converted) = (folder.appending(path: "in.mov").path, folder.appending(path: "out.mp4").path)
    let writer = try MovieWriter(path: made, container: "mov", video: encoding, copying: nil)
    var picture = try writer.makeFrame()
    for time in [0, 1, 3] as [Ticks] {
      try picture.withMutableView { _ in }
      picture.time = time
      try writer.write(picture)
    }
    try writer.finish()

    try convertMovie(from: made, to: converted)

    let reader = try MovieReader(path: converted, threads: 1)
    #expect(reader.video.color.transfer == .bt709 && reader.video.format == .yuv420p)
    var times: [Ticks?] = []
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame) { times.append(frame.time) }
    let step = Int64((0.04 / reader.video.timeBase.value).rounded())
    #expect(times == [0, step, 3 * step].map { Ticks($0) })
  }
}

private func convertMovie(from input: String, to output: String) throws {
  let reader = try MovieReader(path: input, threads: activeProcessorCount)
  let video = reader.video
  let source = Source(
    color: video.color, metadata: video.metadata, height: video.height, isDolbyVisionOnly: video.isDolbyVisionOnly)
  let plan = try ConversionPlan(from: source, to: .sdr, reading: video.format, writing: .yuv420p)
  var encoding = VideoEncoding(encoder: "libx264", format: plan.outputFormat, as: video)
  encoding.color = plan.targetTags
  let writer = try MovieWriter(path: output, container: "mp4", video: encoding, copying: reader)
  for (track, reason) in writer.leftOut { print("\(track) is left out, since \(reason)") }
  var converter = try plan.converter(width: video.width, height: video.height)
  var frame = try reader.makeFrame()
  var picture = try writer.makeFrame()
  var index = 0
  while try reader.read(into: &frame) {
    try frame.withView { from in
      try picture.withMutableView { to in try converter.convert(from, into: &to, index: index) }
    }
    picture.copyTimes(from: frame)
    try writer.write(picture)
    index += 1
  }
  try writer.finish()
}
