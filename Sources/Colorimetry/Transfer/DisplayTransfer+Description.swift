// What a plan prints of its curves.

extension PerceptualQuantizer: CustomStringConvertible {
  public var description: String { "PQ" }
}

extension BT1886: CustomStringConvertible {
  public var description: String { "BT.1886" }
}

extension PowerLaw: CustomStringConvertible {
  public var description: String { "a power of \(exponent)" }
}

extension SRGBDisplay: CustomStringConvertible {
  public var description: String { "sRGB" }
}

extension SceneDisplay: CustomStringConvertible {
  public var description: String { "the camera's curve run backward" }
}
