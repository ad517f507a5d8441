import RawVideo
import Testing
import VideoFrames

@Suite struct ErrorTests {
  // One of each case. A new case that is missing here still needs a sentence, because the switch is exhaustive.
  static let all: [RawVideoError] = [
    .cannotOpen("a", SystemError(code: 2)), .cannotCreate("a", SystemError(code: 2)),
    .cannotRead("a", SystemError(code: 5)), .cannotWrite("a", SystemError(code: 28)), .closedPipe("a"),
    .picture(.side(width: 0, height: 1)), .otherPicture(found: "x", expected: "y"),
    .partialFrame("a", wholeFrames: 1, extraBytes: 2, frameBytes: 3),
    .truncatedFrame("a", wholeFrames: 1, bytes: 2, frameBytes: 3), .notY4M("a", found: "\"x\""),
    .endlessHeader("a", bytes: 4096), .unreadableHeader("a"), .missingField("W"), .repeatedField("W6"),
    .badField("W0", expected: "x"), .unknownField("Q"), .unknownChroma("C411"),
    .contradictoryFields("C420", "XYSCSS=422"),
    .missingFrameMark("a", frame: 1, found: "\"x\""), .endlessFrameLine("a", frame: 1), .notInY4M(.rgb48),
  ]

  @Test(arguments: all) func errorsAreOneSentenceWithAMend(error: RawVideoError) {
    let text = error.description
    #expect(!text.hasSuffix(".") && !text.contains("\n") && !text.contains(". "))
    #expect(text.contains("; "), "the finding and the expectation come before the semicolon, the fix after it")
  }

  @Test func sentences() {
    #expect(
      "\(RawVideoError.partialFrame("clip.yuv", wholeFrames: 3, extraBytes: 1000, frameBytes: 691_200))"
        == """
        clip.yuv has 3 whole frames of 691200 bytes and 1000 extra bytes, but must have only whole frames; check the \
        size and the pixel format, or cut the file after the last whole frame
        """)
    #expect(
      "\(RawVideoError.cannotCreate("out/a.y4m", SystemError(code: 2)))"
        == """
        out/a.y4m cannot be created (No such file or directory); check that its folder exists and is writable
        """)
    #expect(
      "\(RawVideoError.badField("W0\u{1B}[31m", expected: "a side of 1 to 65535 pixels"))"
        == #"""
        the Y4M header has the field "W0\u{1B}[31m", but a side of 1 to 65535 pixels was expected; correct the header
        """#)
  }
}
