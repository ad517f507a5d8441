internal import HDRMetadata
internal import MediaFiles
internal import SystemCalls

/// A file of an input folder, and the names that its output may get.
package struct FolderItem: Sendable {
  /// The path in the input folder.
  package let path: Path
  /// The path of its conversion in the output folder; that of a link or a copy is the input's.
  package let converted: Path
  let isLink: Bool

  /// Its name in the manifest.
  package var name: String { path.recordedName }
}

/// All files of a folder and of the folders in it, in the order of the bytes of their paths.
package struct FolderListing: Sendable {
  package private(set) var items: [FolderItem] = []
  /// Folders that could not be read.
  package private(set) var failures: [(path: Path, error: FolderError)] = []
  /// Symbolic links to folders, which are not followed.
  package private(set) var links: [Path] = []

  private let settings: FolderSettings
  /// The output folder, if it is inside the input folder.
  private let left: FileIdentity?

  package init(_ settings: FolderSettings) {
    self.settings = settings
    left = settings.output.flatMap { System.status(of: $0)?.identity }
    list(nil)
    items.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  /// Lists a folder, given by its path in the input folder.
  private mutating func list(_ place: Path?) {
    func path(_ name: Path) -> Path { place.map { $0 / name } ?? name }
    let folder = place.map { settings.input / $0 } ?? settings.input
    var files: [(name: Path, isLink: Bool)] = []
    do throws(SystemError) {
      let opened = try Folder(folder)
      for name in try opened.names().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) })
      where ![".", ".."].contains(name) && !Folder.isOurs(name) {
        // A file that was removed meanwhile has no status.
        guard let status = try opened.status(of: name) else { continue }
        switch status.kind {
        case .directory where status.identity == left: break
        case .directory: list(path(name))
        case .link where System.kind(of: folder / name) == .directory: links.append(path(name))
        case let kind: files.append((name, isLink: kind == .link))
        }
      }
    } catch {
      failures.append((place ?? settings.input, .unreadableFolder("\(folder)", reason: "\(error)")))
    }
    let format = settings.output == nil ? nil : settings.conversion.output.format
    let names = Self.convertedNames(of: files.map(\.name), as: format)
    items += files.map { name, isLink in
      FolderItem(
        path: path(name), converted: path(settings.output == nil ? name : names[name] ?? name), isLink: isLink)
    }
  }

  /// Chooses the names of the conversions of files in one folder. A file whose new name another file has, or would get, keeps its whole name, with the
  /// new extension behind it: `a.ts` becomes `a.ts.mp4` beside `a.mp4`. So does a file without the extension of a movie.
  static func convertedNames(of files: [Path], as format: OutputKind?) -> [Path: Path] {
    let names = files.map { ($0, $0.outputName(as: format), isMovie: $0.hasMovieName) }
    let wanted = Dictionary(grouping: names.filter(\.isMovie), by: \.1).mapValues(\.count)
    var taken = Set(files)
    var chosen: [Path: Path] = [:]
    for (file, name, isMovie) in names {
      var free = name
      if file != name, !isMovie || wanted[name] != 1 || taken.contains(name) {
        let ending = ".\(FileEnding.of(name))"
        free = file + ending
        while taken.contains(free) { free = free + ending }
      }
      chosen[file] = free
      taken.insert(free)
    }
    return chosen
  }
}

extension Path {
  var hasMovieName: Bool {
    FileEnding.complete(self) == self && FileFormat(ending: FileEnding.of(self))?.isPicture == false
  }

  /// The name in a manifest, different for each path: bytes that are not UTF-8 are escaped, as is the backslash, with which escapes begin.
  package var recordedName: String {
    let bytes = bytes.flatMap { $0 == UInt8(ascii: "\\") ? Array(#"\x5c"#.utf8) : [$0] }
    return String(validating: bytes, as: UTF8.self) ?? "\(Path(bytes))"
  }
}
