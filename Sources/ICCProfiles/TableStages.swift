#if LittleCMS
  internal import Colorimetry
  internal import LookupTables

  /// The form of tables in ICC profiles: a cube from 0 to 1 between curves, all in 16 bits.
  struct TableStages {
    /// The curves before and after the cube; `nil` without curves.
    private(set) var before, after: LookupCurves?
    private(set) var cube: Cube
    /// Whether the table was sampled because it has another form.
    private(set) var isSampled = false

    /// The range of samples along each component, whose number is a byte in *lutAToBType* and *lut16Type*.
    static let sizes = 2...255

    init(cube: Cube) { self.cube = cube }

    /// A table, unchanged if its steps have this form, otherwise sampled.
    init(_ table: LookupTable, size: Int) throws(ICCError) {
      var steps = table.steps[...]
      if case .curves(let curves) = steps.first, Self.holds(curves) {
        before = curves
        steps.removeFirst()
      }
      if case .curves(let curves) = steps.last, Self.holds(curves) {
        after = curves
        steps.removeLast()
      }
      if steps.count == 1, case .cube(let cube) = steps.first, cube.domain == .unit {
        guard Self.sizes.contains(cube.size) else { throw .sizeOutOfRange(cube.size) }
        self.cube = cube
      } else {
        (before, after, isSampled) = (nil, nil, true)
        cube = try Self.sampled(size) { table($0) }
      }
      for (index, value) in cube.values.enumerated() where !Self.holds(value) {
        throw .valueOutOfRange(LookupColor(SIMD3<Double>(value)), vertex: index)
      }
    }

    static func sampled(
      _ size: Int, _ function: @escaping @Sendable (LookupColor) -> LookupColor
    ) throws(ICCError) -> Cube {
      guard sizes.contains(size) else { throw .sizeOutOfRange(size) }
      do throws(LookupTableError) { return try Cube(size: size, function) } catch { throw .table(error) }
    }

    /// Whether 16 bits hold a value except for rounding.
    static func holds(_ value: SIMD3<Float>) -> Bool {
      let half: Float = 0.5 / 65535
      return value.min() >= -half && value.max() <= 1 + half
    }

    private static func holds(_ curves: LookupCurves) -> Bool {
      curves.all.allSatisfy { curve in curve.values.allSatisfy { 0...1 ~= $0 } }
    }

    /// The cube in 16 bits, with blue varying fastest, as ICC requires.
    var codes: [UInt16] {
      let size = cube.size
      var codes: [UInt16] = []
      codes.reserveCapacity(3 * cube.values.count)
      for red in 0..<size {
        for green in 0..<size {
          for blue in 0..<size {
            let value = cube.values[red + size * (green + size * blue)]
            for part in 0..<3 { codes.append(Self.code(Double(value[part]))) }
          }
        }
      }
      return codes
    }

    /// A curve in 16 bits: its own values if they are evenly spaced from 0 to 1, otherwise samples.
    static func codes(of curve: LookupCurve) -> [UInt16] {
      if curve.positions == nil, curve.domain == 0...1, curve.values.count <= 4096 {
        return curve.values.map { code(Double($0)) }
      }
      // The maximum size of a table in *lut16Type*.
      return (0..<4096).map { code(curve(Double($0) / 4095)) }
    }

    /// The table as readers see it.
    var table: LookupTable {
      get throws(ICCError) {
        do throws(LookupTableError) {
          let values = cube.values.map { value in
            SIMD3((0..<3).map { Float(Double(Self.code(Double(value[$0]))) / 65535) })
          }
          var steps: [LookupTable.Step] = [.cube(try Cube(size: cube.size, values: values))]
          if let before { steps.insert(.curves(try Self.read(before)), at: 0) }
          if let after { steps.append(.curves(try Self.read(after))) }
          return LookupTable(steps: steps)
        } catch {
          throw .table(error)
        }
      }
    }

    private static func read(_ curves: LookupCurves) throws(LookupTableError) -> LookupCurves {
      func read(_ curve: LookupCurve) throws(LookupTableError) -> LookupCurve {
        try LookupCurve(values: codes(of: curve).map { Float(Double($0) / 65535) })
      }
      return LookupCurves(try read(curves.red), try read(curves.green), try read(curves.blue))
    }

    private static func code(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535).rounded()) }
  }
#endif
