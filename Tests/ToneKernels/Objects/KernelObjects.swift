#if arch(x86_64) && os(Linux)
  import TestSupport

  /// The kernels as compiled.
  enum KernelObjects {
    static let modules = ["ToneKernelsBaseline", "ToneKernelsV3", "ToneKernelsV4"]

    /// The functions that the plan calls; everything else is called from these.
    static let kernels = [
      "read", "runProgram", "write", "writePacked", "writeChroma", "writeBlock", "countLight", "scale",
    ]

    /// Whether binutils is installed and the objects lie next to this test's program.
    static let canBeRead =
      modules.allSatisfy { !objects($0).isEmpty } && BuiltObjects.canRun("nm") && BuiltObjects.canRun("objdump")

    static let reason: String =
      "the kernels' code was NOT looked at: nm, objdump (install binutils) or the objects in the build folder are missing"

    /// The objects of a set.
    static func objects(_ module: String) -> [String] {
      BuiltObjects.paths(of: module, from: ["ToneKernels/Body", "ToneKernels/Baseline", "ToneKernels/Wide"])
    }
  }
#endif
