// The names of the curves as printed in a plan.

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

extension InvertedCurveDisplay: CustomStringConvertible {
  public var description: String { "the inverse of the \(curve is any CameraTransfer ? "camera " : "")curve" }
}
