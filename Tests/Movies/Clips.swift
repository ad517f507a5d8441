import Foundation
import Movies
import TestSupport
import VideoFrames

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder for the files of one test, deleted with the value.
final class Folder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  subscript(name: String) -> String { url.appending(path: name).path }

  func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: self[name]))) }

  func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: self[name])) }
}

/// An open file, closed with the value.
final class OpenedFile: Sendable {
  let descriptor: Int32

  init(reading path: String) { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) }
  init(writing path: String) { descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }

  deinit { close(descriptor) }
}

/// What a program prints; `nil` if it is not installed or fails.
func output(of program: String, _ arguments: [String]) -> String? {
  OtherPrograms.output(of: program, arguments).map { String(decoding: $0, as: UTF8.self) }
}

/// Whether the programs of FFmpeg are installed.
let hasFFmpeg = OtherPrograms.haveFFmpeg()

/// Whether this FFmpeg has an encoder.
func hasEncoder(_ name: String) -> Bool {
  guard let folder = try? Folder() else { return false }
  let encoding = VideoEncoding(encoder: name, format: .yuv420p, width: 64, height: 64, timeBase: Ratio(1, 25)!)
  // Its number must not become that of another file before the writer is gone.
  let file = OpenedFile(writing: folder["x"])
  return withExtendedLifetime(file) {
    do throws(MovieError) {
      _ = try MovieWriter(
        descriptor: file.descriptor, name: name, container: "matroska", video: encoding, copying: nil)
    } catch {
      return error != .unknownEncoder(name)
    }
    return true
  }
}

/// A picture that differs from frame to frame and from place to place, without noise.
func draw(_ number: Int, into view: inout MutableFrameView) {
  let maximum = view.format.maximumCode
  for (index, plane) in view.planes.enumerated() {
    guard let start = unsafe plane.mutableStart else { continue }
    let components = view.format.planes(width: view.width, height: view.height)[index].components
    for y in 0..<plane.height {
      let row = unsafe start + y * plane.stride
      for x in 0..<plane.width * components {
        let code = (x * (3 + index) + y * 5 + number * 7 * (index + 1)) & maximum
        if view.format.bytesPerSample == 1 {
          unsafe row.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
        } else {
          unsafe row.storeBytes(of: UInt16(code) << UInt16(view.format.shift), toByteOffset: 2 * x, as: UInt16.self)
        }
      }
    }
  }
}

/// The samples of a view, row by row, as a raw file has them.
func samples(_ view: borrowing FrameView) -> [UInt8] {
  var bytes: [UInt8] = []
  let shapes = view.format.planes(width: view.width, height: view.height)
  for (index, plane) in view.planes.enumerated() {
    for y in 0..<plane.height {
      let row = unsafe UnsafeRawBufferPointer(
        start: plane.start! + y * plane.stride, count: shapes[index].bytesPerRow)
      unsafe bytes.append(contentsOf: row)
    }
  }
  return bytes
}

/// The times of a picture, in units of its track.
struct Shown: Hashable {
  var time, duration: Int64?
}

/// Writes drawn pictures with these times; the last has a duration.
func writeClip(
  _ path: String, container: String, _ encoding: VideoEncoding, times: [Int64], last: Int64? = nil
) throws -> MovieWriter {
  let file = OpenedFile(writing: path)
  let writer = try MovieWriter(
    descriptor: file.descriptor, name: path, container: container, video: encoding, copying: nil)
  var frame = try writer.makeFrame()
  for (number, time) in times.enumerated() {
    try frame.withMutableView { view in draw(number, into: &view) }
    frame.time = Ticks(time)
    let duration: Int64? = number + 1 < times.count ? times[number + 1] - time : last
    frame.duration = duration.map { Ticks($0) }
    try writer.write(frame)
  }
  try writer.finish()
  return writer
}

/// What a movie has: its track, the times of its pictures, and the bytes of each.
func readClip(_ path: String) throws -> (video: VideoTrack, times: [Shown], pictures: [[UInt8]]) {
  let file = OpenedFile(reading: path)
  let reader = try MovieReader(descriptor: file.descriptor, name: path, threads: 2)
  var frame = try reader.makeFrame()
  var times: [Shown] = []
  var pictures: [[UInt8]] = []
  while try reader.read(into: &frame) {
    times.append(Shown(time: frame.time?.count, duration: frame.duration?.count))
    pictures.append(frame.withView(samples))
  }
  return (reader.video, times, pictures)
}

/// Encodes the pictures of a movie again, unchanged, and copies everything else.
@discardableResult
func convert(
  _ from: String, _ to: String, container: String, _ choices: TrackChoices = TrackChoices(),
  _ change: (inout VideoEncoding) -> Void = { _ in }
) throws -> MovieWriter {
  let (input, output) = (OpenedFile(reading: from), OpenedFile(writing: to))
  let reader = try MovieReader(descriptor: input.descriptor, name: from, threads: 2)
  var encoding = VideoEncoding(encoder: "libx264", format: reader.video.format, as: reader.video)
  encoding.color = reader.video.color
  encoding.metadata = reader.video.metadata
  change(&encoding)
  let writer = try MovieWriter(
    descriptor: output.descriptor, name: to, container: container, video: encoding, copying: reader, choices)
  var frame = try reader.makeFrame()
  while try reader.read(into: &frame) { try writer.write(frame) }
  try writer.finish()
  return writer
}
