public import ToneKernels
public import VideoFrames

/// The reason why frames cannot be converted.
public enum ConversionError: Error, Hashable, Sendable {
  /// No converter exists for frames of this size.
  case frame(FrameError)
  /// A converter was requested with fewer than one thread.
  case threads(Int)
  /// The instruction set cannot run here.
  case instructions(InstructionSetError)
  /// There is not enough memory for the threads.
  case memory(needed: Int, threads: Int)
  /// The input's format differs from the plan's.
  case inputFormat(PixelFormat, expected: PixelFormat)
  /// The output's format differs from the plan's.
  case outputFormat(PixelFormat, expected: PixelFormat)
  /// The input's size differs from that of the converter or the meter.
  case inputSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// The output is neither the same rectangle as the input nor a picture of the rectangle's size.
  case outputPlace(columns: Range<Int>, rows: Range<Int>, expectedColumns: Range<Int>, expectedRows: Range<Int>)
  /// A rectangle that starts at an odd column or row is converted to a picture whose chroma is subsampled there.
  case oddTile(column: Int, row: Int, format: PixelFormat)
  /// The chroma location of a program's plan, in the source or the target, differs from the converter's.
  case chromaLocations([ChromaLocation?], expected: [ChromaLocation?])
  /// The dither of a program's plan differs from the converter's.
  case dither(Dither, expected: Dither)
  /// The plan composites frames over a picture that is missing, or a picture is given for a plan that does not.
  case background(isNeeded: Bool)
  /// The background's format is not ``Background/pictureFormat``.
  case backgroundFormat(PixelFormat)
  /// The background is not the same rectangle as the input.
  case backgroundPlace(columns: Range<Int>, rows: Range<Int>, expectedColumns: Range<Int>, expectedRows: Range<Int>)
  /// The output shares memory with the input or the background.
  case sharedMemory
  /// The light of the output cannot be measured, because the output format cannot be read.
  case light(PlanError)
  /// The plan of a meter gives another signal than PQ, or mapped light, for this display.
  case notMeasuring(ColorDescription, LuminanceRange, PixelFormat)
  /// A rectangle was given to a meter, or to a converter that measures light: they measure whole pictures.
  case lightOfRectangle(columns: Range<Int>, rows: Range<Int>)
  /// The program's display differs from the one whose light is measured.
  case lightOfDisplay(
    ColorDescription, LuminanceRange, expected: ColorDescription, expectedRange: LuminanceRange)
}

extension ConversionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .frame(let error): "\(error)"
    case .threads(let count): "a converter cannot have \(count) threads; give it 1 or more"
    case .instructions(let error): "\(error)"
    case .memory(let needed, let threads):
      "the converter needs \(needed) bytes for its \(threads) threads, but the system has no memory for them; use fewer threads"
    case .inputFormat(let format, let expected):
      "the input is in \(format), but the plan reads \(expected); make the plan for frames of the input's format"
    case .outputFormat(let format, let expected):
      "the output is in \(format), but the plan writes \(expected); make the plan for frames of the output's format, or the output"
        + " by the plan"
    case .inputSize(let width, let height, let expectedWidth, let expectedHeight):
      "the input is \(width)x\(height), but \(expectedWidth)x\(expectedHeight) was expected; make a converter or a meter for each size"
    case .outputPlace(let columns, let rows, let expectedColumns, let expectedRows):
      "the output has columns \(columns) and rows \(rows), but the input has columns \(expectedColumns) and rows \(expectedRows); give"
        + " the same rectangle of a picture as large as the input's, or a picture of the rectangle's size"
    case .oddTile(let column, let row, let format):
      "the input begins at column \(column) and row \(row), where \(format) has no chroma sample; begin at an even column and row, or"
        + " write into the same rectangle of a picture as large as the input's"
    case .chromaLocations(let found, let expected):
      "the program's plan has chroma at \(Self.names(found)), but the converter's at \(Self.names(expected)) in source and target; make both"
        + " plans from the same tags"
    case .dither(let found, let expected):
      "the program's plan has the dither \(found), but the converter's \(expected); make both plans with the same dither"
    case .background(isNeeded: true):
      "the plan puts frames over a picture, but there is no background; give one with convert(_:over:into:)"
    case .background(isNeeded: false):
      "there is a background, but the plan does not put frames over a picture; leave it out, or choose the alpha output"
        + " .flattened(.picture()) for frames with alpha"
    case .backgroundFormat(let format):
      "the background is in \(format), but \(Background.pictureFormat) was expected; convert it for the same display into that format"
    case .backgroundPlace(let columns, let rows, let expectedColumns, let expectedRows):
      "the background has columns \(columns) and rows \(rows), but the input has columns \(expectedColumns) and rows"
        + " \(expectedRows) of a picture of the converter's size; give the same rectangle of a picture of that size"
    case .sharedMemory: "the output shares memory with the input or the background; write into another picture"
    case .light(let error): "the light of the output cannot be measured: \(error)"
    case .notMeasuring(let color, let range, let format):
      "the plan gives \(format) for a display of \(range), \(color.inWords), but a meter needs PQ signals of light that is not mapped; make"
        + " the plan with ConversionPlan.measuring(_:reading:)"
    case .lightOfRectangle(let columns, let rows):
      "the input has columns \(columns) and rows \(rows), but light is measured only for whole pictures; give a whole picture, or"
        + " convert the rectangle with a converter that measures no light"
    case .lightOfDisplay(let color, let range, let expected, let expectedRange):
      "the program is for a display of \(range), \(color.inWords), but light is measured for one of \(expectedRange),"
        + " \(expected.inWords); make a converter for each display"
    }
  }

  private static func names(_ locations: [ChromaLocation?]) -> String {
    locations.map { $0.map { "\($0)" } ?? "none" }.joined(separator: " and ")
  }
}

extension ColorDescription {
  /// The names of primaries and transfer.
  fileprivate var inWords: String {
    [primaries?.h273Name, transfer?.h273Name].map { $0 ?? "unknown" }.joined(separator: ", ")
  }
}
