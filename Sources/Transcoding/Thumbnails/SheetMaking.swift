internal import HDRMetadata
internal import ToneMapping

internal import Movies
internal import Synchronization

/// An opened movie, and how sheets of its pictures are made.
struct SheetMaking {
  let movie: Thumbnailing
  let layout: SheetLayout

  typealias Written = (sheets: [Path], webVTT: Path, decision: Decision)

  init(
    of input: MediaInput, every: MovieMoment, grid: PictureSize, _ settings: ThumbnailSettings, _ control: RunControl
  ) throws(TranscodingError) {
    var found: SheetLayout?
    movie = try Thumbnailing(of: input, settings, at: .time(0), control) { source throws(TranscodingError) in
      let clip = source.clip
      guard let duration = source.reader.video.duration?.value else {
        throw .data(
          "\(clip.name) states no duration, but sheets have pictures of all of it; copy it to a container that states one, such as .mkv"
        )
      }
      let layout = try SheetLayout(
        cell: settings.size(of: clip.shownSize, isOnSheet: true), grid: grid, every: every, duration: duration)
      let largest = layout.size(of: layout.sheets[0].count)
      try settings.format?.check(largest, fix: Self.smaller)
      found = layout
      return largest
    }
    layout = found!
  }

  private static let smaller: Fix = "give a smaller \(.grid), \(.width) or \(.fit)"

  /// Writes the sheets, and the WebVTT file that says where each picture is.
  func write(to output: Path) throws -> Written {
    let kind = try movie.settings.format ?? PictureKind(output: output)
    try kind.check(movie.size, fix: Self.smaller)
    _ = try movie.file(kind, movie.size)
    let names = layout.names(output)
    return try movie.withOutputs { outputs in
      // What is opened first appears last: players look for the sheets when they have the text.
      let vtt = try outputs.open(names.vtt, as: "the WebVTT", isGiven: false)
      let destinations = try names.sheets.map { name in
        let destination = try outputs.open(name, as: "the output", isGiven: name == output)
        guard destination.isFile else {
          throw TranscodingError.settings(
            "\(destination.name) is no file, but sheets are files with names; name a file")
        }
        return destination
      }
      movie.report()
      try vtt.write(Array(layout.webVTT(naming: names.sheets).utf8))
      try write(kind, to: destinations)
      try movie.choices.report(faults: movie.source.faults)
      try movie.choices.control.check()
      try outputs.commit()
      return (names.sheets, names.vtt, movie.decision)
    }
  }

  private func write(_ kind: PictureKind, to destinations: [Destination]) throws {
    let (source, decision) = (movie.source, movie.decision)
    let series = PictureSeries(
      at: layout.seconds.map { Seconds($0) }, of: source.reader, threads: movie.threads)
    let decoded = try source.makePicture()
    var last: ColorPart?
    var maker = try movie.maker(by: decision.plan, layout.cell)
    for (pictures, destination) in zip(layout.sheets, destinations) {
      let size = layout.size(of: pictures.count)
      var sheet = try Frame(decision.plan.outputFormat, width: size.width, height: size.height)
      for number in pictures {
        try movie.choices.control.check()
        guard try decoded.frame.withLock({ frame throws(MovieError) in try series.next(into: &frame) }) else {
          throw TranscodingError.data(
            "\(source.clip.name) has no picture at \(layout.seconds[number].rounded(to: 3)) s; check that the file is whole"
          )
        }
        try source.place(decoded)
        if decoded.part !== last {
          last = decoded.part
          let shown = try movie.choices.decision(for: decoded, of: source, or: decision)
          maker = try movie.maker(by: shown.plan, layout.cell)
        }
        let place = layout.place(number - pictures.lowerBound)
        try sheet.put(maker.make(decoded), x: place.x, y: place.y)
      }
      try movie.file(kind, size).write(sheet, to: destination)
    }
  }
}

extension Frame {
  /// Puts another picture of this format here, with its top left corner at a place.
  ///
  /// - Precondition: The samples have 16 bits and lie in planes of the picture's size, and the other picture is within this one.
  fileprivate mutating func put(_ picture: borrowing Frame, x: Int, y: Int) throws {
    precondition(format == .gbrp16 && picture.format == .gbrp16)
    let (columns, rows) = (picture.width, picture.height)
    precondition(x >= 0 && y >= 0 && x + columns <= width && y + rows <= height)
    for plane in 0..<3 {
      let (from, to) = (picture.planes[plane].stride, planes[plane].stride)
      try unsafe picture.withUnsafePlane(plane) { source in
        try unsafe withUnsafeMutablePlane(plane) { target in
          for row in 0..<rows {
            let line = unsafe UnsafeRawBufferPointer(rebasing: source[row * from..<row * from + 2 * columns])
            let begin = (y + row) * to + 2 * x
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[begin..<begin + 2 * columns]).copyMemory(from: line)
          }
        }
      }
    }
  }
}
