import CPNG
import Foundation
import Testing

/// A PNG file as it is read: its chunks, and its codes without any conversion.
struct ReadPNG {
  private(set) var width = 0, height = 0, depth = 0, components = 0
  /// The chunks in order.
  private(set) var chunks: [(type: String, content: [UInt8])] = []
  /// The codes, row by row, the components of a pixel side by side.
  private(set) var codes: [UInt16] = []

  init(_ file: Data) throws {
    let bytes = [UInt8](file)
    try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && bytes.count > 40)
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      try #require(place + 12 + length <= bytes.count)
      chunks.append(
        (String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), Array(bytes[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    try #require(chunks.first?.type == "IHDR" && chunks.last?.type == "IEND" && place == bytes.count)

    // libpng ends the process if the file is damaged, checksums included.
    var png = unsafe png_create_read_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil)
    var info = unsafe png_create_info_struct(png)
    var rest = bytes[...]
    unsafe withUnsafeMutablePointer(to: &rest) { rest in
      unsafe png_set_read_fn(png, rest) { png, buffer, count in
        let rest = unsafe png_get_io_ptr(png)!.assumingMemoryBound(to: ArraySlice<UInt8>.self)
        for index in 0..<count { unsafe buffer![index] = unsafe rest.pointee.removeFirst() }
      }
      unsafe png_read_info(png, info)
      (width, height) = unsafe (Int(png_get_image_width(png, info)), Int(png_get_image_height(png, info)))
      (depth, components) = unsafe (Int(png_get_bit_depth(png, info)), Int(png_get_channels(png, info)))
      for _ in 0..<height {
        var row = [UInt8](repeating: 0, count: width * components * depth / 8)
        unsafe png_read_row(png, &row, nil)
        codes +=
          depth == 8
          ? row.map(UInt16.init)
          : stride(from: 0, to: row.count, by: 2).map { UInt16(row[$0]) << 8 | UInt16(row[$0 + 1]) }
      }
      unsafe png_read_end(png, nil)
    }
    unsafe png_destroy_read_struct(&png, &info, nil)
  }

  /// The types of the chunks besides header, pixels and end.
  var told: [String] { chunks.map(\.type).filter { !["IHDR", "IDAT", "IEND"].contains($0) } }

  /// The content of a chunk.
  subscript(type: String) -> [UInt8]? { chunks.first { $0.type == type }?.content }
}
