package import ToneKernels

/// The vector instructions that frames are converted with.
///
///     var converter = try plan.converter(width: 3840, height: 2160, on: .v3)
///     InstructionSet.available  // [.baseline, .v3, .v4] where the CPU and its system have AVX-512
///
/// Every set gives the same bits; the narrower takes longer. Whoever does not choose gets the widest that can run.
public enum InstructionSet: String, CaseIterable, Hashable, Sendable {
  /// What every CPU of the platform has: SSE2 on x86-64, NEON on arm64.
  case baseline
  /// x86-64 with AVX2, FMA, F16C, MOVBE, POPCNT, BMI1, BMI2 and LZCNT: the level x86-64-v3.
  case v3
  /// That, and AVX-512 F, BW, CD, DQ and VL: the level x86-64-v4.
  case v4

  /// The sets that this CPU and its operating system can run, the widest last; `baseline` is always among them.
  public static let available: [InstructionSet] = KernelSet.available.map { InstructionSet($0) }

  init(_ name: KernelSet.Name) {
    self =
      switch name {
      case .baseline: .baseline
      case .v3: .v3
      case .v4: .v4
      }
  }

  /// The kernels of this set.
  ///
  /// - Parameter available: What can run, narrowest first.
  /// - Throws: ``InstructionSetError/unavailable(_:available:)`` where this set is not among them.
  package func kernels(among available: [InstructionSet] = Self.available) throws(InstructionSetError) -> KernelSet {
    let name: KernelSet.Name =
      switch self {
      case .baseline: .baseline
      case .v3: .v3
      case .v4: .v4
      }
    guard available.contains(self), let kernels = KernelSet.named(name) else {
      throw .unavailable(self, available: available)
    }
    return kernels
  }
}

/// Why a conversion cannot run as it was asked to.
public enum InstructionSetError: Error, Hashable, Sendable {
  /// Instructions that the CPU lacks, or whose registers the operating system does not keep; and those that can run.
  case unavailable(InstructionSet, available: [InstructionSet])
}

extension InstructionSetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let set, let available):
      "this machine cannot run the instruction set \(set.rawValue) (its CPU lacks it, or its operating system does);"
        + " choose \(available.map(\.rawValue).joined(separator: " or "))"
    }
  }
}

extension ConversionPlan {
  /// A converter for frames of this size that runs on these instructions.
  ///
  /// - Parameters:
  ///   - width: Luma samples in a row, `1...65_535`.
  ///   - height: Rows, `1...65_535`.
  ///   - threads: How many threads work on a frame, 1 or more.
  ///   - instructions: The instructions to run on.
  /// - Throws: ``InstructionSetError/unavailable(_:available:)`` where this machine cannot run them.
  public func converter(
    width: Int, height: Int, threads: Int = activeProcessorCount, on instructions: InstructionSet
  ) throws(InstructionSetError) -> FrameConverter {
    FrameConverter(
      plan: self, width: width, height: height, threads: threads, kernels: try instructions.kernels())
  }
}
