public import VideoFrames

/// Why raw frames cannot be read or written.
public enum RawVideoError: Error, Hashable, Sendable {
  /// A file cannot be opened for reading.
  case cannotOpen(String, SystemError)
  /// A file cannot be created.
  case cannotCreate(String, SystemError)
  /// Reading failed.
  case cannotRead(String, SystemError)
  /// Writing failed.
  case cannotWrite(String, SystemError)
  /// Whoever was reading what we write has stopped.
  case closedPipe(String)

  /// There can be no picture of this size.
  case picture(FrameError)
  /// A frame of another format or size was given than the file has.
  case otherPicture(found: String, expected: String)
  /// A raw file is not as long as any number of frames.
  case partialFrame(String, wholeFrames: Int, extraBytes: Int, frameBytes: Int)
  /// The last frame is not all there.
  case truncatedFrame(String, wholeFrames: Int, bytes: Int, frameBytes: Int)

  /// The file does not begin as Y4M does.
  case notY4M(String, found: String)
  /// The header has no end within `Y4MHeader.limit` bytes, or within the file.
  case endlessHeader(String, bytes: Int)
  /// The header is not text.
  case unreadableHeader(String)
  /// A field that must be there is not.
  case missingField(String)
  /// A field is there twice.
  case repeatedField(String)
  /// A field has a value that it cannot have.
  case badField(String, expected: String)
  /// A field begins with a letter that has no meaning.
  case unknownField(String)
  /// The chroma is of a kind that is not read here.
  case unknownChroma(String)
  /// Two fields say different things.
  case contradictoryFields(String, String)
  /// A frame does not begin with `FRAME`.
  case missingFrameMark(String, frame: Int, found: String)
  /// The line that begins a frame has no end within `Y4MHeader.limit` bytes, or within the file.
  case endlessFrameLine(String, frame: Int)
  /// Y4M has no name for a format.
  case notInY4M(PixelFormat)
}

extension RawVideoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let name, let reason):
      return "\(name) cannot be opened (\(reason)): check the path."
    case .cannotCreate(let name, let reason):
      return "\(name) cannot be created (\(reason)): check that its folder exists and may be written to."
    case .cannotRead(let name, let reason):
      return "\(name) cannot be read (\(reason)): check that it is a file of frames, and that its disk is well."
    case .cannotWrite(let name, let reason):
      return "\(name) cannot be written (\(reason)): check that there is room for it."
    case .closedPipe(let name):
      return "Whoever was reading \(name) has closed it: keep it open until all frames are written."

    case .picture(let error):
      return "\(error)"
    case .otherPicture(let found, let expected):
      return "A frame of \(found) was given where one of \(expected) was expected: make it with makeFrame()."
    case .partialFrame(let name, let whole, let extra, let frameBytes):
      return """
        \(name) has \(whole) whole frames of \(frameBytes) bytes and \(extra) bytes more, but should have whole frames \
        alone: check the size and the pixel format, or cut the file after the last whole frame.
        """
    case .truncatedFrame(let name, let whole, let bytes, let frameBytes):
      return """
        \(name) ends within a frame, after \(whole) whole ones and \(bytes) of \(frameBytes) bytes: convert only the \
        whole frames, or write the file again.
        """

    case .notY4M(let name, let found):
      return
        "\(name) begins with \(found), but Y4M begins with \"YUV4MPEG2 \": raw frames need their size and format told."
    case .endlessHeader(let name, let bytes):
      return """
        The Y4M header of \(name) has no line feed in its first \(bytes) bytes, but should end with one within \
        \(Y4MHeader.limit): check that the file is Y4M.
        """
    case .unreadableHeader(let name):
      return "The Y4M header of \(name) is not text, but should be ASCII or UTF-8: check that the file is Y4M."
    case .missingField(let field):
      return
        "The Y4M header has no field \(field), but must have W and H: write the file again, or give it as raw frames."
    case .repeatedField(let field):
      return "The Y4M header has a second field \(Self.quoted(field)), but each may be there once: remove one of them."
    case .badField(let field, let expected):
      return "The Y4M header has the field \(Self.quoted(field)) where \(expected) was expected: correct the header."
    case .unknownField(let field):
      return
        "The Y4M header has the field \(Self.quoted(field)), but fields begin with W, H, F, I, A, C or X: correct the header."
    case .unknownChroma(let field):
      return """
        The Y4M header has the chroma \(Self.quoted(field)), but only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, 444alpha and mono \
        are read, and 420, 422, 444 with p9 to p16, mono9 to mono16: convert it to one of these.
        """
    case .contradictoryFields(let first, let second):
      return
        "The Y4M header says both \(Self.quoted(first)) and \(Self.quoted(second)), which do not agree: remove the wrong one."
    case .missingFrameMark(let name, let frame, let found):
      return """
        Frame \(frame) of \(name) begins with \(found), but in Y4M every frame begins with "FRAME": the file is \
        damaged there, or its header states another size than its frames have.
        """
    case .endlessFrameLine(let name, let frame):
      return """
        The line that begins frame \(frame) of \(name) has no line feed, but should end with one within \
        \(Y4MHeader.limit) bytes: the file is damaged there.
        """
    case .notInY4M(let format):
      return """
        Y4M has no name for \(format): write raw frames instead, or a planar format without alpha, or yuva444p, whose \
        alpha of 8 bits it has.
        """
    }
  }
}

extension RawVideoError {
  /// Bytes as a message shows them: in quotes, at most 16, what is not plain ASCII escaped.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    if bytes.isEmpty { return "nothing" }
    let scalars = bytes.prefix(16).map { Unicode.Scalar($0).escaped(asASCII: true) }
    return "\"\(scalars.joined())\""
  }

  /// A field of a header as a message shows it: as `quoted`, but longer.
  static func quoted(_ field: some StringProtocol) -> String {
    "\"\(field.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined())\""
  }
}
