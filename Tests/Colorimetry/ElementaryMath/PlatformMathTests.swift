#if os(Linux)
  import TestSupport
  import Testing

  /// Inspects the objects of the library and the command with `nm`: none calls the system's elementary functions, whose last bits differ
  /// between systems.
  @Suite(.enabled(if: PlatformMath.canBeRead, .init(rawValue: PlatformMath.reason))) struct PlatformMathTests {
    @Test(arguments: PlatformMath.modules) func nothingIsCalled(_ module: String, _ folder: String) throws {
      let symbols = try BuiltObjects.output("nm", ["-u"] + BuiltObjects.paths(of: module, from: [folder]))
      let found = PlatformMath.names(in: symbols)
      #expect(
        found.isEmpty, "\(module) calls \(found.sorted()); Elementary has functions of the same bits everywhere")
    }

    /// The test can fail: an object that calls such functions is reported.
    @Test func callsAreSeen() {
      let symbols = "\nOne.swift.o:\n                 U pow\n                 U fmaf\n\nTwo.swift.o:\n"
      #expect(
        PlatformMath.names(in: symbols + "                 U log10f\n                 U exp10@GLIBC_2.39\n") == [
          "pow", "log10f", "exp10",
        ])
      #expect(
        PlatformMath.names(in: symbols + "                 U $s10RealModule0A0Mp\n") == ["pow", "$s10RealModule0A0Mp"])
      #expect(PlatformMath.names(in: "                 U sqrt\n                 U power\n") == [])
    }
  }

  enum PlatformMath {
    /// All modules that users get, except the kernels: `StrayCodeTests` checks that those call nothing at all.
    static let modules =
      [
        "Colorimetry", "VideoFrames", "HDRMetadata", "LightStatistics", "MediaFiles", "ColorOperations", "ToneCurves",
        "GamutMaps", "LookupTables", "LookupFiles", "RawVideo", "ToneMapping", "ToneMapCommand", "JSONText",
      ].map { ($0, $0) } + [("ToneKernels", "ToneKernels/Choice")]

    static let canBeRead =
      modules.allSatisfy { !BuiltObjects.paths(of: $0.0, from: [$0.1]).isEmpty } && BuiltObjects.canRun("nm")

    static let reason: String =
      "the library's objects were NOT inspected: nm (install binutils) or the objects in the build folder are missing"

    /// The functions that are not correctly rounded on every system. Square roots, remainders and fused products are.
    private static let functions: Set<String> = {
      let names = [
        "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi", "cbrt",
        "compoundn", "cos",
        "cosh", "cospi", "erf", "erfc", "exp", "exp10", "exp10m1", "exp2", "exp2m1", "expm1", "hypot", "lgamma",
        "lgamma_r", "log", "log10",
        "log10p1", "log1p", "log2", "log2p1", "logp1", "pow", "pown", "powr", "rootn", "rsqrt", "sin", "sincos", "sinh",
        "sinpi", "tan",
        "tanh", "tanpi", "tgamma",
      ]
      return Set(names.flatMap { name in ["", "f", "l", "f64", "f32"].map { name + $0 } })
    }()

    /// The elementary functions among the symbols that `nm -u` prints, and all of swift-numerics, which calls the system's.
    static func names(in symbols: String) -> Set<String> {
      let names = symbols.split(separator: "\n").compactMap { line -> String? in
        let fields = line.split(separator: " ")
        guard fields.count == 2, fields[0] == "U" else { return nil }
        return String(fields[1].split(separator: "@")[0])
      }
      return Set(names.filter { functions.contains($0) || $0.contains("RealModule") || $0.contains("NumericsShims") })
    }
  }
#endif
