/// One value that a file states about a track, and its place.
///
///     for statement in track.statements { print(statement.carriedIn, statement.value) }
///
/// A file may state a property several times, in the container and in the stream, and with different values. All are kept.
public struct Statement: Hashable, Sendable {
  public var value: Value
  /// The place: the path of a box, an element or a unit in it, and the offset of its first byte in the file.
  public var carriedIn: Place
  public var carrier: Carrier

  public enum Value: Hashable, Sendable {
    /// Color tags: code points, range, chroma location.
    case color(ColorDescription)
    /// Primaries and a white for which H.273 has no number.
    case chromaticities(RGBPrimaries)
    /// An ICC profile, whose color is used if all of it is read.
    case profile(ICCColor)
    /// The transfer that replaces the tagged one.
    case alternativeTransfer(AlternativeTransfer)
    /// The mastering display; the nearest one for AV1 and VP9, which use other units.
    case mastering(MasteringDisplayColorVolume)
    case contentLight(ContentLightLevel)
    case ambient(AmbientViewingEnvironment)
    case diffuseWhite(NominalDiffuseWhite)
    /// The colors that occur; `nil` if a message cancels a previous one.
    case contentColorVolume(ContentColorVolume?)
    case dolbyVision(DolbyVisionConfiguration)
    case dolbyVisionRPU(DolbyVisionRPU)
    /// Per-picture metadata: HDR10+, ST 2094-50.
    case dynamicMetadata(RegisteredUserData)
    /// The presence of alpha, and whether color was multiplied by it; `nil` if that is not stated.
    case alpha(AlphaMode?)
    /// The meaning of an alpha layer's samples; `nil` if a message cancels a previous one.
    case alphaChannel(AlphaChannelInformation?)
    /// An auxiliary track or picture that is not alpha.
    case auxiliary(AuxiliaryType)
    /// Bytes that are interpreted elsewhere.
    case payload(PayloadKind, [UInt8])
    /// Bytes that cannot be interpreted, and the reason.
    case unreadable(PayloadKind, [UInt8], MetadataError)
  }

  /// The kinds of carriers, in decreasing order of precedence.
  public enum Carrier: Int, CaseIterable, Sendable {
    /// A box, a property or an element of the container.
    case container
    /// A message in the stream: in the codec's configuration or with the first picture.
    case message
    /// The parameter sets or the sequence header of the stream.
    case parameterSet
    /// The parameter set of a layer above the base, which describes alpha instead of color.
    case auxiliaryLayer
    /// FFmpeg's decoder, which does not report the origin of a value.
    case decoder
    /// The codec's standard, which defines what the absence of a value in the parameter sets means.
    case codecStandard
  }

  /// The topic of the statement.
  public var topic: Topic {
    switch value {
    case .color, .chromaticities, .profile, .alternativeTransfer: .color
    case .mastering: .mastering
    case .contentLight: .contentLight
    case .ambient: .ambient
    case .diffuseWhite: .diffuseWhite
    case .contentColorVolume: .contentColorVolume
    case .dolbyVision, .dolbyVisionRPU: .dolbyVision
    case .dynamicMetadata: .dynamicMetadata
    case .alpha, .alphaChannel: .alpha
    case .auxiliary: .other
    case .payload(let kind, _), .unreadable(let kind, _, _): kind.topic
    }
  }
}

// The associated value of each kind; `nil` for other kinds.
extension Statement.Value {
  package var color: ColorDescription? {
    switch self {
    case .color(let color): color
    case .profile(let profile) where profile.isRead: profile.color
    default: nil
    }
  }

  package var chromaticities: RGBPrimaries? {
    switch self {
    case .chromaticities(let points): points
    case .profile(let profile) where profile.isRead: profile.chromaticities
    default: nil
    }
  }

  package var alternativeTransfer: TransferCharacteristics? {
    if case .alternativeTransfer(let message) = self { message.transfer } else { nil }
  }

  package var contentColorVolume: ContentColorVolume? {
    if case .contentColorVolume(let volume) = self { volume } else { nil }
  }

  package var dolbyVision: DolbyVisionConfiguration? {
    if case .dolbyVision(let configuration) = self { configuration } else { nil }
  }

  package var dolbyVisionRPU: DolbyVisionRPU? { if case .dolbyVisionRPU(let rpu) = self { rpu } else { nil } }

  package var hdr10Plus: HDR10PlusMetadata? {
    if case .dynamicMetadata(.hdr10Plus(let metadata)) = self { metadata } else { nil }
  }

  package var headroomAdaptiveMetadata: HeadroomAdaptiveMetadata? {
    if case .dynamicMetadata(.headroomAdaptiveMetadata(let metadata)) = self { metadata } else { nil }
  }

  /// The name of dynamic metadata that is not interpreted.
  package var otherMetadata: String? { if case .dynamicMetadata(let data) = self { data.otherName } else { nil } }

  package var alphaChannel: AlphaChannelInformation? {
    if case .alphaChannel(let information) = self { information } else { nil }
  }
}

/// A place in a file: `/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/mdcv at byte 60170`.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// The names of the enclosing parts and of the part itself, the outermost first.
  public var path: String
  /// The offset of the part's first byte in the file, its header included; negative if it is not known.
  public var byte: Int

  public var description: String { byte < 0 ? path : "\(path) at byte \(byte)" }

  package init(path: String, byte: Int = -1) { (self.path, self.byte) = (path, byte) }

  /// The place of a part inside another, whose path is empty in a bare stream.
  init(_ name: String, in context: String, byte: Int) {
    (path, self.byte) = (context.isEmpty ? name : "\(context) \(name)", byte)
  }
}
