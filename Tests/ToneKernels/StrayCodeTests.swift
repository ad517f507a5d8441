#if arch(x86_64) && os(Linux)
  import TestSupport
  import Testing

  /// The kernels' objects, as `nm` and `objdump` show them: no code leaves its instruction set, and no loop leaves its function.
  @Suite(.enabled(if: KernelObjects.canBeRead, .init(rawValue: KernelObjects.reason))) struct StrayCodeTests {
    /// A weak function could be the copy that the linker keeps for every set; one that carries its own module's name cannot.
    @Test(arguments: KernelObjects.modules) func noWeakFunctions(_ module: String) throws {
      for line in try BuiltObjects.output("nm", KernelObjects.objects(module)).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count == 3, fields[1] == "W" else { continue }
        #expect(fields[2].contains(module), "\(fields[2]) is code that sets would share")
      }
    }

    /// What a set may call that is not its own: `memcpy` of a job before its loops, and the guard of a stack.
    static let allowed: Set<String> = ["memcpy", "__stack_chk_fail"]

    /// A set calls nothing but itself: not the library's loops over lanes, not a runtime.
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

    /// Every function that a kernel reaches and that has numbers in a loop works there on the widest registers of its set, and no code
    /// of the set on wider ones.
    ///
    /// Of the additions, products and so on in its loops three quarters at least: the rest are setups of tables, number by number.
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
      // Able to fail: every kernel has such a loop of its own.
      for kernel in KernelObjects.kernels { #expect(looked.contains { Self.isNamed($0, kernel, module) }, "\(kernel)") }
    }

    /// The functions of a set.
    static func code(of module: String) throws -> Disassembly {
      Disassembly(try BuiltObjects.output("objdump", ["-dr", "--no-show-raw-insn"] + KernelObjects.objects(module)))
    }

    /// The symbols of what the plan calls.
    static func roots(_ code: Disassembly, _ module: String) -> [String] {
      code.functions.keys.filter { symbol in KernelObjects.kernels.contains { isNamed(symbol, $0, module) } }
    }

    /// Whether a symbol is the function of this name.
    static func isNamed(_ symbol: String, _ name: String, _ module: String) -> Bool {
      let title = "$s\(module.count)\(module)\(name.count)\(name)"
      return symbol == name || symbol.hasPrefix(title) && symbol.dropFirst(title.count).first?.isNumber == false
    }

    /// The calls that may lie in a loop, by whom and why.
    static let calls: [(caller: String, callee: String, reason: String)] = [
      ("color", "applyCurve", "once a step of the program, on whole rows: its loop over steps"),
      ("color", "applyLattice", "once a step of the program, on whole rows"),
      ("color", "mapGamut", "once a step of the program, on whole rows"),
      ("mapGamut", "mapSome", "once for a batch of collected colors"),
      ("color", "memcpy", "the gamut's job, once a step, before its loops"),
    ]

    /// In the loops of everything that a kernel reaches there is no call, but the listed ones.
    @Test(arguments: KernelObjects.modules) func noCallInALoop(_ module: String) throws {
      let code = try Self.code(of: module)
      let roots = Self.roots(code, module)
      #expect(roots.count >= KernelObjects.kernels.count)
      for function in code.reached(from: roots).sorted() {
        // Whatever is called is looked at, too.
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
