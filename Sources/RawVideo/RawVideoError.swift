public import SystemCalls
public import VideoFrames

/// The reason why raw frames cannot be read or written.
public enum RawVideoError: Error, Hashable, Sendable {
  /// A file cannot be opened for reading.
  case cannotOpen(String, SystemError)
  /// A file cannot be created.
  case cannotCreate(String, SystemError)
  /// Reading failed.
  case cannotRead(String, SystemError)
  /// Writing failed.
  case cannotWrite(String, SystemError)
  /// The reader of the output has closed the pipe.
  case closedPipe(String)

  /// A picture of this size is impossible, or there is no memory for it.
  case picture(FrameError)
  /// The given frame has a different format or size from the file.
  case otherPicture(found: String, expected: String)
  /// A raw file does not contain a whole number of frames.
  case partialFrame(String, wholeFrames: Int, extraBytes: Int, frameBytes: Int)
  /// The last frame is incomplete.
  case truncatedFrame(String, wholeFrames: Int, bytes: Int, frameBytes: Int)
  /// The file became shorter while it was read; `announced` is `nil` if its length did not determine the number of frames.
  case shortened(String, wholeFrames: Int, announced: Int?, bytes: Int, announcedBytes: Int)

  /// The file does not start like Y4M.
  case notY4M(String, found: String)
  /// The header does not end within `Y4MHeader.limit` bytes, or before the end of the file.
  case endlessHeader(String, bytes: Int)
  /// The header is not text.
  case unreadableHeader(String)
  /// A required field is missing.
  case missingField(String)
  /// A field appears twice.
  case repeatedField(String)
  /// A field has an invalid value.
  case badField(String, expected: String)
  /// A field starts with an unknown letter.
  case unknownField(String)
  /// The chroma format is not supported.
  case unknownChroma(String)
  /// Two fields contradict each other.
  case contradictoryFields(String, String)
  /// A frame does not start with `FRAME`.
  case missingFrameMark(String, frame: Int, found: String)
  /// The line that starts a frame does not end within `Y4MHeader.limit` bytes, or before the end of the file.
  case endlessFrameLine(String, frame: Int)
  /// Y4M has no name for the format.
  case notInY4M(PixelFormat)
}

extension RawVideoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let name, let reason):
      "\(name) cannot be opened (\(reason)); check the path"
    case .cannotCreate(let name, let reason):
      "\(name) cannot be created (\(reason)); check that its folder exists and is writable"
    case .cannotRead(let name, let reason):
      "\(name) cannot be read (\(reason)); check that it is a video file and that the disk is sound"
    case .cannotWrite(let name, let reason):
      "\(name) cannot be written (\(reason)); check that the disk has enough free space"
    case .closedPipe(let name):
      "the reader of \(name) closed it before all frames were written; keep it open until the end"

    case .picture(let error):
      "\(error)"
    case .otherPicture(let found, let expected):
      "the frame is \(found), but \(expected) was expected; make the frame with makeFrame()"
    case .partialFrame(let name, let whole, let extra, let frameBytes):
      "\(name) has \(whole) whole frames of \(frameBytes) bytes and \(extra) extra bytes, but must have only whole "
        + "frames; check the size and the pixel format, or cut the file after the last whole frame"
    case .truncatedFrame(let name, let whole, let bytes, let frameBytes):
      "\(name) ends within a frame; after \(whole) whole frames, only \(bytes) of \(frameBytes) bytes follow; convert "
        + "only the whole frames, or write the file again"
    case .shortened(let name, let whole, let announced, let bytes, let announcedBytes):
      "\(name) had \(announced.map { "\($0) frames and " } ?? "")\(announcedBytes) bytes when it was opened, but ended "
        + "after \(whole) whole frames and \(bytes) bytes; convert it when no other program changes it"

    case .notY4M(let name, let found):
      "\(name) begins with \(found), but Y4M begins with \"YUV4MPEG2 \"; for raw frames, give the size and the format"
    case .endlessHeader(let name, let bytes):
      "the Y4M header of \(name) has no line feed in its first \(bytes) bytes, but must end with one within "
        + "\(Y4MHeader.limit) bytes; check that the file is Y4M"
    case .unreadableHeader(let name):
      "the Y4M header of \(name) is not text, but must be ASCII or UTF-8; check that the file is Y4M"
    case .missingField(let field):
      "the Y4M header has no field \(field), but must have W and H; write the file again, or supply it as raw frames"
    case .repeatedField(let field):
      "the Y4M header has a second field \(Self.quoted(field)), but each may appear once; remove one of them"
    case .badField(let field, let expected):
      "the Y4M header has the field \(Self.quoted(field)), but \(expected) was expected; correct the header"
    case .unknownField(let field):
      "the Y4M header has the field \(Self.quoted(field)), but fields begin with W, H, F, I, A, C or X; correct the header"
    case .unknownChroma(let field):
      "the Y4M header has the chroma \(Self.quoted(field)), but only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, "
        + "444alpha and mono are supported, also 420, 422 and 444 with a suffix of p9 to p16, and mono9 to mono16; convert "
        + "the file to one of these"
    case .contradictoryFields(let first, let second):
      "the Y4M header says both \(Self.quoted(first)) and \(Self.quoted(second)), which contradict each other; remove the wrong one"
    case .missingFrameMark(let name, let frame, let found):
      "frame \(frame) of \(name) begins with \(found), but every Y4M frame begins with \"FRAME\"; write the file again; "
        + "it is damaged here, or the size in its header is wrong"
    case .endlessFrameLine(let name, let frame):
      "the line that begins frame \(frame) of \(name) has no line feed, but must end with one within \(Y4MHeader.limit) "
        + "bytes; write the file again; it is damaged here"
    case .notInY4M(let format):
      "Y4M has no name for \(format); write raw frames instead, or a planar Y′CbCr or gray format without alpha, or "
        + "yuva444p"
    }
  }
}

extension RawVideoError {
  /// Bytes as shown in a message: in quotes, at most 16, with everything but plain ASCII escaped.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    if bytes.isEmpty { return "nothing" }
    let scalars = bytes.prefix(16).map { Unicode.Scalar($0).escaped(asASCII: true) }
    return "\"\(scalars.joined())\""
  }

  /// A header field as shown in a message: like bytes, but up to 64 characters.
  static func quoted(_ field: some StringProtocol) -> String {
    "\"\(field.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined())\""
  }
}
