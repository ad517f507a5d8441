// swift-tools-version: 6.2

import PackageDescription

// A package that brings a tone curve of its own: `swift run -c release` prints the plan with it, and how far its compiled form is off.
let package = Package(
  name: "tone-curve",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-tonemap", path: "../..")],
  targets: [
    .executableTarget(name: "tone-curve", dependencies: [.product(name: "ToneMapping", package: "swift-tonemap")])
  ])
