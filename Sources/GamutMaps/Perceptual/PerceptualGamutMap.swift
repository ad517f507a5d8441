package import CToneKernels
package import ColorOperations
public import Colorimetry
internal import Synchronization

/// Moves colors smoothly onto the display's hull at constant hue, except of deep blues, leaving a core unchanged.
///
///     let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(.nits(30, 40, 20))  // in the core: the matrix alone
///     map(.nits(300, 0, 0))   // a bright red: stays red, a little darker
///
/// The map is a finite table, a `PerceptualLattice`, so that it is the same for a single color and for a frame:
///
/// 1. x is the light in the source's components relative to the display's peak P; components below 0 count as 0. If the display's gamut
///    contains the source's (every component of each of the source's primaries is ≥ −0.002 in the display's), the light is converted to the
///    display's components first, which then take the place of the source's here.
/// 2. c = matrix · x, white to white. Three equal components are a neutral, which is limited to P and otherwise unchanged.
/// 3. Core: with M the maximum and m the minimum component of c, the result is c if min(R, w G, w B) ≥ f (M − `dimmest`) and
///    M ≤ max(t, (1 + m) / 2) + `whiteSlack`. f is 0.15, w 3, and t 5/6, or 3/4 if the chroma preservation is above `balanced`. If the display's
///    gamut contains the source's, f is 0, w and t 1.
/// 4. Otherwise the result is c plus the displacement of the lattice for x, limited to `0...1`.
///
/// The nodes hold the displacement of c by a `PerceptualRule`, whose documentation explains the mapping. A different look needs a different rule.
///
/// - Domain: Light in the source's primaries with components ≥ 0; components below 0 count as 0. For a color whose maximum component is above 32
///   times the peak, the displacement is that of its chromaticity at 32 times the peak, scaled in proportion to the maximum component.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: Specific to this package.
public struct PerceptualGamutMap: FittedGamutMap, Hashable {
  /// The light, relative to the peak, up to which colors are in the core unless a component is below 0. By BT.1886 it is a tenth of an 8-bit code, so
  /// the side on which rounding puts a color does not matter: components of black differ from one another by rounding.
  package static let dimmest = 1e-8
  /// The excess over white that counts as rounding.
  package static let whiteSlack = 1e-6
  /// The default chroma preservation where colors of the display must make room for others.
  public static let balanced = 0.75

  /// The default chroma preservation between the primaries of the incoming light and those of the display: `balanced`, or 0.5 where the display's
  /// gamut contains the source's, so that colors only need to be brought down to its peak.
  public static func balanced(from source: RGBPrimaries, to target: RGBPrimaries) -> Double {
    target.contains(source) ? 0.5 : balanced
  }

  /// What a color that is too bright and too colorful keeps, `0...1`: at 0 its intensity, at 1 as much chroma as possible while different colors
  /// remain different.
  public let chromaPreservation: Double
  /// Whether colors of the display must make room for others, because its gamut does not contain the source's.
  package let compresses: Bool
  /// The minimum ratio of red to the maximum component in the core. Of the core, the rule moves only deep blues, by less than 0.001 of the peak.
  package let coreFloor: Double
  /// The weight of green and blue in that: colors with little of them are moved only nearer to the hull than colors with little red.
  package let coreWeight: Double
  /// The maximum component in the core, relative to the peak, unless the color is pale.
  package let coreCeiling: Double
  package let cube: TargetCube
  private let target: RGBPrimaries
  /// The lattice that all copies of the map share.
  private let shared = Shared()

  private final class Shared: Sendable {
    let lattice = AtomicLazyReference<PerceptualLattice>()
  }

  /// The map from light in the source's primaries to a display whose white has the luminance `peak`. Without a chroma preservation, it is
  /// ``balanced(from:to:)``.
  ///
  /// - Precondition: `peak` is above 0 cd/m², `chromaPreservation` in `0...1`; the primaries of each form a triangle.
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, chromaPreservation: Double? = nil) {
    let preservation = chromaPreservation ?? Self.balanced(from: source, to: target)
    precondition((0...1).contains(preservation), "the chroma preservation is \(preservation); it must be 0 to 1")
    (self.chromaPreservation, self.target) = (preservation, target)
    cube = TargetCube(from: source, to: target, peak: peak)
    compresses = !target.contains(source)
    // A chroma preservation above `balanced` moves bright blues earlier.
    let ceiling = preservation > Self.balanced ? 0.75 : 5.0 / 6
    (coreFloor, coreWeight, coreCeiling) = compresses ? (0.15, 3, ceiling) : (0, 1, 1)
  }

  /// Whether a color of the display, relative to its peak, is in the core: step 3.
  package func isInCore(_ c: SIMD3<Double>) -> Bool {
    let most = c.max()
    return min(c.x, coreWeight * min(c.y, c.z)) >= coreFloor * (most - Self.dimmest)
      && most <= max(coreCeiling, (1 + c.min()) / 2) + Self.whiteSlack
  }

  /// The displacement of colors outside the core, recorded for the usual maps, otherwise sampled on first use, which takes milliseconds.
  package var lattice: PerceptualLattice {
    shared.lattice.load() ?? shared.lattice.storeIfNil(recordedLattice ?? sampledLattice())
  }

  private var recordedLattice: PerceptualLattice? {
    guard cube == TargetCube(from: .bt2020, to: target, peak: .referenceWhite), chromaPreservation == Self.balanced
    else { return nil }
    if target == .bt709 { return unsafe PerceptualLattice(recorded: lanes_nodes_to_bt709()) }
    return target == .p3D65 ? unsafe PerceptualLattice(recorded: lanes_nodes_to_p3()) : nil
  }

  package func sampledLattice() -> PerceptualLattice {
    let rule = PerceptualRule(
      target: target, peak: cube.peak, compresses: compresses, chromaPreservation: chromaPreservation)
    return PerceptualLattice { x in
      if x.x == x.y && x.y == x.z { return pointwiseMin(1 - x, .zero) }
      let color = innerMatrix * x
      return isInCore(color) ? .zero : rule(color * cube.peak.nits) / cube.peak.nits - color
    }
  }

  package var convertsPrimaries: Bool { compresses }

  /// The matrix from the operation's input to the display's components: the map's matrix, or the identity if the light is already converted.
  package var innerMatrix: Matrix3x3 { compresses ? cube.matrix : .identity }

  /// Steps 2 to 4, from the light of step 1 in cd/m².
  package func callAsFunction(_ light: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    let light = pointwiseMax(light, .zero)
    if light.x == light.y && light.y == light.z { return cube.clipped(light) }
    let x = light / cube.peak.nits
    let color = innerMatrix * x
    return cube.clipped((isInCore(color) ? color : color + lattice(x)) * cube.peak.nits)
  }

  public static func == (one: PerceptualGamutMap, other: PerceptualGamutMap) -> Bool {
    one.cube == other.cube && one.chromaPreservation == other.chromaPreservation
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(cube)
    hasher.combine(chromaPreservation)
  }

  package var line: String { "gamut by the perceptual map, chroma preservation \(chromaPreservation)" }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: cube.peak.nits)
    let (gain, factor) = try compiler.flushAllButScale()
    let gamut = compiler.tables.maps.value(for: self) {
      let memory = SIMDMemory()
      _ = unsafe memory.gamut(self)
      return SIMDGamut(memory)
    }
    compiler.append(
      .perceptual(gamut, rows: compiler.color, gain: gain, factor: factor, limits: !compiler.isWithoutNegatives),
      unit: .light(), bounds: cube.range)
    if let gain { compiler.free(gain) }
  }
}

extension SIMDMemory {
  /// The perceptual gamut map in the kernels' form.
  package func gamut(_ map: PerceptualGamutMap) -> UnsafeMutablePointer<lanes_gamut> {
    precondition(
      PerceptualLattice.places == LANES_PLACES && PerceptualLattice.levels == LANES_LEVELS,
      "the map's lattice does not have the size that the kernels read")
    var out = unsafe lanes_gamut()
    unsafe out.matrix = simdNumbers(map.innerMatrix, offset: .zero)
    unsafe out.converts = map.innerMatrix == .identity ? 0 : 1
    typealias Map = PerceptualGamutMap
    unsafe (out.core_floor, out.core_dark) = (Float(map.coreFloor), Float(map.coreFloor * Map.dimmest))
    unsafe (out.core_weight, out.core_ceiling) = (Float(map.coreWeight), Float(map.coreCeiling + Map.whiteSlack))
    unsafe out.core_pale = Float(0.5 + Map.whiteSlack)
    let steps = unsafe UnsafeRawPointer(values(Self.steps(of: map.lattice)))
    unsafe out.nodes = steps.assumingMemoryBound(to: Int16.self)
    return unsafe values([out])
  }

  /// The lattice in the kernels' layout: each node beside the one at the end of both cells, so that one load fetches two corners.
  private static func steps(of lattice: PerceptualLattice) -> [SIMD16<Int16>] {
    let (nodes, levels) = (lattice.nodes, PerceptualLattice.levels)
    let column = PerceptualLattice.places * levels
    var single = [SIMD8<Int16>](repeating: .zero, count: nodes.count + column + levels)
    for (index, node) in nodes.enumerated() {
      let step = index % levels == levels - 1 ? .zero : nodes[index + 1] &- node
      single[index] = SIMD8(step.x, node.x, step.y, node.y, step.z, node.z, 0, 0)
    }
    let pairs = nodes.indices.map { SIMD16(lowHalf: single[$0], highHalf: single[$0 + column + levels]) }
    return pairs + [SIMD16<Int16>](repeating: .zero, count: column)
  }
}
