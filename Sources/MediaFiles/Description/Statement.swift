public import HDRMetadata

/// One thing that a file says of a track, and where it says it.
///
///     for statement in track.statements { print(statement.carriedIn, statement.value) }
///
/// One property may be stated many times, in the container and in the stream, and not always alike: all are kept.
public struct Statement: Hashable, Sendable {
  /// What is said.
  public var value: Value
  /// Where: the path of a box or an element, or of a unit in it, and the offset of its first byte in the file.
  public var carriedIn: Place
  /// Who says it.
  public var carrier: Carrier

  /// What a statement can say.
  public enum Value: Hashable, Sendable {
    /// The tags: code points, range, chroma location.
    case color(ColorDescription)
    /// The transfer to take instead of the tagged one.
    case alternativeTransfer(AlternativeTransfer)
    /// The mastering display; of AV1 and VP9, whose units are others, the nearest.
    case mastering(MasteringDisplayColorVolume)
    /// MaxCLL and MaxFALL.
    case contentLight(ContentLightLevel)
    /// The room for which it was made.
    case ambient(AmbientViewingEnvironment)
    /// The light of diffuse white.
    case diffuseWhite(NominalDiffuseWhite)
    /// The colors that occur; `nil` where a message cancels what was said.
    case contentColorVolume(ContentColorVolume?)
    /// What Dolby Vision there is.
    case dolbyVision(DolbyVisionConfiguration)
    /// Metadata of one picture: HDR10+, ST 2094-50.
    case dynamicMetadata(RegisteredUserData)
    /// That there is alpha, and whether color was multiplied by it; `nil` where that is not said.
    case alpha(AlphaMode?)
    /// What the samples of an alpha layer mean; `nil` where a message cancels what was said.
    case alphaChannel(AlphaChannelInformation?)
    /// That a track or a picture belongs to another, as something else than alpha.
    case auxiliary(AuxiliaryType)
    /// Bytes whose meaning is read elsewhere.
    case payload(PayloadKind, [UInt8])
    /// Bytes that cannot mean what they should, and why.
    case unreadable(PayloadKind, [UInt8], MetadataError)
  }

  /// How color stands to the alpha beside it.
  public enum AlphaMode: String, CaseIterable, Sendable {
    /// Color is as if there were no alpha.
    case straight
    /// Color was multiplied by alpha.
    case premultiplied
  }

  /// Who makes a statement, the most believed first.
  public enum Carrier: Int, CaseIterable, Comparable, Sendable {
    /// A box, a property or an element of the container.
    case container
    /// A message beside the pictures of the stream, in the codec's configuration or in the first picture's unit.
    case message
    /// The parameter sets or the sequence header of the stream.
    case parameterSet
    /// The parameter set of a layer above the base: of alpha, not of color.
    case auxiliaryLayer
    /// The codec's standard, which says what the absence of a value in the parameter sets means.
    case codecStandard

    public static func < (left: Carrier, right: Carrier) -> Bool { left.rawValue < right.rawValue }
  }

  /// What the statement is about.
  public var topic: Topic {
    switch value {
    case .color, .alternativeTransfer: .color
    case .mastering: .mastering
    case .contentLight: .contentLight
    case .ambient: .ambient
    case .diffuseWhite: .diffuseWhite
    case .contentColorVolume: .contentColorVolume
    case .dolbyVision: .dolbyVision
    case .dynamicMetadata: .dynamicMetadata
    case .alpha, .alphaChannel: .alpha
    case .auxiliary: .other
    case .payload(let kind, _), .unreadable(let kind, _, _): kind.topic
    }
  }
}

/// A place in a file: `/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/mdcv at byte 60170`.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// The names of the parts around and of the part, from the outermost in.
  public var path: String
  /// The offset of the part's first byte in the file, its header included.
  public var byte: Int

  public var description: String { "\(path) at byte \(byte)" }
}
