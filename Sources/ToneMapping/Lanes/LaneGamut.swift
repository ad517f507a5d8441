internal import CLanes
internal import LookupTables
internal import ToneKernels

/// The perceptual gamut map as the lanes need it: its constants, matrices, cusps and the two directions of PQ.
struct LaneGamut: Sendable {
  let map: PerceptualGamutMap
  let target: RGBPrimaries
  let peak: Double
  let eotf, inverseEOTF: CompiledCurve

  /// The map onto a target whose peak is 1 in the rows.
  ///
  /// - Throws: `CurveError` if PQ could not be compiled.
  init(_ map: PerceptualGamutMap, target: RGBPrimaries, peak: Luminance) throws(CurveError) {
    self.map = map
    self.target = target
    self.peak = peak.nits
    (eotf, inverseEOTF) = try Self.pq.get()
  }

  /// The two directions of PQ, the same for every plan: compiled once.
  ///
  /// 2e-7 of PQ is 3e-6 of light: with 1e-6 a color beside an edge of the hull was 0.13 of an 8-bit code off. Below 2e-6 cd/m² even
  /// 1e-5 of PQ moves light by less than 0.01 of a code. Of the light itself 1e-8 cd/m² is 0.01 of a code beside black: with 1e-6 dark
  /// blues were 0.08 off. At PQ's top a rounding of its signal is 5e-7 of light, and a bound closer to that takes a table twice as large.
  private static let pq = Result { () throws(CurveError) in
    let pq = PerceptualQuantizer()
    return (
      try CompiledCurve(upTo: 1, within: .relative(8e-7, floor: 1e-8)) { pq.eotf($0).nits },
      try CompiledCurve(upTo: 10_000, within: CurveTolerance { light, _ in light < 2e-6 ? 1e-5 : 2e-7 }) {
        pq.inverseEOTF(.nits($0))
      }
    )
  }
}

extension LaneMemory {
  /// A gamut map as the kernels read it, from rows that `source` makes the source's components of.
  func gamut(_ gamut: LaneGamut, source: Matrix3x3, kernels: KernelSet) -> UnsafeMutablePointer<lanes_gamut> {
    let weights = gamut.target.luminanceWeights
    typealias Map = PerceptualGamutMap
    var out = unsafe lanes_gamut()
    unsafe out.makes_room = gamut.map.makesRoom ? 1 : 0
    unsafe (out.sure_floor, out.sure_ceiling) = (Float(Map.sureFloor.max()), Float(Map.sureCeiling))
    unsafe (out.protected_part, out.focus) = (Float(Map.protectedPart), Float(Map.focus))
    unsafe out.floor_margin = Float(Map.floorMargin)
    unsafe (out.floor_corner, out.ceiling_corner) = (Float(Map.floorCorner), Float(Map.ceilingCorner))
    unsafe (out.overhang, out.overhang_reach) = (Float(Map.overhang), Float(Map.overhangReach))
    unsafe out.saturation_bend = Float(Map.saturationBend)
    unsafe out.white = Float(PerceptualQuantizer().inverseEOTF(.nits(gamut.peak)))
    unsafe out.cones = laneNumbers(gamut.map.cones * gamut.peak, offset: .zero)
    unsafe out.components = laneNumbers(gamut.map.components * (1 / gamut.peak), offset: .zero)
    unsafe out.mixes = gamut.map.makesRoom && source != .identity ? 1 : 0
    unsafe out.source = laneNumbers(source, offset: .zero)
    unsafe out.perceived = laneNumbers(ICtCp.fromPQ, offset: .zero)
    unsafe out.weights = (Float(weights.x), Float(weights.y), Float(weights.z))
    unsafe out.cusps = UnsafePointer(floats((0...HueCusps.count).map { Float(gamut.map.cusps[$0]) }))
    unsafe out.coded = laneNumbers(ICtCp.toPQ, offset: .zero)
    unsafe out.hull = floats([Float](repeating: 0, count: Int(2 * LANES_HUES * LANES_ANCHORS)))
    unsafe out.core = floats(
      [Float](repeating: 0, count: Int(LANES_CORE_ORDERS * LANES_CORE_MIDDLES * LANES_CORE_OCTAVES)))
    unsafe out.eotf = curve(gamut.eotf)
    unsafe out.inverse_eotf = curve(gamut.inverseEOTF)
    let gamut = unsafe values([out]).baseAddress!
    let scratch = BandScratch(width: 1)
    unsafe kernels.prepareGamut(gamut, scratch.strip)
    scratch.free()
    return unsafe gamut
  }
}
