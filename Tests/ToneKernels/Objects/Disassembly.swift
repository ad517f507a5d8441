#if arch(x86_64) && os(Linux)
  /// The functions in some object files, parsed from `objdump -dr --no-show-raw-insn`: enough to find what a loop calls and which
  /// registers it uses.
  struct Disassembly {
    /// One instruction: its address, where execution may continue, and what it calls.
    struct Instruction {
      var address: Int
      var mnemonic: Substring
      /// The registers and memory operands.
      var operands: Substring
      /// The target of a jump within its function; `nil` for other instructions and for jumps through a table.
      var target: Int?
      /// The symbol that is called, or the operand of an indirect call; `nil` if the instruction is not a call.
      var callee: String?
      /// The function that a tail call jumps to.
      var successor: String?
    }

    /// The instructions of one function, in order.
    var functions: [String: [Instruction]] = [:]

    /// - Parameter text: The output of `objdump`; without `-r`, a call across files would have no name.
    init(_ text: String) {
      var (object, section, name) = ("", "", "")
      var code: [Instruction] = []
      // The positions of functions in each object: a function without an exported name is called by its position.
      var places: [String: String] = [:]
      for line in text.split(separator: "\n") {
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let first = fields.first else { continue }
        if line.contains(":     file format ") {
          object = String(first)
        } else if line.hasPrefix("Disassembly of section ") {
          section = String(fields[3].dropLast())
        } else if line.hasSuffix(">:"), fields.count == 2 {
          if !name.isEmpty { functions[name] = code }
          (name, code) = (String(fields[1].dropFirst().dropLast(2)), [])
          places["\(object)\(section)+\(Int(first, radix: 16) ?? 0)"] = name
        } else if fields.count >= 2, let address = Int(first.dropLast(), radix: 16), first.hasSuffix(":") {
          if fields[1].hasPrefix("R_X86_64"), fields.count > 2 {
            // A relocation belongs to the instruction before it.
            guard let last = code.indices.last else { continue }
            let symbol = Self.symbol(fields[2], in: object)
            if code[last].callee != nil { code[last].callee = symbol }
            // A jump to what follows may seem to go to a label of another section.
            if code[last].target != nil || code[last].successor != nil {
              (code[last].target, code[last].successor) = (nil, symbol)
            }
          } else {
            code.append(Self.instruction(at: address, fields.dropFirst(), in: name))
          }
        }
      }
      functions[name] = code
      for name in functions.keys {
        for i in functions[name]!.indices {
          if let place = functions[name]![i].callee.flatMap({ places[$0] }) { functions[name]![i].callee = place }
          if let place = functions[name]![i].successor.flatMap({ places[$0] }) { functions[name]![i].successor = place }
        }
      }
    }

    /// The target of a relocation: a symbol, or a position in a section of its object. A jump counts from its own end, four bytes on.
    private static func symbol(_ text: Substring, in object: String) -> String {
      if let named = text.split(separator: "-0x").first, named != text { return String(named) }
      let parts = text.split(separator: "+0x")
      guard parts.count == 2, let offset = Int(parts[1], radix: 16) else { return String(text) }
      return "\(object)\(parts[0])+\(offset + 4)"
    }

    private static func instruction(at address: Int, _ words: ArraySlice<Substring>, in name: String) -> Instruction {
      let mnemonic = words.first ?? ""
      let operand = words.dropFirst().first
      var instruction = Instruction(address: address, mnemonic: mnemonic, operands: operand ?? "")
      let label = words.dropFirst().last.map { String($0.trimming { "<>".contains($0) }) } ?? ""
      if mnemonic.hasPrefix("call") {
        instruction.callee = label
      } else if mnemonic.hasPrefix("j"), let operand {
        instruction.target = Int(operand, radix: 16)
        // Without a relocation, the target is another function in the same section.
        if instruction.target != nil, label != name, !label.hasPrefix("\(name)+"), !label.contains("+0x") {
          (instruction.target, instruction.successor) = (nil, label)
        }
      }
      return instruction
    }

    /// The functions of these objects that the given ones call or jump to, directly or indirectly: what no kernel calls never runs.
    func reached(from roots: [String]) -> Set<String> {
      var (reached, waiting) = (Set<String>(), roots)
      while let name = waiting.popLast() {
        guard let code = functions[name], reached.insert(name).inserted else { continue }
        waiting += code.compactMap(\.callee) + code.compactMap(\.successor)
      }
      return reached
    }

    /// The calls that lie in a loop of a function.
    func callsInLoops(of name: String) -> [String] { inLoops(of: name).compactMap(\.callee) }

    /// The instructions that lie in a loop of a function: those from which execution can return to them.
    func inLoops(of name: String) -> [Instruction] {
      let code = functions[name] ?? []
      let followers = Self.followers(of: code)
      // Tarjan's strongly connected components, with an explicit stack: `next` is the successor that a node visits next.
      var (order, low) = ([Int](repeating: -1, count: code.count), [Int](repeating: 0, count: code.count))
      var (isOpen, isLooped) = (
        [Bool](repeating: false, count: code.count), [Bool](repeating: false, count: code.count)
      )
      var (open, path, next) = ([Int](), [Int](), [Int](repeating: 0, count: code.count))
      var count = 0
      for root in code.indices where order[root] < 0 {
        path = [root]
        while let place = path.last {
          if order[place] < 0 {
            (order[place], low[place], isOpen[place]) = (count, count, true)
            count += 1
            open.append(place)
          }
          if next[place] < followers[place].count {
            let follower = followers[place][next[place]]
            next[place] += 1
            if order[follower] < 0 {
              path.append(follower)
            } else if isOpen[follower] {
              low[place] = min(low[place], order[follower])
            }
            continue
          }
          path.removeLast()
          if let before = path.last { low[before] = min(low[before], low[place]) }
          guard low[place] == order[place] else { continue }
          let first = open.lastIndex(of: place)!
          for member in open[first...] {
            isOpen[member] = false
            isLooped[member] = open.count - first > 1 || followers[place].contains(place)
          }
          open.removeSubrange(first...)
        }
      }
      return code.indices.filter { isLooped[$0] }.map { code[$0] }
    }

    /// The instructions that may follow each instruction.
    private static func followers(of code: [Instruction]) -> [[Int]] {
      let places = Dictionary(uniqueKeysWithValues: code.enumerated().map { ($1.address, $0) })
      let ends: Set<Substring> = ["jmp", "ret", "retq", "ud2"]
      // A jump through a table may lead to any instruction that is not reached by falling through.
      let starts = code.indices.dropFirst().filter { ends.contains(code[$0 - 1].mnemonic) }
      return code.indices.map { i in
        let (instruction, next) = (code[i], i + 1 < code.count ? [i + 1] : [])
        if let target = instruction.target {
          return (places[target].map { [$0] } ?? []) + (instruction.mnemonic == "jmp" ? [] : next)
        }
        if instruction.successor != nil { return instruction.mnemonic == "jmp" ? [] : next }
        return instruction.mnemonic == "jmp" ? starts : ends.contains(instruction.mnemonic) ? [] : next
      }
    }
  }

  extension Disassembly.Instruction {
    /// Whether it uses vector registers of any width.
    var isOnNumbers: Bool { ["%xmm", "%ymm", "%zmm"].contains { operands.contains($0) } }

    /// Whether it adds, multiplies, divides, compares or takes roots of floating-point numbers, scalar or vector.
    var isArithmetic: Bool {
      let name = mnemonic.drop { $0 == "v" }
      guard name.hasSuffix("ps") || name.hasSuffix("ss") else { return false }
      return ["add", "sub", "mul", "div", "min", "max", "sqrt", "fmadd", "fmsub", "fnmadd", "fnmsub"]
        .contains { name.hasPrefix($0) }
    }
    /// Whether it does so on a single number.
    var isOfOneNumber: Bool { mnemonic.hasSuffix("ss") }
  }

  extension Substring {
    fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> Substring {
      var rest = self
      while let c = rest.first, isUnwanted(c) { rest.removeFirst() }
      while let c = rest.last, isUnwanted(c) { rest.removeLast() }
      return rest
    }
  }
#endif
