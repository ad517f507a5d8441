public import ToneKernels

extension ConversionPlan {
  /// A converter for frames of this size that runs on this instruction set.
  ///
  /// - Parameters:
  ///   - width: The number of luma samples in a row, `1...65_535`.
  ///   - height: The number of rows, `1...65_535`.
  ///   - threads: The largest number of threads that work on a frame, 1 or more.
  ///   - instructions: The instruction set to run on.
  /// - Throws: `InstructionSetError.unavailable` if this machine cannot run it.
  public func converter(
    width: Int, height: Int, threads: Int = activeProcessorCount, on instructions: InstructionSet
  ) throws(InstructionSetError) -> FrameConverter {
    FrameConverter(
      plan: self, width: width, height: height, threads: threads, kernels: try instructions.kernels())
  }
}
