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

extension MediaLocation: ExpressibleByArgument {
  public init(argument: String) { self.init(word: argument) }
}
