import CToneKernels
import Colorimetry
import ColorOperations
import LookupTables
import SystemCalls
import ToneKernels

import ToneMapping

/// Programs of plans and curves of every form, over ordinary and exceptional colors.
extension Recording {
  /// The kinds of steps that occurred in programs.
  typealias Kinds = Set<Int32>

  /// The contents of a strip: four rows.
  enum Colors: CaseIterable {
    /// Any signal, and some numbers that are NaN or far out of range.
    case noise
    /// From below black to above white, each row at a different pace.
    case ramp
    /// Mostly near black.
    case dark
    /// Only components of 0 and 1, and numbers next to those.
    case breakpoints

    func fill(_ strip: UnsafeMutablePointer<Float>) {
      let plain = Strip()
      ColorTests.fill(plain, rows: 4, in: -0.1...1.1, seed: 7, odd: self == .noise)
      for row in 0..<4 {
        for i in 0..<Int(LANES_STRIP) {
          let (p, part) = (row * Int(LANES_STRIP) + i, Float(i * (row + 1) % Int(LANES_STRIP)) / Float(LANES_STRIP))
          strip[p] =
            switch self {
            case .noise: plain.floats[p]
            case .ramp: 1.2 * part - 0.1
            case .dark: plain.floats[p] * plain.floats[p] * plain.floats[p] * plain.floats[p]
            case .breakpoints:
              [0, 1, -0.0, Float(1).nextUp, Float(1).nextDown, 0x1p-149, 0x1p-30][(i >> row * 2 & 3) + i % 4]
            }
        }
      }
    }
  }

  /// Records a program with strips of colors, whole and partial.
  ///
  /// - Parameter shared: Blocks that the steps refer to beside `memory`.
  func recordColors(
    _ title: String, _ ops: [lanes_op], _ memory: SIMDMemory, shared: [UnsafeMutableRawBufferPointer] = []
  ) -> Kinds {
    let steps = memory.values(ops)
    let program = memory.values([lanes_program(ops: steps, count: Int32(ops.count), stays: 0)])
    let strip = memory.values([Float](repeating: 0, count: Strip.count))
    let room = memory.blocks.last!.bytes
    scene(memory.blocks.map(\.bytes) + shared)
    for (turn, colors) in Colors.allCases.enumerated() {
      for count in [Int(LANES_STRIP), [1, 31, 100, 257][turn]] {
        strip.update(repeating: 0, count: Strip.count)
        colors.fill(strip)
        call(
          .runProgram, "\(title), \(colors), \(count) columns", [.address(program), .address(strip), .number(count)],
          written: [room],
          results: (0..<Int(LANES_GAMUT_ROWS)).map { .floats(strip + $0 * Int(LANES_STRIP), count) })
      }
    }
    return Kinds(ops.map { Int32($0.kind.rawValue) })
  }

  /// Records the programs of plans that together contain every step.
  func recordPlans() throws -> Kinds {
    var kinds = Kinds()
    for kind in StrangeFloatTests.cases {
      var options = PlanOptions(dither: .none)
      options.sourcePeak = kind.source.0 == "PQ" ? .nits(1000) : nil
      let plan = try ConversionPlan(
        from: kind.source.1, to: kind.display.1, tone: kind.tone.applied(by: kind.variant), gamut: kind.gamut,
        options: options,
        reading: .gbrpf32,
        writing: kind.format)
      kinds.formUnion(try recordPlan("\(kind)", plan))
    }
    var constantLuminance = Source.hdr10()
    constantLuminance.color.matrix = .bt2020CL
    for (title, source, lattice) in [("constant luminance", constantLuminance, nil), ("lattice", .hdr10(), 9)] {
      let plan = try ConversionPlan(
        from: source, to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), latticeSize: lattice), reading: .yuv444p10
      )
      kinds.formUnion(try recordPlan(title, plan))
    }
    return kinds
  }

  private func recordPlan(_ title: String, _ plan: ConversionPlan) throws -> Kinds {
    let memory = SIMDMemory()
    defer { withExtendedLifetime(memory) {} }
    let steps = try plan.program.get().steps
    var shared: [UnsafeMutableRawBufferPointer] = []
    for gamut in steps.compactMap(\.gamut) { shared += gamut.blocks.map(\.bytes) }
    return withExtendedLifetime(steps) {
      recordColors(title, steps.map { $0.op(in: memory) }, memory, shared: shared)
    }
  }

  /// Records lattices of noise, with a different number added to each component.
  func recordLattices() -> Kinds {
    var kinds = Kinds()
    for size in [2, 5, 17] {
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      let lattice = Lattice(
        size: size, from: SIMD3(0, -0.5, 0.1), to: SIMD3(1, 0.5, 1.1), added: SIMD3(16, 128, 0), LatticeTests.noise)
      let op = SIMDInstruction.lattice(lattice, from: 0, into: 4).op(in: memory)
      kinds.formUnion(recordColors("a lattice of \(size) samples", [op], memory))
    }
    return kinds
  }

  /// Records cubes of noise, trilinear, and curves of noise at even positions and at others.
  func recordLookups() throws -> Kinds {
    var kinds = Kinds()
    for size in [2, 5, 17] {
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      let cube = try Cube(size: size) { LookupColor(LatticeTests.noise($0.components)) }
      let op = SIMDInstruction.lattice(Lattice(cube, interpolation: .trilinear), from: 0, into: 4).op(in: memory)
      kinds.formUnion(recordColors("a trilinear cube of \(size) values", [op], memory))
    }
    for curve in try LookupKernelTests.curves() {
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      let op = SIMDInstruction.lookup(curve, rows: 0..<3).op(in: memory)
      kinds.formUnion(recordColors("a \(curve)", [op], memory))
    }
    return kinds
  }

  /// Records curves of every form and every degree.
  func recordCurves() -> Kinds {
    var kinds = Kinds()
    func record(_ curve: CompiledCurve) {
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      var odd = lanes_op.empty(LANES_ODD_CURVE, to: 3, rows: 1)
      var plain = lanes_op.empty(LANES_CURVE)
      (odd.curve, plain.curve) = (memory.curve(curve), memory.curve(curve))
      kinds.formUnion(recordColors("a curve, \(curve.shape)", [plain, odd], memory))
    }
    for degree in 2...7 {
      for roots in 0...2 {
        for squares in roots == 0 ? [false, true] : [false] {
          record(.ofNoise(degree: degree, roots: roots, bits: (degree + roots) % 5, squares: squares))
          let isDirect = roots == 0 && degree % 2 == 0
          record(.cellsOfNoise(degree: degree, roots: roots, isDirect: isDirect, squares: squares))
        }
      }
      record(.powerOfNoise(degree: degree, limit: 1.5))
    }
    return kinds
  }
}
