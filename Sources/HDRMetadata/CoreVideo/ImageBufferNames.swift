internal import Colorimetry

extension ImageBufferAttachments {
  /// Names of Core Video's constants for keys, and for values that belong to no property.
  enum Key {
    static let primaries = "kCVImageBufferColorPrimariesKey"
    static let transfer = "kCVImageBufferTransferFunctionKey"
    static let matrix = "kCVImageBufferYCbCrMatrixKey"
    static let gammaLevel = "kCVImageBufferGammaLevelKey"
    static let useGamma = "kCVImageBufferTransferFunction_UseGamma"
    static let chromaTop = "kCVImageBufferChromaLocationTopFieldKey"
    static let chromaBottom = "kCVImageBufferChromaLocationBottomFieldKey"
    static let mastering = "kCVImageBufferMasteringDisplayColorVolumeKey"
    static let contentLight = "kCVImageBufferContentLightLevelInfoKey"
    static let ambient = "kCVImageBufferAmbientViewingEnvironmentKey"
    static let alphaMode = "kCVImageBufferAlphaChannelModeKey"

    static let alphaNames: [AlphaChannelInformation.Use: String] = [
      .straight: "kCVImageBufferAlphaChannelMode_StraightAlpha",
      .premultiplied: "kCVImageBufferAlphaChannelMode_PremultipliedAlpha",
    ]
  }
}

extension ColorPrimaries {
  /// Core Video's constant for these primaries.
  ///
  /// Pairing `P22` with value 22 is this package's choice: both name the phosphors JEDEC P22, but no document of Apple
  /// gives a number.
  var imageBufferName: String? { self == .ebu3213 ? Self.p22 : appleName }

  /// The primaries for a constant of Core Video.
  init?(imageBufferName name: String) {
    guard let primaries = Self.allCases.first(where: { $0.imageBufferName == name }) else { return nil }
    self = primaries
  }

  private static let p22 = "kCVImageBufferColorPrimaries_P22"
}
