import Foundation
import Testing

/// Names of files are bytes: any but 0 and the slash.
@Suite struct HostileNamesTests {
  #if os(Linux)
    @Test func namesAreNotDecoded() throws {
      let folder = try Folder()
      _ = try folder.file("in.y4m", Clips.y4m(frames: 1))
      let tags = Clips.tags
      let outcome = try Tool.shell(
        #"""
        cd \#(folder.path); cp in.y4m $'in\xff.y4m'
        tonemap convert $'in\xff.y4m' $'\xff.y4m' \#(tags) --preview=$'\xcc\x81' && tonemap convert in.y4m $'\xfe.y4m' \#(tags) --to srgb \
          && tonemap convert $'\xff.y4m' a.y4m --color-json $'\xff.y4m.color.json'
        cmp $'\xff.y4m' $'\xfe.y4m' > /dev/null; echo $?
        LC_ALL=C ls | od -An -c | tr -d ' \n'
        """#)
      let names = [
        "a.y4m", "a.y4m.color.json", "in.y4m", "in377.y4m", "314201", "376.y4m", "376.y4m.color.json", "377.y4m",
        "377.y4m.color.json",
      ]
      #expect(outcome.text == "1\n" + names.map { $0 + "\\n" }.joined(), "\(outcome.text)\(outcome.errors)")
    }

    @Test func aCombiningMarkAfterASlashIsAName() throws {
      let folder = try Folder()
      let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
      let outcome = try Tool.shell(
        #"mkdir \#(folder["sub"]); cd \#(folder.path); tonemap convert \#(input) $'sub/\xcc\x81x.y4m' "#
          + #"\#(Clips.tags); ls sub | od -An -tx1"#)
      #expect(outcome.text.hasPrefix(" cc 81 78 2e 79 34 6d 0a"), "\(outcome.text)\(outcome.errors)")
    }

    @Test func printedNamesAreEscaped() throws {
      let folder = try Folder()
      let missing = try Tool.shell(#"cd \#(folder.path); tonemap info $'\xff\n\e[31m\xe2\x80\xae\xc3\xa9'"#)
      #expect(missing.code == 66 && missing.complaints.count == 1)
      #expect(missing.errors.contains(#": \xff\n\u{1B}[31m\u{202E}é cannot"#), "\(missing.errors)")
      let wrong = try Tool.shell(#"tonemap explain --to $'p\xffq'"#)
      #expect(wrong.code == 64 && wrong.errors.contains(#"'p\xffq' is invalid"#), "\(wrong.errors)")
    }
  #endif
}
