import Colorimetry
import Foundation
import HDRMetadata
import TestSupport
import Testing

/// RPUs of cameras, encoders and mastering tools, with what other readers say of them.
struct KnownRPU: Decodable, CustomStringConvertible {
  let name, form, hex: String
  let profile: Int?
  let sceneRefreshFlag: Int
  let sourceMinPq, sourceMaxPq: UInt16?
  let level1, level3, level5, level6: [Int]?
  let ignored: [String]

  var description: String { name }

  static let all: [KnownRPU] = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (try? decoder.decode([KnownRPU].self, from: Vectors.data("dolby_vision_rpus.json"))) ?? []
  }()

  var rpu: DolbyVisionRPU {
    get throws {
      switch form {
      case "nal": return try DolbyVisionRPU(parsing: bytes(hex: hex))
      case "escaped": return try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes(hex: hex)))
      default:
        guard case .dolbyVision(let rpu) = try RegisteredUserData(parsing: bytes(hex: hex)) else {
          throw MetadataError.wrongBox(found: "other user data", expected: "Dolby Vision")
        }
        return rpu
      }
    }
  }
}

@Suite struct DolbyVisionRPUTests {
  @Test(arguments: KnownRPU.all)
  func valuesOfOtherReaders(known: KnownRPU) throws {
    let rpu = try known.rpu
    #expect(rpu.profile == known.profile)
    #expect(rpu.refreshesScene == (known.sceneRefreshFlag == 1))
    #expect(rpu.source?.minimum.number == known.sourceMinPq && rpu.source?.maximum.number == known.sourceMaxPq)
    #expect(rpu.level1.map { [$0.minimum, $0.maximum, $0.average].map { Int($0.number) } } == known.level1)
    #expect(rpu.level3.map { [$0.minimum, $0.maximum, $0.average].map { Int($0.units) + 2048 } } == known.level3)
    #expect(rpu.activeArea.map { [$0.left, $0.right, $0.top, $0.bottom].map(Int.init) } == known.level5)
    #expect(
      rpu.level6.map {
        [Int($0.masteringMaximum.units), Int($0.masteringMinimum.units)]
          + [$0.contentLight.maxCLL ?? 0, $0.contentLight.maxFALL ?? 0].map { Int($0.units) }
      } == known.level6)
    #expect(rpu.ignored.map(\.description) == known.ignored)
  }

  @Test func allAreThere() { #expect(KnownRPU.all.count == 16) }

  /// The code of 1000 cd/m² is 3079, and of 100 cd/m² 2081: within half a step of 12 bits, which is 0.5 % there.
  @Test func codesAreLuminances() throws {
    let source = try #require(try KnownRPU.all[0].rpu.source)
    #expect(abs(source.maximum.luminance.nits - 1000) < 5 && abs(source.minimum.luminance.nits - 0.005) < 0.0001)
    let dim = try #require(try KnownRPU.all.first { $0.level1?[1] == 2081 }?.rpu.level1)
    #expect(abs(dim.maximum.luminance.nits - 100) < 0.5)
    #expect(
      "\(try KnownRPU.all[0].rpu)" == "profile 8, 0…925.1 cd/m², average 99.13 cd/m², a scene begins")
  }

  @Test(arguments: KnownRPU.all)
  func userDataComeBack(known: KnownRPU) throws {
    let rpu = try known.rpu
    let message = try RegisteredUserData.dolbyVision(rpu).payload()
    #expect(try RegisteredUserData(parsing: message) == .dolbyVision(rpu))
    if known.form == "t35" { #expect(message == bytes(hex: known.hex)) }
  }

  @Test(arguments: KnownRPU.all)
  func everyDamagedBitIsFound(known: KnownRPU) throws {
    let payload = try known.rpu.payload
    for place in stride(from: 8, to: (payload.count - 1) * 8, by: 7) {
      var damaged = payload
      damaged[place / 8] ^= 0x80 >> UInt8(place % 8)
      let error = #expect(throws: MetadataError.self) { try DolbyVisionRPU(payload: damaged) }
      guard case .wrongChecksum = error else { return #expect(Bool(false), "\(place): \(String(describing: error))") }
    }
  }

  /// Whatever the damage under a right checksum, the reader ends with a value or an error.
  @Test func damageUnderARightChecksum() throws {
    var numbers = SeededNumbers(seed: 62)
    let all = try KnownRPU.all.map { try $0.rpu.payload }
    var taken = 0
    for _ in 0..<3000 {
      var content = Array(all[Int(numbers.next() % UInt64(all.count))].dropFirst().dropLast(5))
      for _ in 0...numbers.next() % 3 {
        let place = Int(numbers.next() % UInt64(content.count))
        switch numbers.next() % 4 {
        case 0: content[place] ^= 1 << UInt8(numbers.next() % 8)
        case 1: content[place] = numbers.next() % 2 == 0 ? 0 : 0xFF
        case 2: content = Array(content.prefix(max(place, 1)))
        default: content.insert(UInt8(truncatingIfNeeded: numbers.next()), at: place)
        }
      }
      if (try? DolbyVisionRPU(payload: Self.sealed(content))) != nil { taken += 1 }
    }
    // Most damage hits coefficients, which are passed by: the damaged fields are reached.
    #expect(taken > 300 && taken < 2700, "\(taken)")
  }

  @Test func unknownFormsAreNamed() throws {
    let content = Array(try KnownRPU.all[2].rpu.payload.dropFirst().dropLast(5))
    func error(_ change: (inout [UInt8]) -> Void) -> String {
      var content = content
      change(&content)
      do {
        return "\(try DolbyVisionRPU(payload: Self.sealed(content)))"
      } catch {
        return "\(error)"
      }
    }
    #expect(error { $0[0] = 0x0C }.hasPrefix("a Dolby Vision RPU has the type 3, but 2 was expected"))
    #expect(error { $0[0] |= 1 }.hasPrefix("a Dolby Vision RPU has the class of formats 2, but 0 was expected"))
    #expect(error { $0 = Array($0.prefix(60)) }.hasPrefix("a Dolby Vision RPU has only 60 bytes"))
    #expect(error { $0 = Array($0.prefix(1)) }.hasPrefix("a Dolby Vision RPU has only 1 bytes"))
    #expect(throws: MetadataError.self) { try DolbyVisionRPU(payload: []) }
    #expect(throws: MetadataError.self) { try DolbyVisionRPU(parsing: [0x4E, 0x01, 25, 8]) }
    #expect(throws: MetadataError.self) { try DolbyVisionRPU(payload: [24] + Self.sealed(content).dropFirst()) }
  }

  /// The RPU of this content, with the checksum of it: the polynomial 0x04C11DB7, bit by bit.
  static func sealed(_ content: [UInt8]) -> [UInt8] {
    var check = UInt32.max
    for byte in content {
      for bit in (0..<8).reversed() {
        let isOdd = (check >> 31 == 1) != (byte >> UInt8(bit) & 1 == 1)
        check = check << 1 ^ (isOdd ? 0x04C1_1DB7 : 0)
      }
    }
    return [25] + content + (0..<4).reversed().map { UInt8(truncatingIfNeeded: check >> (8 * $0)) } + [0x80]
  }
}
