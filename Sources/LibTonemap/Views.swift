import CTonemap
import Transcoding

extension UnsafePointer<tonemap_view>? {
  func withInput<Result>(_ expected: PixelFormat, _ body: (borrowing FrameView) throws -> Result) throws -> Result {
    let view = try checked("the input", expected)
    let picture = try FrameView(
      expected, width: Int(view.width), height: Int(view.height), planes: view.planes(of: expected))
    guard let (columns, rows) = view.rectangle else { return try body(picture) }
    return try picture.withTile(columns: columns, rows: rows, body)
  }

  func withOutput<Result>(_ expected: PixelFormat, _ body: (inout MutableFrameView) throws -> Result) throws -> Result {
    let view = try checked("the output", expected)
    var picture = try MutableFrameView(
      expected, width: Int(view.width), height: Int(view.height), planes: view.planes(of: expected))
    guard let (columns, rows) = view.rectangle else { return try body(&picture) }
    return try picture.withTile(columns: columns, rows: rows, body)
  }

  private func checked(_ name: String, _ expected: PixelFormat) throws -> tonemap_view {
    guard let view = self?.pointee else { throw ProgramError.null(name, expected: "a view") }
    try ProgramError.checkSize(
      of: name, view.struct_size, tonemap_view.self, fix: ", and compile with this library's header")
    if let pointer = view.format {
      let given = try format(named: pointer, "the format of \(name)")
      guard given == expected else {
        throw ProgramError.wrong(
          name, "in \(given)", expected: "\(expected)",
          fix: "make the plan for that format, by pixel_format and out_pixel_format")
      }
    }
    try checkSides(view.width, view.height)
    return view
  }
}

func checkSides(_ width: Int32, _ height: Int32) throws {
  let (width, height, sides) = (Int(width), Int(height), 1...Frame.longestSide)
  guard sides.contains(width), sides.contains(height) else { throw FrameError.side(width: width, height: height) }
}

func format(named pointer: CText, _ place: String) throws -> PixelFormat {
  let name = try text(pointer, place)
  do { return try PixelFormat.Spelling(option: name).format } catch {
    throw ProgramError.wrong(place, "'\(name.onOneLine)'", expected: "\(error.expected)", fix: "name one of them")
  }
}

extension tonemap_view {
  fileprivate func planes(of format: PixelFormat) -> [FrameView.Plane] {
    let all = [planes.0, planes.1, planes.2, planes.3]
    return zip(all, format.planes(width: Int(width), height: Int(height))).map { plane, shape in
      FrameView.Plane(start: plane.data, stride: plane.stride, width: shape.width, height: shape.height)
    }
  }

  /// The requested rectangle; `nil` for the whole picture. An invalid one is empty, which is an error.
  fileprivate var rectangle: (columns: Range<Int>, rows: Range<Int>)? {
    guard rectangle_width != 0 || rectangle_height != 0 || x != 0 || y != 0 else { return nil }
    func range(_ start: Int32, _ count: Int32) -> Range<Int> { Int(start)..<Int(start) + Int(max(count, 0)) }
    return (range(x, rectangle_width), range(y, rectangle_height))
  }
}
