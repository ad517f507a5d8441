internal import HDRMetadata
internal import JSONText
internal import SystemCalls
internal import ToneMapping
internal import Transcoding

/// The report of a conversion that a user requests.
struct ConversionReport {
  private let converted: ConversionResult
  private let input, output: Path
  private let running: RunningSettings
  private let tool: EncoderTool?
  private let printsJSON: Bool

  init(
    _ converted: ConversionResult, from input: Path, to output: Path, _ running: RunningSettings, _ tool: EncoderTool?,
    asJSON printsJSON: Bool
  ) {
    (self.converted, self.input, self.output) = (converted, input, output)
    (self.running, self.tool, self.printsJSON) = (running, tool, printsJSON)
  }

  /// Prints the report, if requested: on standard output, unless pixels or metadata go there.
  func print() throws {
    let tags = converted.tags
    let arguments = tool.map { tags.encoderOptions.commandLine(for: $0) }
    if let arguments, let tool, !arguments.leftOut.isEmpty {
      Console.warn(
        "\(tool.rawValue) has no option for \(list(arguments.leftOut)), so its arguments leave that out; write what the"
          + " container can hold into it afterwards")
    }
    guard printsJSON else {
      guard let arguments else { return }
      let line = ShellWords(arguments.arguments).line
      return converted.isOnStandardOutput ? Console.say(line) : try Console.print(line)
    }
    let decision = converted.decision
    let rate = converted.seconds > 0 ? Double(converted.frames) / converted.seconds : 0
    let text = jsonText(
      JSONValue([
        "input": "\(input)", "output": "\(output)", "frames": converted.frames,
        "seconds": converted.seconds.rounded(to: 3), "fps": rate.rounded(to: 3),
        "threads": running.threads ?? activeProcessorCount, "instructions": running.chosenInstructions.rawValue,
        "plan": decision.plan.report(assuming: decision.assumptions + converted.found, in: .words),
        "dynamics": converted.changing,
        "MaxCLL": tags.metadata.contentLight?.maxCLL.map { Int($0.units) },
        "MaxFALL": tags.metadata.contentLight?.maxFALL.map { Int($0.units) },
        "encoder_arguments": arguments?.arguments,
      ]))
    if converted.isOnStandardOutput { Console.say(text) } else { try Console.print(text) }
  }
}
