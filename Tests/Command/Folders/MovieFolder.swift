import Foundation
import TestSupport
import Testing

/// A folder of small movies, and what `convert-all` makes of it.
struct MovieFolder {
  let folder: Folder

  /// Whether FFmpeg's program can make the movies.
  static let canBeMade = OtherPrograms.haveFFmpeg(with: "libx264", "ffv1")
  /// Options with which the small movies are converted quickly, in any container.
  static let options = ["--video-codec", "ffv1", "--progress", "none"]

  /// A movie of each kind, made once: HDR states PQ, SDR BT.709.
  private static let made: Result<Folder, any Error> = Result {
    let folder = try Folder()
    let pictures = "-f lavfi -i testsrc2=size=64x36:rate=25:duration=0.4 -pix_fmt yuv420p10le"
    func tags(_ primaries: String, _ transfer: String, _ matrix: String) -> String {
      "-color_primaries \(primaries) -color_trc \(transfer) -colorspace \(matrix) -color_range tv"
    }
    let (hdr, sdr) = (tags("bt2020", "smpte2084", "bt2020nc"), tags("bt709", "bt709", "bt709"))
    try FFmpegProgram.make("\(pictures) -c:v ffv1 \(hdr) hdr.mkv", in: folder)
    try FFmpegProgram.make("\(pictures) -c:v ffv1 \(sdr) sdr.mkv", in: folder)
    try FFmpegProgram.make("\(pictures) -c:v libx264 \(hdr) hdr.ts", in: folder)
    // Seconds of work, in a small file.
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=size=1280x720:rate=25:duration=8 -pix_fmt yuv420p10le -c:v libx264 -preset ultrafast \(hdr) long.mkv",
      in: folder)
    return folder
  }

  /// - Parameter files: The kind of each file, by its name in the folder: `hdr.mkv`, `sdr.mkv`, `hdr.ts`, `long.mkv`; any other text is its content.
  init(_ files: KeyValuePairs<String, String>) throws { try self.init(files.map { ($0, $1) }) }

  init(_ files: [(name: String, kind: String)]) throws {
    folder = try Folder()
    let made = try Self.made.get()
    for (name, kind) in files {
      let path = folder["in/" + name]
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let content = try made.names.contains(kind) ? made.bytes(kind) : Data(kind.utf8)
      try content.write(to: URL(fileURLWithPath: path))
      age(name)
    }
  }

  /// Gives a file a date of the past, with nanoseconds, which the system's own function sets.
  func age(_ name: String, to seconds: Int = 1_200_000_000) {
    let times = [timespec(tv_sec: seconds - 50, tv_nsec: 5), timespec(tv_sec: seconds, tv_nsec: 123_456_789)]
    _ = unsafe utimensat(AT_FDCWD, folder["in/" + name], times, 0)
  }

  func run(_ more: [String] = [], options: [String] = options) throws -> Tool.Outcome {
    try Tool.run(["convert-all", folder["in"], folder["out"]] + options + more)
  }

  /// The lines of the manifest.
  func manifest(in place: String = "out") throws -> [[String: Any]] {
    try folder.bytes("\(place)/.tonemap/manifest.jsonl").split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
  }

  /// The last outcome of each file, and how many lines say that it was converted.
  func outcomes(in place: String = "out") throws -> [String: (outcome: String, conversions: Int)] {
    try manifest(in: place).reduce(into: [:]) { all, line in
      let (name, outcome) = (line["input"] as? String ?? "", line["outcome"] as? String ?? "")
      all[name] = (outcome, (all[name]?.conversions ?? 0) + (outcome == "converted" ? 1 : 0))
    }
  }

  /// The files in a folder, without those of the manifest.
  func files(in place: String) throws -> Set<String> {
    Set(
      try Programs.output(of: "find", [folder[place], "-type", "f", "-printf", "%P\\0"]).split(separator: "\0")
        .map(String.init).filter { !$0.hasPrefix(".tonemap/") })
  }

  func status(_ name: String) -> stat {
    var status = stat()
    _ = unsafe lstat(folder[name], &status)
    return status
  }

  /// Whether two files have the same date, to the nanosecond.
  func haveSameDate(_ a: String, _ b: String) -> Bool {
    let (a, b) = (status(a).st_mtim, status(b).st_mtim)
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec
  }
}
