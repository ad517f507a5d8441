internal import CToneKernels

/// The vector instruction set for the conversion of frames.
///
///     var converter = try plan.converter(width: 3840, height: 2160, on: .v3)
///     InstructionSet.available  // [.baseline, .v3, .v4] if the CPU and the operating system support AVX-512
///
/// Every set gives the same bits; a narrower one takes longer. The default is the widest set that can run.
public enum InstructionSet: String, CaseIterable, Hashable, Sendable {
  /// The instructions of every CPU of the platform: SSE2 on x86-64, NEON on arm64.
  case baseline
  /// x86-64 with AVX2, FMA, F16C, MOVBE, POPCNT, BMI1, BMI2 and LZCNT: the level x86-64-v3.
  case v3
  /// The level x86-64-v4: x86-64-v3 plus AVX-512 F, BW, CD, DQ and VL.
  case v4

  /// The sets that this CPU and its operating system can run, widest last; `baseline` is always included.
  public static let available: [InstructionSet] = {
    let level = lanes_level()
    return level >= 4 ? [.baseline, .v3, .v4] : level >= 3 ? [.baseline, .v3] : [.baseline]
  }()

  /// The compiled sets, whether or not this CPU can run them, widest last.
  package static let builtIn: [InstructionSet] = {
    #if arch(x86_64)
      [.baseline, .v3, .v4]
    #else
      [.baseline]
    #endif
  }()

  /// The kernels of this set.
  ///
  /// - Parameter available: The sets that can run, narrowest first.
  /// - Throws: ``InstructionSetError/unavailable(_:available:)`` if this set is not among them.
  package func kernels(among available: [InstructionSet] = Self.available) throws(InstructionSetError) -> KernelSet {
    guard available.contains(self), let kernels = KernelSet.named(self) else {
      throw .unavailable(self, available: available)
    }
    return kernels
  }
}

/// The reason why a conversion cannot run on the requested instruction set.
public enum InstructionSetError: Error, Hashable, Sendable {
  /// The CPU lacks these instructions, or the operating system does not save their registers; `available` lists the sets that can run.
  case unavailable(InstructionSet, available: [InstructionSet])
}

extension InstructionSetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let set, let available):
      "this machine cannot run the instruction set \(set.rawValue), because its CPU or its operating system does not support it;"
        + " choose \(available.map(\.rawValue).joined(separator: " or "))"
    }
  }
}
