#if FFmpeg
  internal import HDRMetadata
  internal import Movies
  internal import RawVideo
  internal import Synchronization
  internal import ToneMapping

  extension Thumbnailing {
    /// Writes sheets of pictures, and the WebVTT file that says where each is.
    package func makeSheets(every: MovieMoment) throws -> Sheets {
      var result: Sheets?
      let instructions = running.chosenInstructions
      let source = try open(.time(0))
      let clip = source.clip
      guard let duration = source.reader.video.duration?.value else {
        throw TranscodingError.data(
          "\(clip.name) states no duration, but sheets have pictures of all of it; copy it to a container that states one, such as .mkv"
        )
      }
      let layout = try SheetLayout(
        cell: picture.size(of: clip.shownSize), grid: picture.grid, every: every, duration: duration)
      let largest = layout.size(of: layout.sheets[0].count)
      try kind.check(largest, fix: "give a smaller \(.grid), \(.width) or \(.fit)")
      let decision = try choices.decide(about: clip)
      try MemoryNeed(ofThumbnail: decision.plan, for: clip, at: largest, threads: threads).check()
      let names = layout.names(output)
      try withOutputs { outputs in
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
        choices.tell(of: decision, about: clip)
        tellField(of: source)
        if let crop = clip.geometry.crop {
          choices.control.report(GeometryDone(crop: "\(crop)").notes(on: clip.name, in: nil))
        }
        try vtt.write(Array(layout.webVTT(naming: names.sheets).utf8))
        let series = PictureSeries(at: layout.seconds.map { Seconds($0) }, of: source.reader, threads: threads)
        let decoded = try source.makePicture()
        var last: ColorPart?
        var maker = try PictureMaker(
          of: clip, by: decision.plan, size: layout.cell, takingField: source.reader.video.isInterlaced,
          threads: threads, on: instructions)
        for (pictures, destination) in zip(layout.sheets, destinations) {
          let size = layout.size(of: pictures.count)
          var sheet = try Frame(decision.plan.outputFormat, width: size.width, height: size.height)
          for number in pictures {
            try choices.control.check()
            guard try decoded.frame.withLock({ frame throws(MovieError) in try series.next(into: &frame) }) else {
              throw TranscodingError.data(
                "\(clip.name) has no picture at \(layout.seconds[number].rounded(to: 3)) s; check that the file is whole"
              )
            }
            try source.place(decoded)
            if decoded.part !== last {
              last = decoded.part
              maker = try PictureMaker(
                of: clip, by: choices.decision(for: decoded, of: source, or: decision).plan, size: layout.cell,
                takingField: source.reader.video.isInterlaced, threads: threads, on: instructions)
            }
            let place = layout.place(number - pictures.lowerBound)
            try sheet.put(maker.make(decoded), x: place.x, y: place.y)
          }
          try PictureFile(kind: kind, size: size, threads: threads, instructions: instructions)
            .write(sheet, to: destination)
        }
        try choices.judge(source.faults)
        try choices.control.check()
        try outputs.commit()
        result = Sheets(layout: layout, names: names, decision: decision)
      }
      guard let result else { preconditionFailure("sheets are made or an error is thrown") }
      return result
    }

    /// Sheets that were written.
    package struct Sheets: Sendable {
      package let layout: SheetLayout
      package let names: (sheets: [Path], vtt: Path)
      package let decision: Decision
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
#endif
