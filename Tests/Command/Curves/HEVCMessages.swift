import Foundation
import Testing

/// Streams of HEVC that x265 makes, with messages of supplemental enhancement information.
enum HEVCMessages {
  /// A lossless stream of PQ; `plain.y4m` has its frames.
  static func stream(frames: Int, in folder: Folder) throws -> Data {
    _ = try folder.file("in.y4m", Clips.y4m(frames: frames))
    let parameters = "lossless=1:bframes=0:repeat-headers=1:log-level=error:min-cu-size=8:ctu=16"
    let tags =
      "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv -chroma_sample_location left"
    let ffmpeg = "ffmpeg -y -v error -nostdin"
    let made = try Tool.shell(
      "cd \(folder[""]) && \(words(ffmpeg)) -i in.y4m -vf scale=32:16:flags=neighbor -pix_fmt yuv420p10 \(words(tags)) -c:v libx265"
        + " -x265-params \(parameters) plain.hevc && \(words(ffmpeg)) -i plain.hevc -strict -1 plain.y4m")
    try #require(made.code == 0, "\(made.errors)")
    return try folder.bytes("plain.hevc")
  }

  /// A stream with a message before each picture; `nil` before one that has none.
  ///
  /// - Source: Rec. ITU-T H.265, clauses 7.3.1.1, 7.3.2.4 and 7.3.5, and Annex B.
  static func adding(_ messages: [(kind: UInt8, payload: [UInt8])?], to stream: Data) throws -> Data {
    try adding(
      before: messages.map { message in
        message.map { message in
          // No start code may seem to begin within.
          var body: [UInt8] = []
          for byte in [message.kind, UInt8(message.payload.count)] + message.payload + [0x80] {
            if byte <= 3, body.count > 1, body.suffix(2) == [0, 0] { body.append(3) }
            body.append(byte)
          }
          return [39 << 1, 1] + body
        }
      }, to: stream)
  }

  /// A stream with a unit before each picture, and one after it; each picture has one slice.
  static func adding(
    before: [[UInt8]?] = [], after: [[UInt8]] = [], to stream: Data
  ) throws -> Data {
    let stream = [UInt8](stream)
    var result: [UInt8] = []
    var picture = 0
    // A zero more is allowed before each start code.
    var start = try #require(stream.firstIndex(of: 1)) - 2
    while start + 4 < stream.count {
      // The start code at `start`, and the next one.
      var next = start + 3
      while next + 3 < stream.count, stream[next..<next + 3] != [0, 0, 1] { next += 1 }
      if next + 3 >= stream.count { next = stream.count }
      let unit = stream[(start + 3)..<next]
      let isFirstSlice = unit.first! >> 1 & 63 < 32 && unit[unit.startIndex + 2] & 0x80 != 0
      if isFirstSlice {
        if let unit = before.isEmpty ? nil : before[picture] { result += [0, 0, 1] + unit }
        picture += 1
      }
      result += [0, 0, 1] + unit
      if isFirstSlice, !after.isEmpty { result += [0, 0, 1] + after[picture - 1] }
      start = next
    }
    #expect(picture == max(before.count, after.count))
    return Data(result)
  }
}
