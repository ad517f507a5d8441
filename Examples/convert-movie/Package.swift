// swift-tools-version: 6.2

import PackageDescription

// A package that converts a movie: `swift run -c release convert-movie in.mov out.mp4`.
let package = Package(
  name: "convert-movie",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-tonemap", path: "../..")],
  targets: [
    .executableTarget(name: "convert-movie", dependencies: [.product(name: "Transcoding", package: "swift-tonemap")])
  ])
