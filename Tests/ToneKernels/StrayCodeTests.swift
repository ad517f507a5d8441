#if arch(x86_64) && os(Linux)
  import Foundation
  import Testing

  /// The kernels' objects, as `nm` and `objdump` show them: no code leaves its instruction set, and no loop leaves its function.
  @Suite(.enabled(if: KernelObjects.canBeRead, .init(rawValue: KernelObjects.reason))) struct StrayCodeTests {
    /// A weak function could be the copy that the linker keeps for every set; one that carries its own module's name cannot.
    @Test(arguments: KernelObjects.modules) func noWeakFunctions(_ module: String) throws {
      for line in try KernelObjects.output("nm", KernelObjects.objects(module)).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count == 3, fields[1] == "W" else { continue }
        #expect(fields[2].contains(module), "\(fields[2]) is code that sets would share")
      }
    }

    /// A set calls nothing but itself: not the library's loops over lanes, not a runtime. What it may: `fmaf` where the baseline has
    /// no such instruction, `memcpy` of a job before its loops, and the guard of a stack.
    @Test(arguments: KernelObjects.modules) func nothingIsCalled(_ module: String) throws {
      let allowed: Set = ["memcpy", "__stack_chk_fail", module == "ToneKernelsBaseline" ? "fmaf" : "memcpy"]
      for line in try KernelObjects.output("nm", ["-u"] + KernelObjects.objects(module)).split(separator: "\n") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        if name.hasSuffix(":") || name.contains(module) || allowed.contains(name) { continue }
        Issue.record("\(module) calls \(name)")
      }
    }

    /// What `applyCurve` chooses among; the tables of 64 segments are the wide ones' code but on V4.
    static let curves = ["curvesOfPowers", "curvesOf32", "steepCurvesOf32", "wideCurves"]

    /// The public kernels work on the widest registers of their set, and no code of the set on wider ones.
    @Test(arguments: [
      ("ToneKernelsBaseline", "%xmm", ["%ymm", "%zmm"]), ("ToneKernelsV3", "%ymm", ["%zmm"]),
      ("ToneKernelsV4", "%zmm", ["%tmm"]),
    ])
    func widestRegisters(_ module: String, _ own: String, _ wider: [String]) throws {
      let text = try KernelObjects.output("objdump", ["-d", "--no-show-raw-insn"] + KernelObjects.objects(module))
      for register in wider { #expect(!text.contains(register), "\(module) uses \(register)") }
      let functions = text.components(separatedBy: "\n\n")
      for kernel in KernelObjects.kernels + Self.curves + ["mapGamut"] {
        let title = "$s\(module.count)\(module)\(kernel.count)\(kernel)"
        let code = functions.filter { $0.contains("<\(title)") && $0.contains(own) }
        #expect(!code.isEmpty, "\(kernel) of \(module) does not use \(own)")
      }
    }

    /// The calls that may lie in a loop, by whom and why.
    static let calls: [(caller: String, callee: String, reason: String)] = [
      ("color", "applyCurve", "once a step of the program, on whole rows: its loop over steps"),
      ("color", "applyLattice", "once a step of the program, on whole rows"),
      ("color", "mapGamut", "once a step of the program, on whole rows"),
      ("color", "memcpy", "the gamut's job, once a step, before its loops"),
      ("mapGamut", "applyCurve", "on whole rows of collected colors: its loop is over such rows"),
      ("mapGamut", "search", "twice a strip, each on all collected colors"),
      ("search", "applyCurve", "on whole rows of collected colors, once a round of the search"),
      ("prepareGamut", "applyCurve", "once when a converter is made"),
    ]

    /// In the loops of everything that a kernel reaches there is no call, but the listed ones. The baseline has no fused multiply-add,
    /// so it calls `fmaf` throughout: it is right, and slow.
    @Test(arguments: KernelObjects.modules) func noCallInALoop(_ module: String) throws {
      let code = Disassembly(
        try KernelObjects.output("objdump", ["-dr", "--no-show-raw-insn"] + KernelObjects.objects(module)))
      func title(_ name: String) -> String { "$s\(module.count)\(module)\(name.count)\(name)" }
      func isNamed(_ symbol: String, _ name: String) -> Bool {
        symbol == name || symbol.hasPrefix(title(name)) && symbol.dropFirst(title(name).count).first?.isNumber == false
      }
      let roots = code.functions.keys.filter { symbol in KernelObjects.kernels.contains { isNamed(symbol, $0) } }
      #expect(roots.count >= KernelObjects.kernels.count)
      for function in code.reached(from: Array(roots)).sorted() {
        for callee in code.callsInLoops(of: function, but: module == "ToneKernelsBaseline" ? ["fmaf"] : []) {
          let isListed = Self.calls.contains { isNamed(function, $0.caller) && isNamed(callee, $0.callee) }
          #expect(isListed, "a loop of \(function) calls \(callee)")
        }
      }
    }
  }
#endif
