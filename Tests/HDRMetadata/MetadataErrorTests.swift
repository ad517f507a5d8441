import Colorimetry
import HDRMetadata
import Testing

@Suite struct MetadataErrorTests {
  static let all: [(MetadataError, String)] = [
    (
      .wrongLength(of: "a payload of clli", found: 3, expected: 4),
      "a payload of clli has 3 bytes, but 4 bytes (12 with the box header) were expected; "
        + "pass the whole payload and nothing after it"
    ),
    (
      .wrongBox(found: "pa\u{1B}p of 12 bytes", expected: "a box clli of 12 bytes"),
      "\"pa\u{FFFD}p of 12 bytes\" was found, but a box clli of 12 bytes was expected; "
        + "pass that box or only its payload"
    ),
    (
      .malformedText(found: String(repeating: "x", count: 90), expected: "MaxCLL,MaxFALL"),
      "\"\(String(repeating: "x", count: 60))…\" was found, but MaxCLL,MaxFALL was expected; write it in that form"
    ),
    (
      .outOfRange(field: "MaxCLL", found: 65536, expected: 0...65535, unit: " cd/m²"),
      "MaxCLL of 65536 cd/m² was found, but 0 to 65535 cd/m² was expected; correct it or leave it out"
    ),
    (
      .emptyLuminanceRange(maximum: .nits(0.005), minimum: .nits(1000)),
      "a mastering maximum of 0.005 cd/m² was found with a minimum of 1000 cd/m², but the maximum must "
        + "exceed the minimum; swap them or leave the mastering display out"
    ),
    (
      .malformedJSON(path: "width", found: "\"wide\"", expected: "a number"),
      "width is \"wide\", but a number was expected; correct it"
    ),
    (
      .laterVersion(found: 2, known: 1),
      "version is 2, but at most 1 was expected; update this program, or write the file again with this version"
    ),
    (
      .truncated(of: "a payload of cclv", afterBytes: 3),
      "a payload of cclv has only 3 bytes, but states more; pass all of it"
    ),
    (
      .malformedBytes(of: "a metadata OBU", found: "no trailing bits", expected: "the byte 128"),
      "a metadata OBU has no trailing bits, but the byte 128 was expected; "
        + "write it again with a tool that follows the standard"
    ),
    (
      .wrongChecksum(of: "a Dolby Vision RPU", stated: 0xCAFE, computed: 0xF00D),
      "a Dolby Vision RPU states the checksum 0xcafe, but its bytes have 0xf00d; it is damaged: copy or encode the file again"
    ),
    (
      .inexpressible(what: "a second window in frame 7", carrier: "the JSON of HDR10+"),
      "a second window in frame 7 was found, but the JSON of HDR10+ cannot express it; "
        + "leave it out or use another format"
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
        == "color.transfer says \"smpte2084\", but color.cicp[1] says 18 (arib-std-b67); "
        + "correct or remove one of them")
  }
}
