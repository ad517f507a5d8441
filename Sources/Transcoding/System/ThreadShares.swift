internal import ToneMapping

/// How the threads of a conversion are shared between its parts, which run at the same time.
package struct ThreadShares: Hashable {
  let decoding, converting, encoding: Int

  /// - Parameters:
  ///   - asked: How many threads there are in all. If nobody says, each part gets one for each processor, and the system lets those run that have
  ///     something to do.
  ///   - decodes: Whether the frames are decoded.
  ///   - encodes: Whether they are encoded.
  init(asked: Int?, decodes: Bool, encodes: Bool) {
    guard let asked else {
      (decoding, converting, encoding) = (activeProcessorCount, activeProcessorCount, activeProcessorCount)
      return
    }
    // Measured for HEVC to H.264: a fifth of the time goes to the decoder, a tenth to the conversion, and the rest to the encoder.
    switch (decodes, encodes) {
    case (false, false): (decoding, converting, encoding) = (1, asked, 1)
    case (false, true):
      converting = max(1, (asked + 4) / 8)
      (decoding, encoding) = (1, max(1, asked - converting))
    case (true, false):
      converting = max(1, (asked + 1) / 3)
      (decoding, encoding) = (max(1, asked - converting), 1)
    case (true, true):
      (decoding, converting) = (max(1, (asked + 2) / 5), max(1, (asked + 4) / 8))
      encoding = max(1, asked - decoding - converting)
    }
  }
}
