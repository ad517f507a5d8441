import LookupFiles
import Testing
import ToneMapping

/// The Swift of docs/library.md on baking, and what it does.
@Suite struct BakingExamples {
  @Test func aPlanIsBaked() throws {
    let light = ContentLightLevel(maxCLL: 993, maxFALL: 119)

    let plan = try ConversionPlan(from: .hdr10(contentLight: light), to: .sdr)
    let cube = try Cube(size: 33, plan.lutFunction(in: .full))
    let table = LookupTable(title: "HDR10-to-SDR", steps: [.cube(cube)])
    let file = try table.encoded(as: .cube)

    let read = try LookupTable(parsing: file, as: .cube)
    let white = read(LookupColor(0.580689, 0.580689, 0.580689)).components
    #expect(white.max() - white.min() < 1e-6)
    // The chord between two vertices is below the curve by less than a code.
    #expect(abs(white.x - plan(Signal(0.580689, 0.580689, 0.580689)).components.x) < 1.0 / 255)
  }
}
