#if LittleCMS
  import Colorimetry
  import ICCProfiles
  import LookupTables
  import Testing
  import TestSupport

  /// Device links as Little-CMS reads them, compared with their tables.
  struct DeviceLinkTests {
    /// A function in which no two components are alike, so that any confusion of channels shows.
    static let asymmetric: @Sendable (LookupColor) -> LookupColor = { signal in
      let c = signal.components
      return LookupColor(SIMD3(0.1 + 0.5 * c.z + 0.3 * c.y * c.y, 0.9 - 0.6 * c.x * c.z, 0.2 + 0.7 * c.x * c.x))
    }

    static let colors: [LookupColor] = {
      var numbers = SeededNumbers(seed: 15)
      return (0..<5000).map { _ in
        LookupColor(
          SIMD3(
            .random(in: 0...1, using: &numbers), .random(in: 0...1, using: &numbers),
            .random(in: 0...1, using: &numbers)))
      }
    }()

    /// The nodes of a cube.
    static func nodes(_ size: Int) -> [LookupColor] {
      let levels = (0..<size).map { Double($0) / Double(size - 1) }
      return levels.flatMap { r in levels.flatMap { g in levels.map { b in LookupColor(SIMD3(r, g, b)) } } }
    }

    /// Little-CMS looks up with 16 bits: half a step of the input by a slope of up to 1.4, half a step of a sample, half a step of the
    /// result, and what its whole numbers lose between them.
    static let allowed = 2.5 / 65535

    @Test(arguments: [2, 17, 33]) func cubesAgreeAtColorsBetweenNodes(size: Int) throws {
      let table = LookupTable(steps: [.cube(try Cube(size: size, Self.asymmetric))])
      // Another size than the cube's, which is not sampled again.
      let link = try ICCProfile.deviceLink(table, size: 5, title: "asymmetric")
      let found = try #require(ProfileReader(link)).convert(Self.colors)
      let worst = ProfileReader.worst(found, Self.colors.map { table($0).components })
      print("device link of \(size)³: worst \(worst * 65535) of 65 535")
      #expect(worst <= Self.allowed, "\(worst * 65535) steps")
    }

    /// A shaper before the cube and a curve behind it are stored beside it.
    @Test func curvesAgree() throws {
      let shaper = LookupCurves(
        try LookupCurve(size: 1024) { $0.squareRoot() * 0.5 + $0 * 0.5 }, try LookupCurve(size: 17) { $0 * $0 },
        try LookupCurve(at: [0, 0.25, 1], values: [0, 0.5, 1]))
      let after = LookupCurves(try LookupCurve(size: 2) { 1 - $0 })
      let table = LookupTable(
        steps: [.curves(shaper), .cube(try Cube(size: 33, Self.asymmetric)), .curves(after)])
      let link = try ICCProfile.deviceLink(table, title: "shaper")
      // Where the root is steep, a step of the input is up to 16 steps behind it; colors above that part have a slope of at most 4.
      let colors = Self.colors.filter { $0.components.min() > 0.02 }
      let found = try #require(ProfileReader(link)).convert(colors)
      let worst = ProfileReader.worst(found, colors.map { table($0).components })
      print("device link with curves: worst \(worst * 65535) of 65 535")
      #expect(worst <= 2 * Self.allowed, "\(worst * 65535) steps")
    }

    /// Steps that a profile cannot hold are sampled: at the samples, the link agrees with the table.
    @Test func otherTablesAreSampled() throws {
      let mix = Matrix3x3(SIMD3(0.2, 0.7, 0.1), SIMD3(0.5, 0.1, 0.4), SIMD3(0, 0.3, 0.7))
      let cube = try Cube(size: 9, Self.asymmetric)
      let table = LookupTable(steps: [.matrix(mix, adding: .zero), .cube(cube), .limit(0...1)])
      let link = try ICCProfile.deviceLink(table, size: 11, title: "sampled")
      let colors = Self.nodes(11)
      let found = try #require(ProfileReader(link)).convert(colors)
      #expect(ProfileReader.worst(found, colors.map { table($0).components }) <= Self.allowed)
    }

    /// The bytes themselves, as ICC.1:2022 places them in the header, the tag table and *lutAToBType*: the last channel varies fastest.
    @Test func bytesAreAsTheStandardSays() throws {
      let values = (0..<8).map { SIMD3<Float>(Float($0) / 10, 0, 1) }
      let link = try ICCProfile.deviceLink(
        LookupTable(steps: [.cube(try Cube(size: 2, values: values))]), title: "Würfel 立方")
      let bytes = link.bytes
      func word(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      func name(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
      #expect(word(0) == bytes.count)
      #expect(bytes[8] == 4)
      #expect([12, 16, 20, 36].map(name) == ["link", "RGB ", "RGB ", "acsp"])
      #expect(Array(bytes[24..<30]) == [7, 208, 0, 1, 0, 1])
      let tags = (0..<word(128)).map { 132 + 12 * $0 }
      #expect(Set(tags.map(name)) == ["A2B0", "desc", "cprt", "pseq"])
      let table = word(try #require(tags.first { name($0) == "A2B0" }) + 4)
      #expect(name(table) == "mAB ")
      let cube = table + word(table + 24)
      #expect(Array(bytes[cube..<cube + 4]) == [2, 2, 2, 0])
      #expect(bytes[cube + 16] == 2)
      let reds = (0..<8).map { Int(bytes[cube + 20 + 6 * $0]) << 8 | Int(bytes[cube + 21 + 6 * $0]) }
      // In the order of ICC: black, blue, green, cyan, red, magenta, yellow, white; those have the numbers 0, 4, 2, 6, 1, 5, 3, 7 here.
      #expect(reds == [0, 4, 2, 6, 1, 5, 3, 7].map { Int((Double(values[$0].x) * 65535).rounded()) })
      let text = Array("Würfel 立方".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
      #expect(bytes.indices.contains { bytes[$0...].starts(with: text) })
    }

    /// Contexts of Little-CMS are not shared, and nothing depends on the clock.
    @Test func threadsMakeTheSameBytes() async throws {
      let table = LookupTable(steps: [.cube(try Cube(size: 17, Self.asymmetric))])
      let links = try await withThrowingTaskGroup(of: ICCProfile.self) { group in
        for _ in 0..<16 { group.addTask { try ICCProfile.deviceLink(table, title: "one of many") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(links.count == 16 && Set(links).count == 1)
    }

    @Test func tablesThatProfilesCannotHoldAreRefused() throws {
      for size in [1, 256] {
        #expect(throws: ICCError.sizeOutOfRange(size)) {
          try ICCProfile.deviceLink(LookupTable(steps: []), size: size, title: "")
        }
      }
      let bright = LookupTable(steps: [.cube(try Cube(size: 3) { LookupColor($0.components * 1.25) })])
      let error = #expect(throws: ICCError.self) { try ICCProfile.deviceLink(bright, title: "") }
      #expect(error == .valueOutOfRange(LookupColor(1.25, 0, 0), vertex: 2))
      #expect(
        error?.description
          == "value 3 is 1.25 0.0 0.0, but ICC profiles hold only 0 to 1; limit the table to that range")
    }
  }
#endif
