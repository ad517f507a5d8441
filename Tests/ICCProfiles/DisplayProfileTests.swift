#if LittleCMS
  import CLittleCMS
  import Colorimetry
  import ICCProfiles
  import LookupTables
  import Testing

  /// Display profiles as Little-CMS reads them.
  struct DisplayProfileTests {
    /// Light on an sRGB display with a white of 80 cd/m².
    static let light: @Sendable (Signal) -> Light = { signal in
      let display = TransferFunction.sRGB.shown(on: .nits(0...80))
      let c = signal.components
      return Light.nits(
        display.eotf(SignalLevel(c.x)).nits, display.eotf(SignalLevel(c.y)).nits, display.eotf(SignalLevel(c.z)).nits)
    }

    static func profile() throws -> ICCProfile {
      try .display(size: 18, title: "sRGB by a table", primaries: .bt709, white: .nits(80), light)
    }

    /// The signal of an sRGB display, seen on an sRGB display, is the same signal: for every intent, black included.
    @Test(arguments: [INTENT_PERCEPTUAL, INTENT_RELATIVE_COLORIMETRIC, INTENT_SATURATION])
    func viewersShowTheSourceRight(intent: Int32) throws {
      let reader = try #require(ProfileReader(try Self.profile()))
      let display = try #require(ProfileReader.sRGB)
      let nodes = DeviceLinkTests.nodes(18)
      let found = reader.convert(nodes, to: display, intent: intent)
      let worst = ProfileReader.worst(found, nodes.map(\.components))
      print("display profile, intent \(intent): worst \(worst * 255) of 255")
      // Steps of 1/256 of a* and b* are up to a thousandth of full scale in sRGB's saturated corners, where a component is 0.
      #expect(worst <= 0.001)
      #expect(reader.description == "sRGB by a table")
    }

    /// The primaries of sRGB in L*a*b* of D50.
    ///
    /// - Source: B. Lindbloom, *RGB working space information*, sRGB with Bradford's adaptation.
    @Test func primariesHaveTheirPublishedLab() throws {
      let colors = [
        LookupColor(1, 1, 1), LookupColor(1, 0, 0), LookupColor(0, 1, 0), LookupColor(0, 0, 1), LookupColor(0, 0, 0),
      ]
      let published: [SIMD3<Double>] = [
        SIMD3(100, 0, 0), SIMD3(54.29, 80.81, 69.89), SIMD3(87.82, -79.29, 80.99), SIMD3(29.57, 68.30, -112.03), .zero,
      ]
      let reader = try #require(ProfileReader(try Self.profile()))
      let lab = try #require(ProfileReader.lab)
      let found = reader.convert(colors, to: lab, intent: INTENT_RELATIVE_COLORIMETRIC)
      // sRGB's white is printed with four digits, which is worth 0.02.
      #expect(ProfileReader.worst(found, published) <= 0.03, "\(found)")
    }

    @Test func theFormIsTheOneOfVersion2() throws {
      let bytes = try Self.profile().bytes
      #expect(bytes[8] == 2)
      #expect(String(decoding: bytes[12..<24], as: UTF8.self) == "scnrRGB Lab ")
      #expect(try Self.profile().bytes == bytes)
    }

    @Test func lightThatCannotBeHeldIsRefused() throws {
      #expect(throws: ICCError.whiteOutOfRange(.nits(0))) {
        try ICCProfile.display(title: "", primaries: .bt709, white: .nits(0), Self.light)
      }
      #expect(throws: ICCError.sizeOutOfRange(300)) {
        try ICCProfile.display(size: 300, title: "", primaries: .bt709, white: .nits(80), Self.light)
      }
      let error = #expect(throws: ICCError.self) {
        try ICCProfile.display(size: 2, title: "", primaries: .bt2020, white: .nits(80), Self.light)
      }
      // The green of BT.2020 has an a* of about -172.
      #expect(error == .lightOutOfRange(Light.nits(0, 80, 0), of: Signal(0, 1, 0)))
      #expect(
        error?.description == """
          the signal 0.0 1.0 0.0 has the light 0.0 80.0 0.0 cd/m², which is above white or outside the colors that ICC profiles hold; use \
          a display of BT.709 or P3
          """)
      #expect(throws: ICCError.table(.notFinite(vertex: 7))) {
        try ICCProfile.display(size: 2, title: "", primaries: .bt709, white: .nits(80)) { signal in
          signal.components.sum() > 2 ? Light.nits(.nan, 0, 0) : Light.nits(0, 0, 0)
        }
      }
      _ = try ICCProfile.display(size: 9, title: "", primaries: .p3D65, white: .nits(80), Self.light)
    }
  }
#endif
