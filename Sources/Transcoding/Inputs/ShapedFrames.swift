internal import Movies
internal import Synchronization

/// Frames that are cropped, mirrored and turned after they are read: the rest of the program receives them as they are shown.
final class ShapedFrames<Base: FrameSource>: FrameSource {
  private let base: Base
  private let geometry: FrameGeometry
  private let state: Mutex<State>

  private struct State {
    var shaped: (clip: Clip, shape: FrameShape)
    /// The shapes of frames of parts of another color, whose chroma location may differ.
    var parts: [(part: ColorSegment, shape: FrameShape)] = []
  }

  var clip: Clip { state.withLock(\.shaped.clip) }

  init(_ base: Base, _ geometry: FrameGeometry) {
    (self.base, self.geometry) = (base, geometry)
    state = Mutex(State(shaped: base.clip.shaped(by: geometry)))
  }

  var faults: [Finding] { base.faults }
  var movie: MovieSource? { base.movie }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    defer {
      // The color is that of the selected frames.
      state.withLock { $0 = State(shaped: base.clip.shaped(by: geometry)) }
    }
    return try base.select(frames, hasFrameBefore: hasFrameBefore)
  }

  private func shape(of part: ColorSegment?) -> FrameShape {
    state.withLock { state in
      guard let part else { return state.shaped.shape }
      if let known = state.parts.first(where: { $0.part === part }) { return known.shape }
      let shape = part.applied(to: base.clip).shaped(by: geometry).shape
      state.parts.append((part, shape))
      return shape
    }
  }

  func seconds(of picture: MadePicture<Base.Input>, index: Int) -> Double? {
    base.seconds(of: picture.base, index: index)
  }

  func makePicture() throws -> MadePicture<Base.Input> {
    let shape = shape(of: nil)
    return MadePicture(
      from: try base.makePicture(),
      shape.isCutOnly ? .cut(shape) : .made(RawPicture(try clip.frame(shape.format))))
  }

  func read(into picture: MadePicture<Base.Input>) throws -> Bool {
    guard try base.read(into: picture.base) else { return false }
    let shape = shape(of: picture.base.part)
    try picture.make { shown, stored in try shown.frame.withLock { try shape.make(&$0, of: stored) } }
    return true
  }
}

/// A picture that is made from one that was read.
final class MadePicture<Base: Picture>: Picture {
  enum Content {
    /// In memory of its own.
    case made(RawPicture)
    /// A part of the base's memory.
    case cut(FrameShape)
  }

  let base: Base
  private let content: Content

  init(from base: Base, _ content: Content) { (self.base, self.content) = (base, content) }

  var movie: MoviePicture? { base.movie }

  /// Makes the picture, unless it is a part of its base.
  func make(_ body: (_ made: RawPicture, _ base: borrowing FrameView) throws -> Void) throws {
    guard case .made(let picture) = content else { return }
    try base.withView { try body(picture, $0) }
  }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws {
    switch content {
    case .made(let picture): try picture.withView(body)
    case .cut(let shape): try base.withView { stored in try shape.cut(stored, body) }
    }
  }
}

extension Clip {
  /// Returns this clip after a part of its geometry is applied to pixels, and the shape that applies it.
  package func shaped(by geometry: FrameGeometry) -> (clip: Clip, shape: FrameShape) {
    // The chroma location is from tags, or assumed without them; a source without a known transfer is refused later.
    let plan = try? ConversionPlan.measuring(source, reading: format)
    let tags = plan?.sourceTags ?? source.color
    let shape = FrameShape(
      geometry, of: format, openedSize, location: tags.chromaLocation ?? .left, isFullRange: tags.range == .full)
    var clip = self
    if geometry.isEvening {
      clip.appliedGeometry.evened = shape.size
    } else if let crop = geometry.crop {
      (clip.geometry.crop, clip.appliedGeometry.crop) = (nil, "\(crop)")
    }
    if !geometry.orientation.isUpright {
      (clip.geometry.orientation, clip.appliedGeometry.orientation) = (.upright, geometry.orientation)
    }
    if geometry.orientation.isSideways {
      clip.pixelAspect = pixelAspect.flatMap { Ratio($0.denominator, $0.numerator) }
    }
    clip.size = shape.size
    if geometry.scaled != nil {
      (clip.appliedGeometry.scaled, clip.pixelAspect) = (shape.size, pixelAspect == nil ? nil : Ratio(1, 1))
    }
    if shape.format != format {
      clip.layout = layout ?? format
      clip.format = shape.format
      clip.source.codedBitDepth = source.codedBitDepth ?? format.bitDepth
      if format.chroma != .c444 {
        // The assumption that was made to find each pixel's chroma, which the plan need not repeat.
        clip.assumptions += plan?.assumptions.filter { $0.code == "missing-chroma-location" } ?? []
        clip.source.color.chromaLocation = nil
      }
      if let codes = source.alpha?.codes, format.bitDepth != shape.format.bitDepth {
        func widened(_ code: CodeLevel) -> CodeLevel {
          CodeLevel((code.value * Double(shape.format.maximumCode) / Double(format.maximumCode)).rounded())
        }
        clip.source.alpha?.codes = .init(transparent: widened(codes.transparent), opaque: widened(codes.opaque))
      }
    }
    return (clip, shape)
  }
}

func shaped(_ source: some FrameSource, by geometry: FrameGeometry) -> any FrameSource {
  geometry.isIdentity ? source : ShapedFrames(source, geometry)
}
