internal import ToneMapping

extension InputContext {
  /// Opens pictures with numbered names, such as `in-%05d.exr`, as a clip of one frame each, in numeric order; `nil` for everything else.
  ///
  /// By default, the peak of scene-linear pictures is the maximum over all of them, so that parts of a series are mapped alike.
  ///
  /// - Throws: `notFound` if no file has such a name; `data` if the headers of the files differ.
  func sequence(at path: Path) throws(TranscodingError) -> ClipReader? {
    guard PictureNames.areOfSequence(path) else { return nil }
    let names = try PictureNames(path)
    let numbers: [Int]
    do { numbers = try Folder(names.folder).names(beginningWith: "").compactMap(names.frame(named:)).sorted() } catch {
      throw .input(.unreadableFolder("\(names.folder)", ofPictures: "\(path)", reason: "\(error)"))
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw .input(.noPictures("\(path)", such: "\(names.name(of: 1))"))
    }
    let files = numbers.map { names.name(of: $0) }
    let opened = MediaInput(files[0])
    let (header, picture) = (try stillHeader(of: opened), try still(in: opened))
    var clip = picture.clip
    for file in files.dropFirst() {
      let input = MediaInput(file)
      try stillHeader(of: input).check(follows: header)
      guard let maximum = clip.source.maximumSample else { continue }
      clip.source.maximumSample = max(maximum, try still(in: input).clip.source.maximumSample ?? 0)
    }
    (clip.name, clip.files, clip.frameCount) = ("\(path)", files, files.count)
    if let missing = Self.missing(numbers) {
      clip.assumptions.note(
        "missing-pictures",
        "\(names.name(of: missing.first)) \(missing.count > 1 ? "and \(missing.count - 1) more are" : "is") missing between"
          + " \(names.name(of: first)) and \(names.name(of: last))",
        consequence: "the others are converted without a gap")
    }
    let stated = picture.clip
    return ClipReader(clip) { index, frame throws(TranscodingError) in
      let next = index == 0 ? picture : try still(in: MediaInput(files[index]))
      try next.clip.check(follows: stated)
      try next.readPicture(into: &frame)
    }
  }

  private func still(in input: MediaInput) throws(TranscodingError) -> any FrameSource {
    if let picture = try picture(of: input) { return picture }
    if let source = try movie(of: input, threads: 1), source.isStill { return source }
    throw .input(.notAPicture("\(input.path)"))
  }

  private func stillHeader(of input: MediaInput) throws(TranscodingError) -> Clip {
    guard let media = try media(of: input), let track = media.tracks.first else {
      throw .input(.notAPicture("\(input.path)"))
    }
    return clip(of: track, of: media, in: input.path)
  }

  /// The first number missing from sorted ones, and the count of missing ones.
  private static func missing(_ numbers: [Int]) -> (first: Int, count: Int)? {
    let count = numbers[numbers.count - 1] - numbers[0] + 1 - numbers.count
    guard count > 0, let gap = zip(numbers, numbers.dropFirst()).first(where: { $1 > $0 + 1 }) else { return nil }
    return (gap.0 + 1, count)
  }
}

extension Clip {
  /// Makes sure that a picture can follow the first of a series.
  fileprivate func check(follows first: Clip) throws(TranscodingError) {
    func differs(_ property: String, _ found: String? = nil, _ expected: String? = nil) -> TranscodingError {
      .input(.otherPicture(name, property: property, found: found, first: first.name, expected: expected))
    }
    guard size == first.size else { throw differs("size", size?.description, first.size?.description) }
    guard format == first.format else { throw differs("bit depth or color type", format.name, first.format.name) }
    var own = source
    own.maximumSample = first.source.maximumSample
    guard own == first.source, assumptions.map(\.code) == first.assumptions.map(\.code) else { throw differs("color") }
    let (orientation, expected) = (geometry.orientation, first.geometry.orientation)
    guard orientation == expected else { throw differs("orientation", "\(orientation)", "\(expected)") }
    guard geometry == first.geometry, pixelAspect == first.pixelAspect else { throw differs("crop or pixel aspect") }
  }
}

extension FrameSource {
  fileprivate func readPicture(into frame: inout Frame) throws(TranscodingError) {
    do {
      let picture = try makePicture()
      guard try read(into: picture) else { return }
      try picture.withView { view in try frame.withMutableView { $0.copy(view) } }
    } catch {
      throw TranscodingError(reading: clip.name, error)
    }
  }
}
