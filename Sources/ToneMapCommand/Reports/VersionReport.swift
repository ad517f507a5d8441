internal import HDRMetadata
internal import CCommand
internal import Transcoding
internal import ToneMapping

#if FFmpeg
  internal import Movies
#endif

/// What `--version` prints: a first line for programs, and below it what a bug report needs.
struct VersionReport: CustomStringConvertible {
  /// The commit that the command was built from, with `-dirty` if files had changed since; `unknown` if the build was not told.
  var commit = unsafe String(cString: tonemap_commit())

  /// The instruction sets that were compiled, the widest last.
  var instructionSets = InstructionSet.builtIn

  /// The instruction set that conversions use on this CPU by default.
  var chosen = InstructionSet.available.last ?? .baseline

  /// The libraries of FFmpeg, such as `libavformat 60.3.100`; empty if movie support is not built in.
  var ffmpeg: [String] = Self.linkedFFmpeg

  private static var linkedFFmpeg: [String] {
    #if FFmpeg
      MovieLibraries.versions
    #else
      []
    #endif
  }

  var description: String {
    """
    tonemap \(Release.version)
    commit: \(commit)
    instruction sets: \(instructionSets.map(\.rawValue).joined(separator: ", ")); this CPU runs \(chosen.rawValue)
    FFmpeg: \(ffmpeg.isEmpty ? "not built in; movies cannot be decoded or encoded" : ffmpeg.joined(separator: ", "))
    """
  }
}
