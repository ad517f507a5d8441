import Foundation
import Testing
import ToneKernels

#if arch(x86_64) && os(Linux)
  /// The kernels' objects, as `nm` and `objdump` show them: no code leaves its instruction set.
  @Suite struct StrayCodeTests {
    /// The objects of a set, beside this test's own; `nil` where the tools or the objects are not there.
    static func objects(_ module: String) -> [String]? {
      let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let folder = build.appending(path: "\(module).build")
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      let objects = (names ?? []).filter { $0.hasSuffix(".swift.o") && sources.contains(String($0.dropLast(2))) }
      return objects.isEmpty ? nil : objects.map { folder.appending(path: $0).path }
    }

    /// The files the kernels are made of now; a build folder may hold older objects.
    static let sources: Set<String> = {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/ToneKernels/Body")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return Set(names + ["Lanes.swift"])
    }()

    static func output(_ tool: String, _ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }

    static let modules = ["ToneKernelsBaseline", "ToneKernelsV3", "ToneKernelsV4"]

    /// A weak function could be the copy that the linker keeps for every set; one that carries its own module's name cannot.
    @Test(arguments: modules) func noWeakFunctions(_ module: String) throws {
      guard let objects = Self.objects(module) else { return }
      for line in try Self.output("nm", objects).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count == 3, fields[1] == "W" else { continue }
        #expect(fields[2].contains(module), "\(fields[2]) is code that sets would share")
      }
    }

    /// A set calls nothing but itself: not the library's loops over lanes, not a runtime. What it may: `fmaf` where the baseline has
    /// no such instruction, `memcpy` of a job before its loops, and the guard of a stack.
    @Test(arguments: modules) func nothingIsCalled(_ module: String) throws {
      guard let objects = Self.objects(module) else { return }
      let allowed: Set = ["memcpy", "__stack_chk_fail", module == "ToneKernelsBaseline" ? "fmaf" : "memcpy"]
      for line in try Self.output("nm", ["-u"] + objects).split(separator: "\n") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        if name.hasSuffix(":") || name.contains(module) || allowed.contains(name) { continue }
        Issue.record("\(module) calls \(name)")
      }
    }

    /// The public kernels work on the widest registers of their set, and on none wider.
    @Test(arguments: [("ToneKernelsV3", "%ymm", "%zmm"), ("ToneKernelsV4", "%zmm", "%tmm")])
    func widestRegisters(_ module: String, _ own: String, _ wider: String) throws {
      guard let objects = Self.objects(module) else { return }
      let text = try Self.output("objdump", ["-d", "--no-show-raw-insn"] + objects)
      #expect(!text.contains(wider))
      let functions = text.components(separatedBy: "\n\n")
      for kernel in ["read", "color", "write", "writePacked", "writeChroma", "prepareGamut", "applyCurve", "mapGamut"] {
        let title = "$s13\(module)\(kernel.count)\(kernel)"
        let code = functions.filter { $0.contains("<\(title)") && $0.contains(own) }
        #expect(!code.isEmpty, "\(kernel) of \(module) does not use \(own)")
      }
    }
  }
#endif
