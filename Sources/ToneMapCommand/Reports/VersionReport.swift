internal import HDRMetadata
internal import CCommand
internal import Transcoding
internal import ToneMapping

internal import Movies

/// The text of `--version`: a first line for programs, and below it details for bug reports.
struct VersionReport: CustomStringConvertible {
  /// The commit that the command was built from, with `-dirty` if files had changed since; `unknown` if the build does not set it.
  var commit = unsafe String(cString: tonemap_commit())

  /// The compiled instruction sets, the widest last.
  var instructionSets = InstructionSet.builtIn

  /// The instruction set that conversions use on this CPU by default.
  var chosen = InstructionSet.available.last ?? .baseline

  /// The libraries of FFmpeg, such as `libavformat 60.3.100`.
  var ffmpeg: [String] = MovieLibraries.versions

  var description: String {
    """
    tonemap \(Release.version)
    commit: \(commit)
    instruction sets: \(instructionSets.map(\.rawValue).joined(separator: ", ")); this CPU runs \(chosen.rawValue)
    FFmpeg: \(ffmpeg.joined(separator: ", "))
    """
  }
}
