internal import ArgumentParser
internal import Transcoding

extension PictureSize {
  init(_ text: String) throws {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw ValidationError("expected width x height in pixels, each above 0, such as 3840x2160")
    }
    self.init(width: width, height: height)
  }
}
