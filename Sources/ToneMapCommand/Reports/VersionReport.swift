internal import HDRMetadata
internal import CCommand
internal import Transcoding
internal import ToneMapping

internal import Movies

/// `--version`.
enum VersionReport {
  /// A first line for programs, and below it details for bug reports: the commit, with `-dirty` if files had changed since and `unknown` if the build
  /// does not set it; the compiled instruction sets, the widest last, and that of conversions on this CPU; the libraries of FFmpeg.
  static var text: String {
    """
    tonemap \(Release.version)
    commit: \(unsafe String(cString: tonemap_commit()))
    instruction sets: \(InstructionSet.builtIn.map(\.rawValue).joined(separator: ", ")); this CPU runs \
    \((InstructionSet.available.last ?? .baseline).rawValue)
    FFmpeg: \(MovieLibraries.versions.joined(separator: ", "))
    """
  }
}
