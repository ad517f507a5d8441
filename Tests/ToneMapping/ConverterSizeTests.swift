import Testing
import ToneMapping

/// Sizes that no frame has are refused where a converter is made, by whichever way.
@Suite struct ConverterSizeTests {
  @Test func aRowTooLongIsATrap() async {
    await #expect(processExitsWith: .failure) {
      _ = try ConversionPlan(from: .hdr10(), to: .sdr).converter(width: 65_536, height: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = try ConversionPlan(from: .hdr10(), to: .sdr).converter(width: 65_536, height: 1, on: .baseline)
    }
    await #expect(processExitsWith: .success) {
      _ = try ConversionPlan(from: .hdr10(), to: .sdr).converter(width: 65_535, height: 1, on: .baseline)
    }
  }

  @Test func noRowsAreATrap() async {
    await #expect(processExitsWith: .failure) {
      _ = try ConversionPlan(from: .hdr10(), to: .sdr).converter(width: 1, height: 0, on: .baseline)
    }
  }
}
