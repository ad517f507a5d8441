import Transcoding

@main struct ConvertMovie {
  static func main() async throws {
    let paths = Array(CommandLine.arguments.dropFirst())
    let conversion = try MovieConversion(of: paths[0], to: paths[1], .init(encoding: .h264(crf: 18)))
    print(conversion.plan, conversion.findings)
    let result = try await conversion.write { progress in print(progress.frames) }
    print(result.frames, result.findings)
  }
}
