#if arch(x86_64) && os(Linux)
  import TestSupport
  import Testing

  /// The kernels' objects, checked with `nm` and `objdump`: no code leaves its instruction set, and no loop leaves its function.
  @Suite(.enabled(if: KernelObjects.canBeRead, .init(rawValue: KernelObjects.reason))) struct StrayCodeTests {
    /// The linker could keep one copy of a weak function for all sets; it cannot if the function's name contains its module's name.
    @Test(arguments: KernelObjects.modules) func noWeakFunctions(_ module: String) throws {
      for line in try BuiltObjects.output("nm", KernelObjects.objects(module)).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count == 3, fields[1] == "W" else { continue }
        #expect(fields[2].contains(module), "\(fields[2]) is code that sets would share")
      }
    }

    /// The outside functions that a set may call: `memcpy` of a job before its loops, and the stack guard.
    static let allowed: Set<String> = ["memcpy", "__stack_chk_fail"]

    /// A set calls only its own functions: not the library's loops over lanes, and no runtime.
    @Test(arguments: KernelObjects.modules) func nothingIsCalled(_ module: String) throws {
      for line in try BuiltObjects.output("nm", ["-u"] + KernelObjects.objects(module)).split(separator: "\n") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        if name.hasSuffix(":") || name.contains(module) || Self.allowed.contains(name) { continue }
        Issue.record("\(module) calls \(name)")
      }
    }

    /// A set and its widest registers.
    static let widest = [
      ("ToneKernelsBaseline", "%xmm", ["%ymm", "%zmm"]), ("ToneKernelsV3", "%ymm", ["%zmm"]),
      ("ToneKernelsV4", "%zmm", ["%tmm"]),
    ]

    /// Every function that a kernel reaches and that has floating-point numbers in a loop uses the widest registers of its set there, and
    /// no code of the set uses wider ones.
    ///
    /// At least three quarters of the arithmetic instructions in its loops do so: the rest set up tables, one number at a time.
    @Test(arguments: widest) func widestRegisters(_ module: String, _ own: String, _ wider: [String]) throws {
      let code = try Self.code(of: module)
      let all = code.functions.values.joined()
      for register in wider { #expect(!all.contains { $0.operands.contains(register) }, "\(module) uses \(register)") }
      var looked: [String] = []
      for function in code.reached(from: Self.roots(code, module)).sorted() {
        let numbers = code.inLoops(of: function).filter(\.isOnNumbers)
        if numbers.isEmpty { continue }
        looked.append(function)
        let arithmetic = numbers.filter(\.isArithmetic)
        let isOwn = { (i: Disassembly.Instruction) in i.operands.contains(own) && !i.isOfOneNumber }
        #expect(numbers.contains { $0.operands.contains(own) }, "the loops of \(function) do not use \(own)")
        #expect(
          4 * arithmetic.count(where: isOwn) >= 3 * arithmetic.count,
          "the loops of \(function) count on less than \(own)")
      }
      // This test can fail: every kernel reaches such a loop.
      for kernel in KernelObjects.kernels {
        let own = code.functions.keys.filter { Self.isNamed($0, kernel, module) }
        #expect(!code.reached(from: own).isDisjoint(with: looked), "\(kernel)")
      }
    }

    /// The functions of a set.
    static func code(of module: String) throws -> Disassembly {
      Disassembly(try BuiltObjects.output("objdump", ["-dr", "--no-show-raw-insn"] + KernelObjects.objects(module)))
    }

    /// The symbols of the functions that the plan calls.
    static func roots(_ code: Disassembly, _ module: String) -> [String] {
      code.functions.keys.filter { symbol in KernelObjects.kernels.contains { isNamed(symbol, $0, module) } }
    }

    /// Whether a symbol is the function with this name.
    static func isNamed(_ symbol: String, _ name: String, _ module: String) -> Bool {
      let title = "$s\(module.count)\(module)\(name.count)\(name)"
      return symbol == name || symbol.hasPrefix(title) && symbol.dropFirst(title.count).first?.isNumber == false
    }

    /// The calls that are allowed in a loop, by caller and reason.
    static let calls: [(caller: String, callee: String, reason: String)] = [
      ("runProgram", "applyCurve", "once a step of the program, on whole rows: its loop over steps"),
      ("runProgram", "applyLattice", "once a step of the program, on whole rows"),
      ("runProgram", "applyLookup", "once a step of the program, on whole rows"),
      ("runProgram", "mapGamut", "once a step of the program, on whole rows"),
      ("runProgram", "measure", "once a step of the program, on whole rows"),
      ("runProgram", "evaluate", "once a step of the program, on whole rows"),
      ("runProgram", "fillWithNaN", "once a step that no kernel knows"),
      ("encodeBoundedPower", "lanes_write_first", "once a row, for the columns beyond whole vectors"),
      ("encodePower", "lanes_write_first", "once a row, for the columns beyond whole vectors"),
      ("encodeCodes", "lanes_write_first", "once a row, for the columns beyond whole vectors"),
      ("averageBlockChroma", "lanes_write_first", "once a row, for the columns beyond whole vectors"),
      ("runProgram", "memcpy", "the gamut's job, once a step, before its loops"),
    ]

    /// The loops of everything that a kernel reaches have no call except the listed ones.
    @Test(arguments: KernelObjects.modules) func noCallInALoop(_ module: String) throws {
      let code = try Self.code(of: module)
      let roots = Self.roots(code, module)
      #expect(roots.count >= KernelObjects.kernels.count)
      for function in code.reached(from: roots).sorted() {
        // Called functions are checked, too.
        for next in code.functions[function]!.compactMap({ $0.callee ?? $0.successor }) {
          #expect(code.functions[next] != nil || Self.allowed.contains(next), "\(function) goes on to \(next)")
        }
        for callee in code.callsInLoops(of: function) {
          let isListed = Self.calls.contains {
            Self.isNamed(function, $0.caller, module) && Self.isNamed(callee, $0.callee, module)
          }
          #expect(isListed, "a loop of \(function) calls \(callee)")
        }
      }
    }
  }
#endif
