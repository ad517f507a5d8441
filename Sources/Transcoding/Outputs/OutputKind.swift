internal import HDRMetadata

/// The kinds of output file.
public enum OutputKind: String, CaseIterable, Sendable {
  case y4m, raw
  /// Movies and bare streams, which need FFmpeg's libraries.
  case mp4, mov, mkv, webm, hevc, ivf
  /// Pictures. JPEG and AVIF also need those libraries.
  case png, jpg, avif

  /// The kind of picture, if each file holds one picture.
  package var picture: PictureKind? { PictureKind(rawValue: rawValue) }

  /// Whether frames are encoded, which takes time.
  var isEncoded: Bool { self != .y4m && self != .raw }

  /// Whether the kind is a movie or a bare stream.
  var isMovie: Bool { isEncoded && picture == nil }

  /// The extension of a container that takes a movie's sound unchanged, whatever its codec, and frames with or without alpha.
  package static func container(like movie: Path, hasAlpha: Bool) -> String {
    switch FileEnding.of(movie) {
    case "mkv", "webm": hasAlpha ? "mov" : "mkv"
    case "mov", "qt": "mov"
    default: hasAlpha ? "mov" : "mp4"
    }
  }

  /// Selects the kind from the extension; `-` and names without an extension mean raw frames for raw input, else Y4M.
  ///
  /// - Throws: `settings` for an extension that selects no writable kind.
  package init(output name: Path, inputIsRaw: Bool) throws(TranscodingError) {
    let (ending, plain): (String, OutputKind) = (FileEnding.of(name), inputIsRaw ? .raw : .y4m)
    if let picture = PictureKind(ending: ending) {
      self = picture.format
      return
    }
    switch ending {
    case "y4m": self = .y4m
    case _ where FileEnding.raw.contains(ending): self = .raw
    case _ where Self.endings[ending] != nil: self = Self.endings[ending] ?? .mp4
    case "": self = plain
    default:
      throw .settings(
        "the output \(name) is named like no kind of file that is written, but .mp4, .mov, .mkv, .webm, .hevc, .ivf, .png, .jpg, .avif,"
          + " .y4m or .yuv was expected; choose one of them, or add \(.format, plain.rawValue) if the name is meant")
    }
  }

  /// Whether an extension, in lowercase, selects a writable kind.
  package static func isWritable(_ ending: String) -> Bool {
    ending == "y4m" || FileEnding.raw.contains(ending) || PictureKind(ending: ending) != nil || endings[ending] != nil
  }

  /// The extensions of movies.
  private static let endings: [String: OutputKind] = [
    "mp4": .mp4, "m4v": .mp4, "mov": .mov, "qt": .mov, "mkv": .mkv, "webm": .webm, "hevc": .hevc, "h265": .hevc,
    "265": .hevc, "ivf": .ivf,
  ]
}

extension PictureKind {
  /// This kind as an output kind.
  package var format: OutputKind {
    switch self {
    case .png: .png
    case .jpg: .jpg
    case .avif: .avif
    }
  }
}

/// The extension of a file name.
package enum FileEnding {
  /// The extension of a path, in lowercase; empty if absent. For an incomplete file, `out.mp4.part`, it is the one before `.part`.
  package static func of(_ path: Path) -> String { last(of: complete(path)) }

  /// A path without a `.part` or `.tmp` that follows another extension.
  package static func complete(_ path: Path) -> Path {
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

  /// The extensions of raw frames.
  static let raw: Set<String> = ["yuv", "raw", "rgb"]
}

extension OutputKind: CustomStringConvertible {
  public var description: String { rawValue }
}
