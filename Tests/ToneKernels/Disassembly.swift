#if arch(x86_64) && os(Linux)
  /// The functions of some objects, as `objdump -dr --no-show-raw-insn` prints them: enough of it to tell what a loop calls.
  struct Disassembly {
    /// One instruction: where it is, where it may go on, and what it calls.
    struct Instruction {
      var address: Int
      var mnemonic: Substring
      /// Where a jump goes within its function; `nil` for what does not jump and for jumps by a table.
      var target: Int?
      /// The symbol that is called, or how a pointer is named; `nil` for what does not call.
      var callee: String?
    }

    /// One function's instructions, in order.
    var functions: [String: [Instruction]] = [:]

    /// - Parameter text: Without `-r` a call across files would have no name.
    init(_ text: String) {
      var name = ""
      var code: [Instruction] = []
      for line in text.split(separator: "\n") {
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let first = fields.first else { continue }
        if line.hasSuffix(">:"), fields.count == 2 {
          if !name.isEmpty { functions[name] = code }
          (name, code) = (String(fields[1].dropFirst().dropLast(2)), [])
        } else if fields.count >= 2, let address = Int(first.dropLast(), radix: 16), first.hasSuffix(":") {
          if fields[1].hasPrefix("R_X86_64"), fields.count > 2 {
            // A relocation says what the instruction before it means.
            guard let last = code.indices.last, code[last].callee != nil else { continue }
            code[last].callee = fields[2].split(separator: "-0x").first.map(String.init)
          } else {
            code.append(Self.instruction(at: address, fields.dropFirst()))
          }
        }
      }
      functions[name] = code
    }

    private static func instruction(at address: Int, _ words: ArraySlice<Substring>) -> Instruction {
      let mnemonic = words.first ?? ""
      let operand = words.dropFirst().first
      var instruction = Instruction(address: address, mnemonic: mnemonic)
      if mnemonic.hasPrefix("call") {
        instruction.callee = words.dropFirst().last.map { String($0.trimming { "<>".contains($0) }) }
      } else if mnemonic.hasPrefix("j"), let operand {
        instruction.target = Int(operand, radix: 16)
      }
      return instruction
    }

    /// The functions that these call, and those that they call, among the objects' own: what no kernel calls is never run.
    func reached(from roots: [String]) -> Set<String> {
      var (reached, waiting) = (Set<String>(), roots)
      while let name = waiting.popLast() {
        guard let code = functions[name], reached.insert(name).inserted else { continue }
        waiting += code.compactMap(\.callee)
      }
      return reached
    }

    /// The calls of a function that lie in a loop of it: from which control can come back to them; calls of `allowed` are left out.
    func callsInLoops(of name: String, but allowed: Set<String>) -> [String] {
      let code = functions[name] ?? []
      let places = Dictionary(uniqueKeysWithValues: code.enumerated().map { ($1.address, $0) })
      let ends: Set<Substring> = ["jmp", "ret", "retq", "ud2"]
      // A jump by a table may go wherever control does not come by falling through.
      let starts = code.indices.dropFirst().filter { ends.contains(code[$0 - 1].mnemonic) }
      let followers = code.indices.map { i -> [Int] in
        let (instruction, next) = (code[i], i + 1 < code.count ? [i + 1] : [])
        if let target = instruction.target {
          return (places[target].map { [$0] } ?? []) + (instruction.mnemonic == "jmp" ? [] : next)
        }
        return instruction.mnemonic == "jmp" ? starts : ends.contains(instruction.mnemonic) ? [] : next
      }
      return code.indices.filter { code[$0].callee.map { !allowed.contains($0) } ?? false }.filter { call in
        var (seen, waiting) = (Set<Int>(), followers[call])
        while let place = waiting.popLast() {
          if place == call { return true }
          if seen.insert(place).inserted { waiting += followers[place] }
        }
        return false
      }.compactMap { code[$0].callee }
    }
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
