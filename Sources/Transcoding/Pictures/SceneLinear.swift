internal import HDRMetadata
internal import ToneMapping

extension Clip {
  /// Whether samples are scene-linear light in floating point, whose 1 is the reference white and which goes beyond it.
  var isSceneLinear: Bool { format.isFloat && source.color.transfer == .linear }
}
