import Testing
import ToneMapping

/// Every way to make a converter rejects invalid frame sizes.
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
