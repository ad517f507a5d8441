internal import SystemCalls
internal import Transcoding
internal import JSONText

extension ConversionResult {
  /// Prints the arguments for an encoder, or the report as JSON: on standard output, unless pixels or metadata go there.
  func printReport(
    from input: Path, to output: Path, _ running: RunningSettings, for tool: EncoderTool?, asJSON printsJSON: Bool
  ) throws {
    let arguments = tool.map { tags.encoderOptions.commandLine(for: $0) }
    if let arguments, let tool, !arguments.leftOut.isEmpty {
      Console.warn(
        "\(tool.rawValue) has no option for \(list(arguments.leftOut)), so its arguments leave that out; write what the"
          + " container can hold into it afterwards")
    }
    let line = arguments.map { ShellWords.line($0.arguments) }
    guard let text = printsJSON ? json(from: input, to: output, running, arguments?.arguments) : line else { return }
    try Console.print(text, besides: isOnStandardOutput)
  }

  private func json(from input: Path, to output: Path, _ running: RunningSettings, _ arguments: [String]?) -> String {
    let light = tags.metadata.contentLight
    return jsonText(
      JSONValue([
        "input": "\(input)", "output": "\(output)", "frames": frames, "seconds": seconds.rounded(to: 3),
        "fps": seconds > 0 ? (Double(frames) / seconds).rounded(to: 3) : 0,
        "threads": running.threads ?? activeProcessorCount, "instructions": running.chosenInstructions.rawValue,
        "plan": decision.plan.report(assuming: decision.assumptions + found, in: .words), "dynamics": changing,
        "MaxCLL": light?.maxCLL?.units, "MaxFALL": light?.maxFALL?.units, "encoder_arguments": arguments,
      ]))
  }
}
