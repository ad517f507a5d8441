package import MediaFiles
internal import SystemCalls
internal import ToneMapping
internal import Movies

/// The pictures of a file as the decoder reports them to `convert`: headers can be wrong, or incomplete.
package enum DecodedTrack {
  /// The clip of a track as `convert` reads it, and the index of the track in the description.
  case clip(Clip, place: Int)
  /// The error with which `convert` refuses such pictures.
  case refused(TranscodingError)
  /// The finding that no pictures can be decoded, whatever the headers state.
  case unread(Finding)
}

extension InputContext {
  /// Returns the decoder's report on the first picture of a file; `nil` if no decoder here reads it.
  package func decoded(_ media: MediaDescription, of input: MediaInput) -> DecodedTrack? {
    let path = input.path
    if media.container == .png {
      do throws(TranscodingError) { return try picture(of: input).map { .clip($0.clip, place: 0) } } catch {
        return .unread(.unread(error.sentence.description, at: path, fix: "give a file whose pictures can be decoded"))
      }
    }
    do throws(MovieError) {
      let file: Descriptor
      do throws(TranscodingError) { file = try input.file() } catch { return .refused(error) }
      let reader = try reader(of: input, file, threads: 1)
      do throws(TranscodingError) {
        let clip = try clip(of: reader, described: media, in: path)
        return .clip(clip, place: media.place(of: reader) ?? 0)
      } catch {
        return .refused(error)
      }
    } catch {
      let refusal = TranscodingError(error, of: media)
      switch error {
      case .unknownFormat: return .refused(TranscodingError(error))
      case .noLibraries: return .unread(.unread("\(error)", at: path, fix: "install FFmpeg"))
      case _ where media.isOfPictures: return .refused(refusal)
      default:
        let fix: Fix = "give a file whose pictures can be decoded"
        return .unread(.unread(refusal.sentence.description, at: path, fix: fix))
      }
    }
  }

  /// Returns a description with the bit depth and the chroma of decoded pictures where headers do not state them.
  package func completed(_ media: MediaDescription, of input: MediaInput) -> MediaDescription {
    var media = media
    // Only the pictures of an alpha layer show whether its chroma is neutral.
    if let place = media.tracks.firstIndex(where: { !$0.isAuxiliary }), media.tracks[place].facts.hasAlphaLayer,
      let file = try? input.file()
    {
      let reader = try? reader(of: input, file, threads: 1)
      media.tracks[place].facts.isAlphaChromaNeutral = reader?.isAlphaChromaNeutral
    }
    let isComplete = media.tracks.allSatisfy { $0.isAuxiliary || ($0.facts.bitDepth != nil && $0.facts.chroma != nil) }
    guard !isComplete, case .clip(let clip, let place) = decoded(media, of: input) else { return media }
    media.tracks[place].facts.complete(from: clip.format)
    return media
  }
}

extension CodecFacts {
  /// Takes missing facts from the format of decoded pictures. R′G′B′ has no chroma.
  mutating func complete(from format: PixelFormat) {
    if !format.isFloat { bitDepth = bitDepth ?? format.bitDepth }
    if format.model != .rgb { chroma = chroma ?? ChromaFormat(format) }
  }
}

extension CodecFacts.ChromaFormat {
  fileprivate init(_ format: PixelFormat) {
    self =
      switch (format.model, format.chroma) {
      case (.gray, _): .monochrome
      case (_, .c444): .yuv444
      case (_, .c422): .yuv422
      default: .yuv420
      }
  }
}

extension Finding {
  fileprivate static func unread(_ sentence: String, at path: Path, fix: Fix) -> Finding {
    Finding(
      code: "unreadable-picture", found: String(sentence.prefix { $0 != ";" }),
      consequence: "the plan is made from its header, but convert cannot read it", fix: fix)
  }
}
