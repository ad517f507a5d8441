// Converts frames in memory repeatedly and prints how long that took.
//
//   frame-rate CLIP WIDTHxHEIGHT [KEY=VALUE ...]
//
// CLIP contains raw frames of the input format. The output is one line: frames converted, seconds by the clock, seconds of
// processor time. Keys and defaults: frames (30), threads (1), set (the widest), transfer (pq), in (yuv420p10le), out (yuv420p),
// tone (spline), variant (the operator's own), gamut (perceptual), dither (blue-noise).

import Foundation
import Measuring
import ToneMapping

func stop(_ sentence: String) -> Never {
  FileHandle.standardError.write(Data("frame-rate: \(sentence)\n".utf8))
  exit(64)
}

let arguments = CommandLine.arguments.dropFirst()
let size = arguments.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
guard let clip = arguments.first, size.count == 2 else { stop("expected CLIP WIDTHxHEIGHT [KEY=VALUE ...]") }
var choices = [
  "frames": "30", "threads": "1", "set": InstructionSet.available.last!.rawValue, "transfer": "pq", "in": "yuv420p10le",
  "out": "yuv420p", "tone": "spline", "variant": "", "gamut": "perceptual", "dither": "blue-noise",
]
for argument in arguments.dropFirst(2) {
  let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
  guard parts.count == 2, choices[parts[0]] != nil else {
    stop("\(argument) has none of the keys \(choices.keys.sorted())")
  }
  choices[parts[0]] = parts[1]
}

/// The value of a key; ends the process if it is invalid.
@MainActor func choice<T>(_ key: String, _ value: (String) -> T?) -> T {
  guard let value = value(choices[key]!) else { stop("\(choices[key]!) is not a valid value for \(key)") }
  return value
}

let (count, threads) = (choice("frames") { Int($0) }, choice("threads") { Int($0) })
let input = choice("in", PixelFormat.init(name:))
let options = PlanOptions(dither: choice("dither", Dither.init(rawValue:)))
let variant = ToneVariant(rawValue: choices["variant"]!)
let plan = orEnd {
  try ConversionPlan(
    from: choices["transfer"] == "hlg" ? .hlg() : .hdr10(), to: .sdr,
    tone: choice("tone") { name in
      ToneOperator(named: name).map { $0.definesColor ? $0 : $0.applied(by: variant) }
    },
    gamut: choice("gamut", GamutOperator.init(named:)),
    options: options, reading: input, writing: choice("out", PixelFormat.init(name:)))
}

/// The first frames of the clip, at most four, which is more than the caches hold.
func frames() throws -> [Frame] {
  guard let file = FileHandle(forReadingAtPath: clip) else { stop("\(clip) cannot be read; check the path") }
  var frames: [Frame] = []
  while frames.count < 4, let data = try file.read(upToCount: input.frameByteCount(width: size[0], height: size[1])),
    data.count == input.frameByteCount(width: size[0], height: size[1])
  {
    var frame = try Frame(input, width: size[0], height: size[1])
    var offset = 0
    for (index, plane) in frame.planes.enumerated() {
      try frame.withUnsafeMutablePlane(index) { bytes in
        for y in 0..<plane.shape.height {
          let row = UnsafeMutableRawBufferPointer(
            rebasing: bytes[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow])
          data.copyBytes(to: row, from: offset..<offset + plane.shape.bytesPerRow)
          offset += plane.shape.bytesPerRow
        }
      }
    }
    frames.append(frame)
  }
  if frames.isEmpty {
    stop("\(clip) has no whole frame of \(size[0])x\(size[1]) \(input.name); check the size and in=")
  }
  return frames
}

let pictures = orEnd { try frames() }
var outputs = orEnd { try pictures.map { _ in try plan.makeFrame(width: size[0], height: size[1]) } }
let set: InstructionSet = choice("set", InstructionSet.init(rawValue:))
var converter = try plan.converter(width: size[0], height: size[1], threads: threads, on: set)
// Convert each frame once without measuring, to warm up caches, pages and threads.
for i in pictures.indices { try converter.convert(pictures[i], into: &outputs[i], index: i) }
let (start, begun) = (wallTime(), processTime())
for i in 0..<count { try converter.convert(pictures[i % pictures.count], into: &outputs[i % pictures.count], index: i) }
print(count, (wallTime() - start) / 1e9, (processTime() - begun) / 1e9)
