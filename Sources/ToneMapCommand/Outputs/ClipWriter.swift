internal import ArgumentParser
internal import RawVideo
internal import ToneMapping

/// The kinds of file that frames are written to.
enum FileFormat: String, CaseIterable, ExpressibleByArgument {
  case y4m, raw

  /// The kind for an output of this name: by its ending; for `-` and other names, whatever the input is.
  init(output name: String, inputIsY4M: Bool) {
    switch name.split(separator: ".").last?.lowercased() {
    case "y4m": self = .y4m
    case "yuv", "raw", "rgb": self = .raw
    default: self = inputIsY4M ? .y4m : .raw
    }
  }
}

/// An opened output.
struct ClipWriter {
  private var writer: any FrameWriter

  /// Opens an output of a kind, and writes what stands before the first frame.
  init(_ format: FileFormat, of plan: ConversionPlan, for clip: Clip, to destination: Destination) throws(CommandError)
  {
    do {
      switch format {
      case .raw: writer = RawFrameWriter(destination.sink)
      case .y4m: writer = try Y4MWriter(destination.sink, Self.header(plan, clip))
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// The header of a Y4M output.
  ///
  /// - Throws: `.usage` for a format that Y4M cannot carry.
  static func header(_ plan: ConversionPlan, _ clip: Clip) throws(RawVideoError) -> Y4MHeader {
    let siting: Y4MSiting? =
      switch plan.target.chromaLocation {
      case .left: .mpeg2
      case .center: .jpeg
      case .topLeft: .paldv
      default: nil
      }
    return try Y4MHeader(
      plan.outputFormat, width: clip.openedSize.width, height: clip.openedSize.height, siting: siting,
      range: plan.target.range == .full ? .full : .narrow, frameRate: clip.frameRate, pixelAspect: clip.pixelAspect)
  }

  /// Writes a frame.
  mutating func write(_ frame: borrowing Frame) throws(CommandError) {
    do { try writer.write(frame) } catch { throw CommandError(error) }
  }

  /// Ends the output; what could not be kept is told now.
  mutating func finish() throws(CommandError) {
    do { try writer.finish() } catch { throw CommandError(error) }
  }
}
