// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "oracle",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-tonemap", path: "../../")],
  targets: [
    .executableTarget(
      name: "transfers",
      // The smallest product that contains Colorimetry: no kernel has to be compiled.
      dependencies: [.product(name: "LightStatistics", package: "swift-tonemap")], path: "Sources/Transfers",
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
