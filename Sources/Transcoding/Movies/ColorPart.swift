internal import HDRMetadata
internal import MediaFiles
internal import Movies
internal import ToneMapping

/// A part of a movie whose pictures state another color than the clip from which a plan is made.
package final class ColorPart: Sendable {
  /// What is known about its pictures.
  private let source: Source
  /// Where it begins, and what changes, as a clause: `the color of in.ts changes at 1.0 s from … to …`.
  let change: String
  /// The options that convert the parts apart.
  let remedy: Fix

  init(_ source: Source, change: String, remedy: Fix) {
    (self.source, self.change, self.remedy) = (source, change, remedy)
  }

  /// A clip of this part's color, with nothing left to assume but what the color itself leaves open.
  func applied(to clip: Clip) -> Clip {
    var clip = clip
    let whole = clip.source
    clip.source = source
    (clip.source.alpha, clip.source.height) = (whole.alpha, whole.height)
    // Where each pixel has a sample of chroma, its place has been taken into account.
    if clip.format.chroma == .c444 { clip.source.color.chromaLocation = whole.color.chromaLocation }
    clip.assumptions = []
    return clip
  }
}

/// What is known about the color of a movie's pictures, whatever a picture of it states.
struct StatedColors: Sendable {
  /// The source by options, container and first picture.
  let source: Source
  /// What the stream states of the first picture.
  let first: PictureStatement
  /// What the container states, which counts for all pictures that state nothing.
  let container: (color: ColorDescription, metadata: StaticMetadata)
  /// What the options state, which counts for all pictures.
  let given: (color: ColorDescription, metadata: StaticMetadata)
  private let format: PixelFormat
  /// Whether the stream states a matrix alone and means all of a standard, as VP9 does: what the container states of primaries and transfer is then
  /// not true of pictures of another matrix.
  private let statesMatrixAlone: Bool

  /// - Parameters:
  ///   - video: The track, as the picture at which the movie was opened says.
  ///   - isFirst: Whether that is the first picture.
  ///   - track: What container and stream state, if that is known.
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
    // The stream's first parameter sets stand for the first picture, which was not decoded. What they leave open is as in the other.
    var first = picture
    let others = stream.color.without(picture.color)
    first.color = stream.color.without(others).completed(by: picture.color)
    self.first = first
  }

  /// The source of pictures of which the stream states this.
  ///
  /// What it states as of the first picture is resolved as there, so that a container may overrule it; what it states otherwise counts, since a
  /// container states one color and knows of no change. Options count always.
  func source(of picture: PictureStatement, with messages: FrameMessages? = nil) -> Source {
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
  /// What statements of some carriers say, without what the codec's standard infers.
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
