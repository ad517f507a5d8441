// swift-tools-version: 6.2

import PackageDescription

/// The folder of the parent package, from which SwiftPM derives the package name that it passes to the compiler.
let above = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""

/// The passes have `package` access, so the benchmarks claim to belong to the parent package; see docs/design-notes.md.
let sameHouse: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .unsafeFlags(["-package-name", String(above.map { $0.isLetter || $0.isNumber ? $0 : "_" })]),
]

let toneMapping = Target.Dependency.product(name: "ToneMapping", package: "swift-tonemap")

func benchmarks(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Measuring", .product(name: "Benchmark", package: "benchmark"), toneMapping],
    path: "Benchmarks/\(name)", packageAccess: false, swiftSettings: sameHouse,
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-tonemap", path: "../"),
    // Without its traits it needs neither jemalloc nor an interposer, because allocations are not counted here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "Measuring", dependencies: [.product(name: "Benchmark", package: "benchmark"), toneMapping],
      packageAccess: false, swiftSettings: sameHouse),
    benchmarks("Passes"),
    benchmarks("Frames"),
    .executableTarget(
      name: "frame-rate", dependencies: ["Measuring", toneMapping], path: "Sources/FrameRate",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "program-time", dependencies: ["Measuring", toneMapping], path: "Sources/ProgramTime",
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
