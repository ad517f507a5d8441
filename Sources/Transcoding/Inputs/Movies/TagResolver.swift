internal import MediaFiles
internal import Movies
internal import ToneMapping

/// The color statements of a movie that apply whatever a single picture states.
struct TagResolver: Sendable {
  /// The source resolved from options, container and first picture.
  let source: Source
  /// The stream's statement for the first picture.
  let first: FrameTags
  /// The container's statement, which applies to all pictures that state nothing.
  let container: (color: ColorDescription, metadata: StaticMetadata)
  /// The options' statement, which applies to all pictures.
  let given: (color: ColorDescription, metadata: StaticMetadata)
  private let format: PixelFormat
  /// Whether the stream states only a matrix, which implies a whole standard, as in VP9: the container's primaries and transfer then do not apply to
  /// pictures of another matrix.
  private let statesMatrixAlone: Bool

  /// - Parameters:
  ///   - video: The track as of the picture at which the movie was opened.
  ///   - isFirst: Whether that picture is the first.
  ///   - track: The statements of container and stream, if known.
  init(
    _ source: Source, _ video: VideoTrack, isFirst: Bool, track: TrackDescription?,
    given: (color: ColorDescription, metadata: StaticMetadata)
  ) {
    (self.source, self.given, format) = (source, given, video.format)
    statesMatrixAlone = video.codec == "vp9"
    let container = track?.resolved { $0 == .container }
    self.container = (container?.color ?? ColorDescription(), container?.metadata ?? StaticMetadata())
    let picture = video.statement
    guard !isFirst, let stream = track?.resolved(from: { $0 != .container }) else {
      first = picture
      return
    }
    // The stream's first parameter sets describe the first picture, which was not decoded. The opened picture supplies the rest.
    var first = picture
    let others = stream.color.without(picture.color)
    first.color = stream.color.without(others).completed(by: picture.color)
    self.first = first
  }

  /// The source of pictures with this statement of the stream.
  ///
  /// Values equal to the first picture's are resolved as for it, so a container may override them; other values apply as stated, since a container
  /// states one color and no changes. Options always apply.
  func source(of picture: FrameTags, with messages: FrameMessages? = nil) -> Source {
    guard picture != first else { return source }
    var changed = source
    func pick<Value: Equatable>(_ path: WritableKeyPath<ColorDescription, Value?>) {
      guard given.color[keyPath: path] == nil, picture.color[keyPath: path] != first.color[keyPath: path] else {
        return
      }
      changed.color[keyPath: path] = picture.color[keyPath: path] ?? container.color[keyPath: path]
    }
    if source.gamut == nil { pick(\.primaries) }
    if source.log == nil { pick(\.transfer) }
    pick(\.matrix)
    pick(\.range)
    pick(\.chromaLocation)
    if statesMatrixAlone, changed.color.matrix != source.color.matrix {
      if given.color.primaries == nil { changed.color.primaries = nil }
      if given.color.transfer == nil { changed.color.transfer = nil }
    }
    func isPossible(_ matrix: MatrixCoefficients) -> Bool {
      matrix.isPossible(subsamplingChroma: format.chroma != .c444)
    }
    if given.color.matrix == nil, changed.color.matrix.map(isPossible) == false {
      changed.color.matrix = container.color.matrix.flatMap { isPossible($0) ? $0 : nil }
    }
    let isSameColor = picture.color == first.color
    func pick<Value: Equatable>(_ path: WritableKeyPath<StaticMetadata, Value?>) {
      guard given.metadata[keyPath: path] == nil else { return }
      if isSameColor, picture.metadata[keyPath: path] == first.metadata[keyPath: path] { return }
      changed.metadata[keyPath: path] = picture.metadata[keyPath: path] ?? container.metadata[keyPath: path]
    }
    pick(\.mastering)
    pick(\.contentLight)
    if !isSameColor { changed.metadata.ambient = given.metadata.ambient ?? container.metadata.ambient }
    changed.isDolbyVisionOnly =
      picture.isDolbyVisionOnly || source.isDolbyVisionOnly && !first.isDolbyVisionOnly
      || source.isDolbyVisionOnly && isSameColor
    if !isSameColor, let messages {
      changed.carriesHDR10Plus = messages.hdr10Plus != nil
      changed.carriesDolbyVision = messages.dolbyVisionRPU != nil
      changed.carriesHeadroomAdaptiveMetadata = messages.headroom != nil
    }
    return changed
  }
}

extension TrackDescription {
  /// Resolves the statements of some carriers, without the defaults that the codec's standard infers.
  fileprivate func resolved(
    from isChosen: (Statement.Carrier) -> Bool
  ) -> (color: ColorDescription, metadata: StaticMetadata) {
    var track = self
    track.inferences = []
    track.statements.removeAll { !isChosen($0.carrier) }
    let resolved = track.resolved
    return (resolved.color, resolved.metadata)
  }
}
