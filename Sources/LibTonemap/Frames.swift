public import CTonemap
import Synchronization
import SystemCalls
import Transcoding

final class Converter: Sendable {
  let plan: ConversionPlan
  let converter: Mutex<FrameConverter>

  init(_ plan: ConversionPlan, width: Int, height: Int, threads: Int, on instructions: InstructionSet?) throws {
    self.plan = plan
    converter = Mutex(try plan.converter(width: width, height: height, threads: threads, on: instructions))
  }
}

let converters = Handles<Converter>(of: "converter", mark: 3, freedBy: "tonemap_converter_free")

@_cdecl("tonemap_format_planes")
public func describePlanes(
  _ format: CText, _ width: Int32, _ height: Int32,
  _ shapes: UnsafeMutablePointer<tonemap_plane_shape>?, _ count: UnsafeMutablePointer<Int32>?, _ message: Text
) -> Int32 {
  call(message) {
    guard let shapes, let count else {
      throw ProgramError.null("shapes or count", expected: "a place for each", fix: "give their addresses")
    }
    shapes.update(repeating: tonemap_plane_shape(bytes_per_row: 0, rows: 0), count: 4)
    count.pointee = 0
    let format = try LibTonemap.format(named: format, "format")
    try checkSides(width, height)
    for (index, plane) in format.planes(width: Int(width), height: Int(height)).enumerated() {
      shapes[index] = tonemap_plane_shape(bytes_per_row: plane.bytesPerRow, rows: plane.height)
      count.pointee += 1
    }
  }
}

@_cdecl("tonemap_converter_new")
public func newConverter(
  _ plan: OpaquePointer?, _ width: Int32, _ height: Int32, _ threads: Int32, _ converter: HandlePlace, _ message: Text
) -> Int32 {
  call(message, giving: converter, "converter") {
    let frames = try plans[plan]
    return converters.hold(
      try Converter(
        frames.plan, width: Int(width), height: Int(height), threads: try threadCount(threads),
        on: frames.instructions))
  }
}

@_cdecl("tonemap_converter_free")
public func freeConverter(_ converter: OpaquePointer?) { _ = call(nil) { converters.release(converter) } }

@_cdecl("tonemap_convert")
public func convert(
  _ converter: OpaquePointer?, _ input: UnsafePointer<tonemap_view>?, _ output: UnsafePointer<tonemap_view>?,
  _ index: Int64, _ program: OpaquePointer?, _ message: Text
) -> Int32 {
  call(message) {
    let own = try converters[converter]
    let colors = try program.map { try programs[$0] }
    let index = try frameIndex(index)
    try input.withInput(own.plan.inputFormat) { input in
      try output.withOutput(own.plan.outputFormat) { output in
        try own.converter.withLock { try $0.convert(input, into: &output, index: index, program: colors) }
      }
    }
  }
}

func threadCount(_ threads: Int32) throws -> Int {
  try ProgramError.check("threads", threads, in: 0...1024, "0 to 1024", fix: "0 is one for each processor")
  return threads == 0 ? availableProcessors : Int(threads)
}

/// Returns the index of a frame: an integer that JSON represents exactly.
func frameIndex(_ index: Int64) throws -> Int {
  try ProgramError.check("index", index, in: 0...1 << 53, "0 to 2^53", fix: "count the frames from 0")
  return Int(index)
}
