import Foundation
import LookupFiles
import LookupTables
import Testing

/// What hosts read; docs/luts.md says where it comes from.
@Suite struct LookupHostTests {
  /// A file for a host can be written, with the cube that suits it, in the format and dialect that it reads.
  @Test(arguments: LookupHost.allCases) func aFileCanBeWritten(host: LookupHost) throws {
    let format = try #require(host.formats.first)
    let size = format == .vlt ? format.usualCubeSize : host.usualCubeSize
    #expect(size <= host.maximumCubeSize)
    var options = LookupFileOptions()
    options.dialect = host.dialect
    var steps: [LookupTable.Step] = [.cube(try Cube(size: size) { $0 })]
    if host.readsShapers(in: format) { steps.insert(.curves(LookupCurves(try LookupCurve(size: 64) { $0 })), at: 0) }
    let bytes = try LookupTable(title: "A", comments: [host.usage(of: "a.cube")], steps: steps).encoded(
      as: format, options: options)
    #expect(try LookupTable(parsing: bytes, as: format).cube?.size == size)
  }

  /// Readers cut lines of more than 250 bytes, and some take no other characters than ASCII.
  @Test(arguments: LookupHost.allCases) func theUsageIsAShortLine(host: LookupHost) {
    let usage = host.usage(of: "a-name-that-is-rather-long-for-a-file.cube")
    #expect(usage.utf8.count < 240 && usage.allSatisfy(\.isASCII) && !usage.contains("\n"))
    for interpolation in CubeInterpolation.allCases {
      let usage = host.usage(of: "a-name-that-is-rather-long-for-a-file.cube", interpolation: interpolation)
      #expect(usage.utf8.count < 240 && usage.allSatisfy(\.isASCII) && !usage.contains("\n"))
    }
    // Without an article, for one or several.
    let name = host.name.hasPrefix("a ") ? host.name.dropFirst(2) : host.name[...]
    #expect(usage.hasPrefix(name.prefix { $0 != " " }))
  }

  /// Comments name a host by its usage, unless they have that of each reader of the format.
  @Test(arguments: LookupFileFormat.allCases) func theHostInComments(format: LookupFileFormat) {
    let readers = LookupHost.allCases.filter { $0.formats.contains(format) }
    for host in readers {
      let named = LookupHost.named(in: ["in: R'G'B'", host.usage(of: "a.cube")], of: format)
      #expect(named == (readers.count > 1 ? host : nil))
    }
    #expect(LookupHost.named(in: readers.map { $0.usage(of: "a.cube") }, of: format) == nil)
  }

  /// The instructions have the interpolation for which a file was made, as OpenColorIO, FFmpeg and Resolve name it.
  @Test func theInterpolationInTheUsage() {
    for (host, words) in [
      (LookupHost.nuke, ["interpolation best ", "interpolation linear ", "interpolation tetrahedral "]),
      (.ffmpeg, [":interp=tetrahedral,", ":interp=trilinear,", ":interp=tetrahedral,"]),
      (.resolve, ["to a node", "to a node", "set 3D Lookup Table Interpolation to Tetrahedral"]),
    ] {
      for (interpolation, word) in zip([nil, .trilinear, .tetrahedral] as [CubeInterpolation?], words) {
        let usage = host.usage(of: "a.cube", interpolation: interpolation)
        #expect(usage.contains(word) && (word != "to a node" || usage.hasSuffix(word)), "\(usage)")
      }
    }
  }

  /// The table of docs/luts.md has each host, and the maximum cube that it is given.
  @Test func thePageHasTheLimits() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/luts.md").standardized
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for host in LookupHost.allCases {
      let row = try #require(rows.first { $0.first == "`\(host.rawValue)`" }, "\(host.rawValue)")
      #expect(row[2].prefix { $0.isNumber } == "\(host.maximumCubeSize)", "\(host.rawValue): \(row[2])")
    }
  }

  /// The limits that are easily forgotten.
  @Test func limits() {
    #expect(LookupHost.coreImage.maximumCubeSize == 64)
    #expect(LookupHost.camera.maximumCubeSize == 17 && LookupHost.camera.formats == [.vlt])
    #expect(!LookupHost.ffmpeg.readsShapers(in: .cube) && LookupHost.ffmpeg.readsShapers(in: .csp))
    #expect(LookupHost.resolve.readsShapers(in: .cube) && LookupHost.resolve.dialect == .resolve)
    #expect(LookupHost.ffmpeg.dialect == .portable && LookupHost.obs.dialect == .portable)
  }
}
