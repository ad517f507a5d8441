import Colorimetry
import HDRMetadata
import Testing

@Suite struct MetadataErrorTests {
  static let all: [(MetadataError, String)] = [
    (
      .wrongLength(of: "a payload of clli", found: 3, expected: 4),
      "a payload of clli of 3 bytes was found where 4 bytes (12 with the box header) were expected; "
        + "hand over the whole payload and nothing after it"
    ),
    (
      .wrongBox(found: "pa\u{1B}p of 12 bytes", expected: "a box clli of 12 bytes"),
      "\"pa\u{FFFD}p of 12 bytes\" was found where a box clli of 12 bytes was expected; "
        + "hand over that box or only its payload"
    ),
    (
      .malformedText(found: String(repeating: "x", count: 90), expected: "MaxCLL,MaxFALL"),
      "\"\(String(repeating: "x", count: 60))…\" was found where MaxCLL,MaxFALL was expected; write it in that form"
    ),
    (
      .outOfRange(field: "MaxCLL", found: 65536, expected: 0...65535, unit: " cd/m²"),
      "MaxCLL of 65536 cd/m² was found where 0 to 65535 cd/m² was expected; correct it or leave it out"
    ),
    (
      .emptyLuminanceRange(maximum: .nits(0.005), minimum: .nits(1000)),
      "a mastering maximum of 0.005 cd/m² was found with a minimum of 1000 cd/m², where the maximum was expected to be "
        + "the larger; exchange them or leave the mastering display out"
    ),
    (
      .malformedJSON(path: "width", found: "\"wide\"", expected: "a number"),
      "width is \"wide\" where a number was expected; correct it"
    ),
    (
      .truncated(of: "a payload of cclv", afterBytes: 3),
      "a payload of cclv of 3 bytes was found where it announces more than that; hand over the whole of it"
    ),
    (
      .malformedBytes(of: "a metadata OBU", found: "no trailing bits", expected: "the byte 128"),
      "a metadata OBU has no trailing bits where the byte 128 was expected; "
        + "write it anew with a tool that keeps to the standard"
    ),
    (
      .inexpressible(what: "a second window in frame 7", carrier: "the JSON of HDR10+"),
      "a second window in frame 7 was found, for which the JSON of HDR10+ has no place, where only what it can carry was "
        + "expected; leave it out or use another carrier"
    ),
  ]

  @Test(arguments: all)
  func sentence(error: MetadataError, text: String) {
    #expect("\(error)" == text)
  }

  @Test func contradictionNamesBoth() {
    let error = #expect(throws: MetadataError.self) {
      try ColorSidecar(json: #"{"color": {"transfer": "smpte2084", "cicp": [9, 18, 9]}}"#.utf8)
    }
    #expect(
      error.map { "\($0)" }
        == "color.transfer says \"smpte2084\" and color.cicp[1] says 18 (arib-std-b67) where the same "
        + "was expected; correct or remove one of them")
  }
}
