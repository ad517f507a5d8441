internal import Transcoding
internal import JSONText

extension ChoiceSheet.Written {
  func report(of input: Path) -> JSONValue {
    JSONValue([
      "input": "\(input)", "width": size.width, "height": size.height, "seconds": seconds.map { $0.rounded(to: 6) },
      "pages": pages.map { JSONValue(["output": "\($0.output)", "bytes": $0.byteCount, "choices": $0.choices]) },
      "choices": choices.map(\.report),
      "left_out": leftOut.map { JSONValue($0.choice.members.merging(["reason": $0.reason.text(in: .words)]) { $1 }) },
      "plan": decision.report(in: .words),
    ])
  }
}

extension ChoiceSheet.Shown {
  fileprivate var report: JSONValue {
    let numbers: [String: (any JSONConvertible)?] = [
      "name": choice.map { "\($0)" } ?? "untouched", "command": command, "gray": gray.report, "white": white.report,
      "same_as": equal,
      "pictures": pictures.map {
        JSONValue(["clipped": $0.clipped, "hue": $0.hue, "hue95": $0.hue95, "chroma": $0.chroma, "jod": $0.quality])
      },
    ]
    return JSONValue(numbers.merging(choice?.members ?? [:]) { $1 })
  }
}

extension ChoiceSheet.Gray {
  fileprivate var report: JSONValue { JSONValue(["code": code.rounded(to: 3), "nits": light.nits.rounded(to: 3)]) }
}

extension MappingChoice {
  fileprivate var members: [String: (any JSONConvertible)?] {
    ["tone_mapping": toneMapping.name, "tone_mapping_variant": variant?.rawValue, "gamut_mapping": gamutMapping.name]
  }
}
