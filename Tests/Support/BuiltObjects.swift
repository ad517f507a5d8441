#if os(Linux)
  private import Foundation

  /// The object files that the compiler left next to the test's program, and the tools that inspect them.
  public enum BuiltObjects {
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The object files of a module: only those of its current source files, because a build folder may contain older ones.
    ///
    /// - Parameter folders: The folders of those source files, in `Sources`.
    public static func paths(of module: String, from folders: [String]) -> [String] {
      let sources = Set(folders.flatMap(names))
      let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "\(module).build")
      let objects = (try? FileManager.default.contentsOfDirectory(atPath: build.path)) ?? []
      return objects.filter { $0.hasSuffix(".swift.o") && sources.contains(String($0.dropLast(2))) }.sorted()
        .map { build.appending(path: $0).path }
    }

    /// The names of all files in a folder of `Sources` and its subfolders.
    private static func names(in folder: String) -> [String] {
      let folder = checkout.appending(path: "Sources/\(folder)")
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      return paths.map { URL(filePath: $0).lastPathComponent }
    }

    /// Whether a tool is installed.
    public static func canRun(_ tool: String) -> Bool {
      (try? output(tool, ["--version"])).map { !$0.isEmpty } ?? false
    }

    /// The output of a tool.
    public static func output(_ tool: String, _ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
#endif
