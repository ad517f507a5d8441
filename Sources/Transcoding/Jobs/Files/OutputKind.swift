internal import HDRMetadata
internal import MediaFiles

/// The kinds of output file.
public enum OutputKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case y4m, raw
  /// Movies and bare streams, which need FFmpeg's libraries.
  case mp4, mov, mkv, webm, hevc, ivf
  /// Pictures. JPEG and AVIF also need those libraries.
  case png, jpg, avif

  public var description: String { rawValue }

  /// The kind of picture, if each file holds one picture.
  package var picture: PictureKind? { PictureKind(rawValue: rawValue) }

  /// Whether frames are encoded, which takes time.
  var isEncoded: Bool { self != .y4m && self != .raw }

  package var isMovie: Bool { isEncoded && picture == nil }

  /// The extension of a container that takes a movie's sound unchanged, whatever its codec, and frames with or without alpha.
  package static func container(like movie: Path, hasAlpha: Bool) -> String {
    switch FileEnding.of(movie) {
    case "mkv", "webm": hasAlpha ? "mov" : "mkv"
    case "mov", "qt": "mov"
    default: hasAlpha ? "mov" : "mp4"
    }
  }

  /// Selects the kind from the extension; `-` and names without an extension mean raw frames for raw input, else Y4M.
  package init(output name: Path, inputIsRaw: Bool) throws(TranscodingError) {
    let (ending, plain): (String, OutputKind) = (FileEnding.of(name), inputIsRaw ? .raw : .y4m)
    guard let kind = ending.isEmpty ? plain : Self(ending: ending) else {
      throw .output(.unknownEnding("\(name)", plain: plain))
    }
    self = kind
  }

  /// Selects the kind from an extension in lowercase; `nil` for those of no writable kind.
  package init?(ending: String) {
    guard let kind = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = kind
  }

  /// The extensions of its files, in lowercase; the first is the usual one.
  package var endings: [String] {
    switch self {
    case .raw: FileEnding.raw
    case .mp4: ["mp4", "m4v"]
    case .mov: ["mov", "qt"]
    case .hevc: ["hevc", "h265", "265"]
    case .jpg: ["jpg", "jpeg"]
    default: [rawValue]
    }
  }

  package static var endingsInWords: String {
    list((allCases.filter(\.isEncoded) + allCases.filter { !$0.isEncoded }).map { ".\($0.endings[0])" }, "or")
  }

  var container: String {
    switch self {
    case .mkv: "matroska"
    case .jpg: "image2pipe"
    default: rawValue
    }
  }
}

package enum FileEnding {
  /// The extension of a path, in lowercase; empty if absent. For an incomplete file, `out.mp4.part`, it is the one before `.part`.
  package static func of(_ path: Path) -> String { last(of: complete(path)) }

  /// A path without a `.part` or `.tmp` that follows another extension of a name at its end.
  package static func complete(_ path: Path) -> Path {
    guard !path.split.name.bytes.isEmpty else { return path }
    let (ending, shorter) = (last(of: path), Path(path.bytes.dropLast(last(of: path).utf8.count + 1)))
    return ["part", "tmp"].contains(ending) && !last(of: shorter).isEmpty ? complete(shorter) : path
  }

  private static func last(of path: Path) -> String {
    let name = path.names.last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased()
  }

  /// Whether a PNG may have this name; a name without an extension may.
  static func mayBePNG(_ path: Path) -> Bool { ["png", ""].contains(of(path)) }

  static let raw = ["yuv", "raw", "rgb"]
}

extension Path {
  /// The name of the output of this file in a folder: with the extension of a format, else its own if it can be written, else that of MP4, or of PNG
  /// for a picture.
  package func outputName(as format: OutputKind?) -> Path {
    let (name, ending) = (FileEnding.complete(self).split.name, FileEnding.of(self))
    let stem = ending.isEmpty ? name : Path(name.bytes.dropLast(ending.utf8.count + 1))
    if let format { return stem + ".\(format.endings[0])" }
    if OutputKind(ending: ending) != nil { return name }
    return stem + (FileFormat(ending: ending)?.isPicture == true ? ".png" : ".mp4")
  }
}
