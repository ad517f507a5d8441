// swift-tools-version: 6.2

import PackageDescription

/// The language settings of every Swift target.
let dialect: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let language = dialect + [.strictMemorySafety()]

/// The settings of a kernel target: optimized in debug builds too, and compiled for the CPUs of one instruction set.
///
/// The whole module is compiled at once, so that formulas are inlined across files; on several threads, because only then does the
/// compiler write one object and one index per file, as the debug build expects.
func kernelSettings(cpu: String? = nil, march: String? = nil) -> [SwiftSetting] {
  var flags = ["-Ounchecked", "-wmo", "-num-threads", "2", "-disable-batch-mode"]
  if let cpu { flags += ["-target-cpu", cpu] }
  if let march { flags += ["-Xcc", "-march=\(march)"] }
  return dialect + [.unsafeFlags(flags)]
}

/// The commit that `tonemap --version` names, as the builder says; `scripts/package` does. SwiftPM's `Context.gitInformation` would not
/// do: it is cached with the manifest, so that builds after another commit still got the old one.
let commit = Context.environment["TONEMAP_COMMIT"] ?? "unknown"

/// Little-CMS, for those who ask for it.
let littleCMS = Target.Dependency.target(name: "CLittleCMS", condition: .when(traits: ["LittleCMS"]))

// FFmpeg's libraries are loaded when a movie is opened. Without `pkgConfig` they are not linked, so their headers are found in the usual
// folders alone, or by `-Xcc -I`. Elsewhere they are linked.
#if os(Linux) && (arch(x86_64) || arch(arm64))
  let libavPackage: String? = nil
  let libavLoading = [CSetting.define("LIBAV_LOADED")]
  let libavLinking: [LinkerSetting] = []
#else
  let libavPackage: String? = "libavformat"
  let libavLoading: [CSetting] = []
  let libavLinking = ["avformat", "avcodec", "avfilter", "avutil", "swresample"].map {
    LinkerSetting.linkedLibrary($0)
  }
#endif

/// The tests with long loops of their own; the others spend their time in the libraries, the command, other programs or parsers: optimized, they
/// would be compiled for longer and be no faster.
let looping: Set = ["FrameComparison", "GamutMaps", "LookupFiles", "Regression", "ToneKernel", "ToneMapping"]
let unoptimized = language + [.unsafeFlags(["-Onone"])]

/// How the C library is linked on Linux: Swift is a part of it, only the functions of the header are seen, and it stays loaded, since the
/// threads of Dispatch go on when it is closed.
let sharedObject: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-use-ld=lld"]
      + [
        "--version-script=\(Context.packageDirectory)/Sources/LibTonemap/Symbols.map", "-soname=libtonemap.so.0",
        "-znodelete",
      ]
      .flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux])),
  .unsafeFlags(
    ["--gc-sections", "-s"].flatMap { ["-Xlinker", $0] }, .when(platforms: [.linux], configuration: .release)),
]

let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

// On x86-64 the kernels are compiled three times; elsewhere the baseline is the only set.
#if arch(x86_64)
  let wideKernels: [Target] = [
    .target(
      name: "ToneKernelsV3", dependencies: ["CToneKernels"], path: "Sources/ToneKernels/V3",
      swiftSettings: kernelSettings(cpu: "haswell", march: "haswell")),
    .target(
      name: "ToneKernelsV4", dependencies: ["CToneKernels"], path: "Sources/ToneKernels/V4",
      swiftSettings: kernelSettings(cpu: "skylake-avx512", march: "skylake-avx512")),
  ]
#else
  let wideKernels: [Target] = []
#endif

let package = Package(
  name: "swift-tonemap",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "ToneMapping", targets: ["ToneMapping"]),
    .library(name: "HDRMetadata", targets: ["HDRMetadata", "MediaFiles"]),
    .library(name: "LookupFiles", targets: ["LookupFiles", "LookupTables"]),
    .library(name: "LightStatistics", targets: ["LightStatistics"]),
    .library(name: "RawVideo", targets: ["RawVideo"]),
    .library(name: "ICCProfiles", targets: ["ICCProfiles"]),
    .library(name: "Movies", targets: ["Movies"]),
    .library(name: "Transcoding", targets: ["Transcoding"]),
    .library(name: "LibTonemap", type: .dynamic, targets: ["LibTonemap"]),
    .executable(name: "tonemap", targets: ["ToneMapCommand"]),
  ],
  traits: [
    .trait(name: "LittleCMS", description: "ICC profiles that carry a lookup table; needs the library Little-CMS.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Base. The order is that of CONTRIBUTING.md.
    .target(name: "CSystemCalls"),
    .target(
      name: "CCommand", dependencies: ["CSystemCalls"], cSettings: [.define("TONEMAP_COMMIT", to: "\"\(commit)\"")]),
    .target(name: "CToneKernels", exclude: ["PerceptualNodes"]),
    .target(name: "SystemCalls", swiftSettings: language),
    .target(name: "Colorimetry", swiftSettings: language),
    .target(name: "VideoFrames", dependencies: ["SystemCalls"], swiftSettings: language),
    .target(name: "JSONText", swiftSettings: language),

    // Libraries of the system.
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(name: "CPNGFiles", dependencies: ["CPNG"]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CLibAV", pkgConfig: libavPackage,
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev", "libswresample-dev",
        ]),
        .brew(["ffmpeg"]),
      ]),
    .target(name: "CLibAVLoading", cSettings: libavLoading, linkerSettings: libavLinking),

    // Metadata.
    .target(name: "HDRMetadata", dependencies: ["JSONText", "Colorimetry"], swiftSettings: language),
    .target(name: "MediaFiles", dependencies: ["HDRMetadata", "Colorimetry", "SystemCalls"], swiftSettings: language),
    .target(
      name: "LightStatistics", dependencies: ["HDRMetadata", "JSONText", "Colorimetry"], swiftSettings: language),

    // Color.
    .target(name: "LookupTables", dependencies: ["Colorimetry", "SystemCalls"], swiftSettings: language),
    .target(
      name: "ColorOperations", dependencies: ["Colorimetry", "LookupTables", "SystemCalls", "CToneKernels"],
      swiftSettings: language),
    .target(
      name: "GamutMaps", dependencies: ["Colorimetry", "ColorOperations", "CToneKernels"], swiftSettings: language),
    .target(name: "ToneCurves", dependencies: ["Colorimetry", "ColorOperations"], swiftSettings: language),

    // Files.
    .target(
      name: "LookupFiles",
      dependencies: ["LookupTables", "Colorimetry", "JSONText", "SystemCalls", "CExpat", "CPNGFiles"],
      swiftSettings: language),
    // Empty without the trait, so that only users of ICC profiles need Little-CMS.
    .target(
      name: "ICCProfiles", dependencies: ["LookupTables", "Colorimetry", littleCMS], swiftSettings: language),
    .target(
      name: "RawVideo", dependencies: ["VideoFrames", "HDRMetadata", "Colorimetry", "SystemCalls"],
      swiftSettings: language),
    .target(
      name: "Movies",
      dependencies: [
        "VideoFrames", "MediaFiles", "HDRMetadata", "Colorimetry", "SystemCalls", "CLibAV", "CLibAVLoading",
      ],
      swiftSettings: language),

    // Kernels.
    .target(
      name: "ToneKernelsBaseline", dependencies: ["CToneKernels"], path: "Sources/ToneKernels/Baseline",
      swiftSettings: kernelSettings()),
    .target(
      name: "ToneKernels",
      dependencies: ["CToneKernels", "ToneKernelsBaseline"] + wideKernels.map { .target(name: $0.name) },
      path: "Sources/ToneKernels/Choice", swiftSettings: language),

    // Top.
    .target(
      name: "ToneMapping",
      dependencies: [
        "Colorimetry", "ColorOperations", "VideoFrames", "HDRMetadata", "LightStatistics", "ToneCurves", "GamutMaps",
        "LookupTables", "ToneKernels", "SystemCalls", "CToneKernels",
      ],
      resources: [.embedInCode("Dither/blue-noise.bin")], swiftSettings: language),

    .target(
      name: "FrameComparison", dependencies: ["Colorimetry", "VideoFrames", "SystemCalls"],
      swiftSettings: language),
    .target(
      name: "Transcoding",
      dependencies: [
        "ToneMapping", "FrameComparison", "LightStatistics", "LookupFiles", "LookupTables", "MediaFiles", "HDRMetadata",
        "RawVideo", "Movies", "VideoFrames", "ToneCurves", "Colorimetry", "SystemCalls", "JSONText", "CPNGFiles",
        "CSystemCalls", "CToneKernels", .target(name: "ICCProfiles", condition: .when(traits: ["LittleCMS"])),
      ],
      swiftSettings: language),

    .target(
      name: "Exactness",
      dependencies: ["ToneMapping", "ColorOperations", "Colorimetry", "ToneKernels", "VideoFrames", "SystemCalls"],
      swiftSettings: language),

    // C.
    .target(name: "CTonemap"),
    .target(
      name: "LibTonemap",
      dependencies: [
        "CTonemap", "Transcoding", "SystemCalls", "JSONText",
      ],
      exclude: ["Symbols.map"], swiftSettings: dialect, linkerSettings: sharedObject),

    // Command.
    .executableTarget(
      name: "ToneMapCommand",
      dependencies: [
        "Transcoding", "Exactness", "Movies", "SystemCalls", "JSONText", "CSystemCalls", "CCommand",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: language),

    // Test support.
    .target(
      name: "TestSupport", dependencies: ["Colorimetry", "VideoFrames"], path: "Tests/Support",
      exclude: ["Vectors"], swiftSettings: language),
    .target(name: "CAllocations", path: "Tests/Allocations"),
  ]
    + wideKernels
    + [
      ("SystemCalls", "SystemCalls", ["SystemCalls"]),
      // With the operations that encode signals: the published numbers of color science are in one place.
      ("Colorimetry", "Colorimetry", ["Colorimetry", "ColorOperations"]),
      ("VideoFrames", "VideoFrames", ["VideoFrames", "SystemCalls"]),
      ("JSONText", "JSONText", ["JSONText", "HDRMetadata"]),
      ("HDRMetadata", "HDRMetadata", ["HDRMetadata", "Colorimetry"]),
      ("MediaFiles", "MediaFiles", ["MediaFiles", "HDRMetadata", "Colorimetry"]),
      ("LightStatistics", "LightStatistics", ["LightStatistics", "HDRMetadata", "Colorimetry"]),
      ("ToneCurves", "ToneCurves", ["ToneCurves", "ColorOperations", "Colorimetry"]),
      ("GamutMaps", "GamutMaps", ["GamutMaps", "ColorOperations", "Colorimetry"]),
      ("ColorOperations", "ColorOperations", ["ColorOperations", "ToneCurves", "Colorimetry"]),
      ("LookupTables", "LookupTables", ["LookupTables", "Colorimetry"]),
      ("LookupFiles", "LookupFiles", ["LookupFiles", "LookupTables", "Colorimetry"]),
      ("RawVideo", "RawVideo", ["RawVideo", "VideoFrames", "Colorimetry"]),
      (
        "ToneKernel", "ToneKernels",
        [
          "ToneMapping", "ToneKernels", "CToneKernels", "LookupTables", "GamutMaps", "ColorOperations", "Colorimetry",
          "SystemCalls",
        ]
      ),
      ("ToneMapping", "ToneMapping", ["ToneMapping", "Exactness", "LightStatistics", "CAllocations"]),
      (
        "Regression", "Regression",
        [
          "Transcoding", "ToneMapping", "Exactness", "FrameComparison", "LightStatistics", "ColorOperations",
          "ToneKernels", "SystemCalls",
        ]
      ),
      ("FrameComparison", "FrameComparison", ["FrameComparison", "VideoFrames", "Colorimetry", "SystemCalls"]),
      ("Transcoding", "Transcoding", ["Transcoding", "ToneMapping", "RawVideo", "HDRMetadata", "Movies"]),
      (
        "Examples", "Examples",
        ["Transcoding", "ToneMapping", "LightStatistics", "RawVideo", "MediaFiles", "LookupFiles", "Movies"]
      ),
      (
        "Command", "Command",
        [
          "ToneMapCommand", "Transcoding", "ToneMapping", "RawVideo", "MediaFiles", "HDRMetadata", "Colorimetry",
          "CSystemCalls",
          "CPNG",
        ]
      ),
    ].map { (name: String, folder: String, modules: [String]) in
      .testTarget(
        name: "\(name)Tests",
        dependencies: modules.map { .target(name: $0) } + ["TestSupport", real],
        path: "Tests/\(folder)",
        // Tests that pass raw memory to the kernels are unsafe in every line, like the kernels themselves.
        swiftSettings: name == "ToneKernel" ? dialect : looping.contains(name) ? language : unoptimized)
    }
    + [
      .testTarget(
        name: "CrossCheckTests", dependencies: ["Colorimetry", "CLittleCMS", "TestSupport", real],
        path: "Tests/CrossCheck", swiftSettings: unoptimized),
      .testTarget(
        name: "ICCProfilesTests",
        dependencies: ["ICCProfiles", "LookupTables", "Colorimetry", "TestSupport", littleCMS],
        path: "Tests/ICCProfiles", swiftSettings: unoptimized),
      .testTarget(
        name: "MoviesTests",
        dependencies: [
          "Movies", "VideoFrames", "HDRMetadata", "Colorimetry", "SystemCalls", "TestSupport", "CLibAV",
        ],
        path: "Tests/Movies", swiftSettings: unoptimized),
    ]
)
