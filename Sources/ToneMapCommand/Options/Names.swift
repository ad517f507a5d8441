public import ArgumentParser
public import Transcoding

extension AlphaMode: ExpressibleByArgument {}
extension FolderSettings.SDRHandling: ExpressibleByArgument {}
extension FolderSettings.OtherHandling: ExpressibleByArgument {}
extension PictureKind: ExpressibleByArgument {}
extension DeliveryFormat: ExpressibleByArgument {}
extension CubeInterpolation: ExpressibleByArgument {}
extension EncoderTool: ExpressibleByArgument {}
extension LookupHost: ExpressibleByArgument {}
extension ToneVariant: ExpressibleByArgument {}

extension GamutOperator: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }
  public static var allValueStrings: [String] { all.map(\.name) }
}

extension ToneOperator: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }
  public static var allValueStrings: [String] { all.map(\.name) }
}
