#if arch(x86_64) && os(Linux)
  import Foundation

  /// The kernels as the compiler left them, and the tools that look into them.
  enum KernelObjects {
    static let modules = ["ToneKernelsBaseline", "ToneKernelsV3", "ToneKernelsV4"]

    /// What the plan calls; everything else is called from these.
    static let kernels = ["read", "color", "write", "writePacked", "writeChroma", "prepareGamut"]

    /// Whether binutils and the objects, beside this test's own program, are there.
    static let canBeRead =
      modules.allSatisfy { !objects($0).isEmpty }
      && ["nm", "objdump"].allSatisfy { (try? output($0, ["--version"])).map { !$0.isEmpty } ?? false }

    static let reason: String =
      "the kernels' code was NOT looked at: nm, objdump (install binutils) or the objects in the build folder are missing"

    /// The objects of a set: of the files that it is made of now, as a build folder may hold older ones.
    static func objects(_ module: String) -> [String] {
      let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let folder = build.appending(path: "\(module).build")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".swift.o") && sources.contains(String($0.dropLast(2))) }.sorted()
        .map { folder.appending(path: $0).path }
    }

    private static let sources: Set<String> = {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/ToneKernels/Body")
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      return Set(names.map { URL(filePath: $0).lastPathComponent } + ["Lanes.swift"])
    }()

    /// What a tool prints.
    static func output(_ tool: String, _ arguments: [String]) throws -> String {
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
