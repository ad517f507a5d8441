internal import Colorimetry

extension ImageBufferAttachments {
  /// Names of Core Video's constants that are no property's own.
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
  /// The constant of Core Video for these primaries.
  ///
  /// `P22` beside value 22 is this package's pairing: both are the phosphors JEDEC P22 by name, and no document of Apple's
  /// says a number.
  var imageBufferName: String? { self == .ebu3213 ? Self.p22 : appleName }

  /// The primaries of a constant of Core Video.
  init?(imageBufferName name: String) {
    guard let primaries = Self.allCases.first(where: { $0.imageBufferName == name }) else { return nil }
    self = primaries
  }

  private static let p22 = "kCVImageBufferColorPrimaries_P22"
}
