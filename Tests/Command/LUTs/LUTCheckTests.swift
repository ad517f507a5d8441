import Foundation
import Testing

/// `tonemap lut check`: its first sentence, its JSON and the parts of its errors. The numbers expected are those of errors that were planted.
@Suite struct LUTCheckTests {
  private typealias Object = [String: Any]

  /// A folder with `a.cube`, and a certificate that belongs to it.
  private static func folder(
    holding cube: String, madeBy arguments: [String] = ["--transfer", "bt709"], _ measurements: [Object]
  ) throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("a.cube", Data(cube.utf8))
    let hash = try Tool.run(program: "sha256sum", [folder["a.cube"]]).text.prefix(64)
    let file: Object = ["name": "a.cube", "bytes": cube.utf8.count, "sha256": String(hash), "cube_size": 3]
    let certificate: Object = [
      "arguments": arguments, "made_by": "a test", "plan": [String](), "file": file, "measurements": measurements,
    ]
    _ = try folder.file("a.cube.certificate.json", try JSONSerialization.data(withJSONObject: certificate))
    return folder
  }

  /// What a certificate states for an interpolation.
  private static func stated(_ interpolation: String, mean: Double, of1000: Double) -> Object {
    let errors = ["maximum": 1e4, "percentile_99_9": of1000, "mean": mean]
    return [
      "interpolation": interpolation, "colors": 1000, "codes_of_8_bits": errors, "codes_of_10_bits": errors,
      "delta_e_itp": errors, "worst_color": [0, 0, 0],
      "neutrals": ["maximum_error": 1, "maximum_tint": 1, "never_falls": true] as Object,
    ]
  }

  /// A cube that changes nothing, but for vertices that are named by their place.
  private static func cube(
    _ size: Int, _ value: (_ place: [Int], _ color: [Double]) -> [Double] = { $1 }
  ) -> String {
    let rows = (0..<size * size * size).map { index in
      let place = [index % size, index / size % size, index / size / size]
      return value(place, place.map { Double($0) / Double(size - 1) }).map { "\($0)" }.joined(separator: " ")
    }
    return "LUT_3D_SIZE \(size)\n\(rows.joined(separator: "\n"))\n"
  }

  private static func checked(
    _ folder: Folder, _ options: [String], code: Int32 = 0
  ) throws -> (json: Object, text: String) {
    let json = try Tool.run(["lut", "check", folder["a.cube"], "--json"] + options)
    let text = try Tool.run(["lut", "check", folder["a.cube"]] + options)
    #expect(json.code == code && text.code == code, "\(json.errors) \(text.errors)")
    return (try JSONSerialization.jsonObject(with: json.output) as? Object ?? [:], text.text)
  }

  /// The sentence has the errors of the interpolation of whoever reads the file.
  @Test(
    arguments: [
      ("resolve", "trilinear", "A typical color is off by half a code, one in a thousand by 15 codes or more."),
      ("ffmpeg", "tetrahedral", "A typical color is off by 2.0 codes, one in a thousand by 31 codes or more."),
    ]) func theSentence(host: String, interpolation: String, sentence: String) throws
  {
    let folder = try Self.folder(
      holding: Self.cube(3),
      [Self.stated("trilinear", mean: 0.5, of1000: 15.2), Self.stated("tetrahedral", mean: 2, of1000: 31.4)])
    let (json, text) = try Self.checked(folder, ["--host", host])
    #expect(json["summary"] as? String == sentence)
    #expect(text.split(separator: "\n").first.map(String.init) == sentence, "\(text)")
    #expect(json["host"] as? String == host && json["interpolation"] as? String == interpolation)
    #expect(json["certificate"] as? Bool == true && json["takes_narrow_range"] as? Bool == false)
    #expect(json["steps"] as? [String] == ["cube of 3×3×3 samples"])
  }

  /// A file is read as it was made for, or as another host reads that is given; where that is not known, both errors are printed.
  @Test(
    arguments: [
      ("--host resolve", [], "resolve", "trilinear"),
      ("--host resolve --lut-interpolation tetrahedral", [], "resolve", "tetrahedral"),
      ("--host=resolve --lut-interpolation=tetrahedral", ["--host", "resolve"], "resolve", "tetrahedral"),
      ("--lut-interpolation trilinear", [], nil, "trilinear"),
      ("--lut-interpolation trilinear", ["--host", "ffmpeg"], "ffmpeg", "tetrahedral"),
      ("--lut-interpolation trilinear", ["--lut-interpolation", "tetrahedral"], nil, "tetrahedral"),
      ("--transfer bt709", [], nil, nil), ("--host obs", [], "obs", nil),
      ("--lut-interpolation trilinear", ["--host", "obs"], "obs", nil),
    ] as [(String, [String], String?, String?)])
  func theReader(madeBy arguments: String, options: [String], host: String?, interpolation: String?) throws {
    let folder = try Self.folder(
      holding: "# FFmpeg: as every reader of a .cube file\n" + Self.cube(3),
      madeBy: arguments.split(separator: " ").map(String.init),
      [Self.stated("trilinear", mean: 0.5, of1000: 15.2), Self.stated("tetrahedral", mean: 2, of1000: 31.4)])
    let (json, text) = try Self.checked(folder, options)
    #expect(json["host"] as? String == host && json["interpolation"] as? String == interpolation, "\(json)")
    let errors =
      interpolation == "trilinear" ? "half a code, one in a thousand by 15" : "2.0 codes, one in a thousand by 31"
    #expect(json["summary"] as? String == "A typical color is off by \(errors) codes or more.")
    for name in ["trilinear", "tetrahedral"] {
      #expect(text.contains("\n\(name) ") == (interpolation == nil || interpolation == name), "\(text)")
    }
    #expect(text.contains("interpolation   \(interpolation ?? "unknown, so both were checked")\n"), "\(text)")
  }

  /// 0.02 more blue everywhere is 5.1 of 255 codes for every color, and makes gray that colored.
  @Test func twoFiles() throws {
    let folder = try Self.folder(holding: Self.cube(3), [])
    let other = try folder.file("b.cube", Data(Self.cube(3) { [$1[0], $1[1], $1[2] + 0.02] }.utf8))
    let same = try Tool.run(["lut", "check", other, other])
    #expect(
      same.text.contains("other file: 999 of 1000 colors are off by less than a hundredth of a code."), "\(same.text)")
    let json = try Tool.run(["lut", "check", other, folder["a.cube"], "--json"])
    let found = try JSONSerialization.jsonObject(with: json.output) as? Object ?? [:]
    let difference = found["difference"] as? [String: Double] ?? [:]
    for key in ["maximum", "percentile_99_9", "mean"] { #expect(abs((difference[key] ?? 0) - 5.1) < 1e-4, "\(key)") }
    #expect(
      found["summary"] as? String
        == "Compared with the other file: A typical color is off by 5.1 codes, one in a thousand by 5.1 codes or more.")
    #expect(abs((found["maximum_tint"] as? Double ?? 0) - 5.1) < 1e-4)
    #expect(found["certificate"] as? Bool == false && found["first_fall"] == nil)
    #expect((found["outputs"] as? [Double])?.last.map { abs($0 - 1.02) < 1e-6 } == true)
    #expect((found["findings"] as? [String])?.first?.hasPrefix("some output values are outside 0…1") == true)
  }

  /// A middle vertex that is 0.1 too dark: from x = s/4 above the one before, a trilinear reader gives x − 0.1 s³, which falls from
  /// s² = 0.25/0.3, by half an 8-bit code; a tetrahedral one gives x − 0.1 s. Who reads the file is not known without a host.
  @Test func whereNeutralsFall() throws {
    let cube = Self.cube(5) { place, color in place == [2, 2, 2] ? color.map { $0 - 0.1 } : color }
    let folder = try Self.folder(holding: cube, [])
    for options in [["--host", "resolve"], []] {
      let trilinear = try Self.checked(folder, options, code: 1)
      let fall = trilinear.json["first_fall"] as? Double ?? 0
      #expect(abs(fall - (0.25 + 0.25 * (0.25 / 0.3).squareRoot())) < 0.002, "\(fall)")
      #expect(
        trilinear.text.hasPrefix("Not to be used: grays become darker") && trilinear.text.contains("never tinted"))
    }
    #expect(try Self.checked(folder, ["--host", "ffmpeg"]).json["first_fall"] == nil)
    let made = ["--host", "resolve", "--lut-interpolation", "tetrahedral"]
    #expect(try Self.checked(Self.folder(holding: cube, madeBy: made, []), []).json["first_fall"] == nil)
  }

  /// PQ of 1000 cd/m² has its peak at a signal of 0.7518. Vertices of a sampled cube are right, so at each what was added is the error: that
  /// of gray of 92 cd/m², of white, which is above the peak, and of red, which BT.709 does not have. Without, no error exceeds 90 codes.
  @Test func theThreeParts() throws {
    let plan = ["--transfer", "pq", "--primaries", "bt2020", "--source-peak", "1000", "--to", "sdr709"]
    let made = try Tool.run(
      ["lut", "-", "--format", "cube", "--no-certificate", "--vertices", "sampled", "--cube-size", "9"] + plan)
    var rows = made.text.split(separator: "\n").filter { $0.first?.isNumber == true }.map { row in
      row.split(separator: " ").compactMap { Double($0) }
    }
    try #require(rows.count == 729, "\(made.errors)")
    for (place, added) in [(4 + 9 * 4 + 81 * 4, 0.4), (8 + 9 * 8 + 81 * 8, -0.45), (4, -0.5)] {
      for component in 0..<(place == 4 ? 1 : 3) { rows[place][component] += added }
    }
    let text = rows.map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
    let folder = try Self.folder(
      holding: "LUT_3D_SIZE 9\n\(text)\n", madeBy: plan,
      ["trilinear", "tetrahedral"].map { Self.stated($0, mean: 1e4, of1000: 1e4) })
    let outcome = try Tool.run(["lut", "check", folder["a.cube"], "--measure", "--json"])
    #expect(outcome.code == 1, "\(outcome.errors)")
    let found = try JSONSerialization.jsonObject(with: outcome.output) as? Object
    let measurements = found?["measurements"] as? [Object] ?? []
    #expect(measurements.map { $0["interpolation"] as? String } == ["trilinear", "tetrahedral"])
    for measured in measurements {
      func number(_ part: String, _ key: String) -> Double { (measured[part] as? Object)?[key] as? Double ?? .nan }
      #expect(abs(number("neutrals_up_to_peak", "maximum_error") - 0.4 * 255) < 0.001)
      #expect(abs(number("neutrals", "maximum_error") - 0.45 * 255) < 0.001)
      #expect(abs(number("in_gamut_up_to_peak", "maximum") - 0.4 * 255) < 0.001)
      // No color is measured at the red vertex itself but by the search for the maximum error of all.
      #expect(abs(number("rest", "maximum") - 0.5 * 255) < 1)
      #expect(abs(number("codes_of_8_bits", "maximum") - 0.5 * 255) < 0.001)
      #expect(abs(number("codes_of_10_bits", "maximum") - 0.5 * 1023) < 0.005)
      #expect((measured["neutrals_up_to_peak"] as? Object)?["never_falls"] as? Bool == false)
    }
  }
}
