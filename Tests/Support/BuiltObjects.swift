#if os(Linux)
  private import Foundation

  /// The object files that the compiler left next to the test's program, and the tools that inspect them.
  public enum BuiltObjects {
    private static let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The object files of a module: only those of its current source files, because a build folder may contain older ones.
    ///
    /// - Parameter folders: The folders of those source files, in `Sources`.
    public static func paths(of module: String, from folders: [String]) -> [String] {
      let sources = Set(folders.flatMap(names))
      let folder = build.appending(path: "\(module).build")
      let objects = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return objects.filter { $0.hasSuffix(".swift.o") && sources.contains(String($0.dropLast(2))) }.sorted()
        .map { folder.appending(path: $0).path }
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

    /// Whether Swift code that imports a module of this build can be compiled.
    public static func canCompile(importing module: String) -> Bool {
      FileManager.default.fileExists(atPath: build.appending(path: "Modules/\(module).swiftmodule").path)
        && canRun("swiftc")
    }

    /// The lines of a Swift program in which the compiler finds errors; it imports modules of this build as another package would.
    public static func linesThatDoNotCompile(_ program: [String]) throws -> [String] {
      let check = """
        printf %s "$0" | swiftc -typecheck -swift-version 6 -diagnostic-style llvm -I "$1/Modules" \
          -Xcc "-fmodule-map-file=$1/CToneKernels.build/module.modulemap" - 2>&1
        """
      let said = try output("sh", ["-c", check, program.joined(separator: "\n"), build.path])
      let numbers = Set(said.matches(of: /<stdin>:(\d+):\d+: error:/).compactMap { Int($0.1) })
      return program.indices.filter { numbers.contains($0 + 1) }.map { program[$0] }
    }

    /// The output of a tool.
    public static func output(_ tool: String, _ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      return String(decoding: try process.runToEnd { pipe.readAll() }, as: UTF8.self)
    }
  }
#endif
