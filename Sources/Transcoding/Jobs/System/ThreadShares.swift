internal import SystemCalls

/// The division of a conversion's threads among its parts, which run at the same time.
package struct ThreadShares: Hashable {
  let decoding, converting, encoding: Int

  init(asked: Int?, decodes: Bool, encodes: Bool) {
    guard let asked else {
      (decoding, converting, encoding) = (activeProcessorCount, activeProcessorCount, activeProcessorCount)
      return
    }
    // Measured for HEVC to H.264: a fifth of the time is decoding, a tenth converting, and the rest encoding.
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
