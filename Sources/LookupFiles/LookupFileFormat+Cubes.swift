public import LookupTables

extension LookupFileFormat {
  /// Where the samples of its cubes lie, as curves before the cube; `nil` if they lie at equal steps.
  public var nodes: LookupCurves? { self == .vlt ? VLT.nodes : nil }

  /// The cube that suits it if nothing else is wanted.
  public var usualCube: Int {
    switch self {
    case .vlt: VLT.size
    case .hald: 64
    default: 33
    }
  }

  /// Whether a file may hold curves before a cube.
  ///
  /// - Parameter dialect: The dialect of a `.cube` file.
  public func holdsShapers(in dialect: CubeDialect) -> Bool {
    switch self {
    case .csp, .clf, .ctf: true
    case .cube: dialect == .resolve
    default: false
    }
  }
}
