import Colorimetry
import FrameComparison
import SystemCalls
import TestSupport
import VideoFrames

/// A moving picture of smooth colors, as R′G′B′ of BT.709 at a place and a time.
func signal(_ x: Double, _ y: Double, _ frame: Int) -> SIMD3<Double> {
  let t = 3 * Double(frame)
  func wave(_ x: Double, _ period: Double, _ phase: Double) -> Double {
    0.5 + 0.5 * Elementary.sinPi(2 * (x / period + phase))
  }
  return SIMD3(
    0.08 + 0.84 * wave(x + t, 61, 0.1) * wave(y, 83, 0.4), 0.08 + 0.84 * wave(x + 0.7 * y + t, 97, 0.6),
    0.08 + 0.84 * wave(y - 0.5 * x + t, 71, 0.2) * wave(x + t, 131, 0.3))
}

/// A picture with detail, whose colors move in three directions, as such a signal.
func detail(_ x: Double, _ y: Double, _ frame: Int) -> SIMD3<Double> {
  let t = Double(frame)
  /// Random numbers on a lattice, and lines between them.
  func noise(_ x: Double, _ y: Double, _ cell: Double, _ seed: UInt32) -> Double {
    let (u, v) = (x / cell + 1000, y / cell + 1000)
    let (i, j) = (UInt32(u), UInt32(v))
    func value(_ i: UInt32, _ j: UInt32) -> Double {
      var state = i &* 0x9E37_79B1 ^ j &* 0x85EB_CA77 ^ seed &* 0xC2B2_AE3D
      state = (state ^ state >> 15) &* 0x2C1B_3C6D
      state = (state ^ state >> 12) &* 0x297A_2D39
      return Double((state ^ state >> 15) >> 8) / Double(1 << 24)
    }
    let (a, b) = (u - Double(i), v - Double(j))
    let (top, bottom) = (
      value(i, j) * (1 - a) + value(i + 1, j) * a, value(i, j + 1) * (1 - a) + value(i + 1, j + 1) * a
    )
    return top * (1 - b) + bottom * b
  }
  let shared = noise(x + 3 * t, y, 9, 1)
  return 0.08 + 0.84
    * (0.6 * shared
      + 0.4 * SIMD3(noise(x - 2 * t, y + 2 * t, 13, 2), noise(x, y - 3 * t, 11, 3), noise(x + t, y + t, 17, 4)))
}

/// The light of such a signal on an SDR display whose white is 203 cd/m², in BT.2020.
func light(_ signal: SIMD3<Double>) -> Light {
  func shown(_ v: Double) -> Double { 203 * Elementary.pow(max(v, 0), 2.4) }
  return Light(RGBPrimaries.bt709.matrix(to: .bt2020) * SIMD3(shown(signal.x), shown(signal.y), shown(signal.z)))
}

let size = (width: 160, height: 96)

/// A picture in the codes in which pictures are compared.
func picture(_ color: (_ x: Int, _ y: Int) -> Light) throws -> Frame {
  var frame = try Frame(PerceptualCodes.format, width: size.width, height: size.height)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let own = ICtCp(bt2020: color(x, y))
      for (plane, value) in [own.i.value, own.ct.value + 32768.0 / 65535, own.cp.value + 32768.0 / 65535].enumerated() {
        try frame.setSample(UInt32((value * 65535).rounded()), plane: plane, x: x, y: y)
      }
    }
  }
  return frame
}

/// What is found of two clips of whose frames the light is given.
func findings(
  frames: Int = 6, facts: (PictureFacts, PictureFacts) = (sdr, sdr), bands: BandMeter = noBands,
  _ first: (_ x: Int, _ y: Int, _ frame: Int) -> Light, _ second: (_ x: Int, _ y: Int, _ frame: Int) -> Light
) throws -> ComparisonFindings {
  let meter = DifferenceMeter(
    width: size.width, height: size.height, workers: Workers(atMost: 2), keepsMap: false)
  var evidence = ComparisonEvidence(bands: bands)
  var before: (Frame, Frame)?
  for frame in 0..<frames {
    let (a, b) = (try picture { first($0, $1, frame) }, try picture { second($0, $1, frame) })
    var (shift, fields) = (ShiftEvidence(), FieldEvidence())
    let difference = a.withView { a in
      b.withView { b in
        shift = ShiftEvidence(a, b)
        before?.0.withView { oldA in
          before?.1.withView { oldB in fields = FieldEvidence(a, b, firstBefore: oldA, secondBefore: oldB) }
        }
        return meter.measure(a, b)
      }
    }
    evidence.add(difference, shift: shift, fields: fields, seconds: Double(frame) / 25)
    before = (a, b)
  }
  return ComparisonFindings(of: evidence, at: size, facts.0, facts.1)
}

let noBands = BandMeter((.gray, true), (.gray, true))

/// SDR of BT.709.
let sdr = facts(.bt709, .bt709, .bt709)
/// HDR of BT.2100, PQ.
let hdr = facts(.bt2020, .pq, .bt2020NCL)

func facts(
  _ primaries: ColorPrimaries, _ transfer: TransferCharacteristics, _ matrix: MatrixCoefficients,
  statements: Set<PictureFacts.Statement> = []
) -> PictureFacts {
  PictureFacts(
    primaries: primaries, transfer: transfer, matrix: matrix, isNarrow: true, statements: statements,
    width: size.width, height: size.height)
}
