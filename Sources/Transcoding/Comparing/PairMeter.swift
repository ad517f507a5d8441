internal import FrameComparison
internal import Synchronization
internal import SystemCalls

struct MeasuredPair: Sendable {
  var indices = (first: 0, second: 0, seconds: nil as Double?)
  var difference: PictureDifference
  var planes: PlaneErrors?
  /// The levels in smooth areas of this pair and all before it.
  var bands: BandMeter
  var shift = ShiftEvidence()
  var fields = FieldEvidence()
  /// The difference step of each pixel, if a heat map is requested.
  var heat: [UInt16] = []
}

final class PairMeter: Sendable {
  private struct Running: ~Copyable {
    var first, second: PerceptualReader
    /// The current and the previous picture of each clip as perceptual codes, stored alternately.
    var frames: (first: [Frame], second: [Frame])
    var bands: BandMeter
    var count = 0
    let meter: DifferenceMeter
  }

  private let running: Mutex<Running>
  private let keepsHeat: Bool
  private let planes: PlaneErrors?
  private let workers: Workers

  init(
    _ first: consuming sending PerceptualReader, _ second: consuming sending PerceptualReader, planes: PlaneErrors?,
    bands: BandMeter, at size: PictureSize, threads: Int, keepsHeat: Bool
  ) throws {
    (self.keepsHeat, self.planes, workers) = (keepsHeat, planes, Workers(atMost: threads))
    // The copies get their own memory when they are first written.
    let frames = Array(repeating: try Frame(PerceptualCodes.format, width: size.width, height: size.height), count: 2)
    let meter = DifferenceMeter(width: size.width, height: size.height, workers: workers, keepsMap: keepsHeat)
    running = Mutex(Running(first: first, second: second, frames: (frames, frames), bands: bands, meter: meter))
  }

  /// The maximum light of a pixel of each clip so far, and the maximum average of a frame.
  var maxima: [(pixel: Luminance, average: Luminance)] {
    running.withLock { [$0.first.maximum, $0.second.maximum] }
  }

  /// Measures a pair; shift and fields only if measured closely.
  func measure(_ pair: PicturePair<some Picture, some Picture>, closely: Bool) throws -> MeasuredPair {
    let pair = pair.content.withLock(\.self)
    return try running.withLock { running in
      let (now, before) = (running.count & 1, running.count & 1 ^ 1)
      try running.first.read(pair.first, into: &running.frames.first[now])
      try running.second.read(pair.second, into: &running.frames.second[now])
      let hasBefore = running.count > 0
      running.count += 1
      let (a, b, bands) = (running.frames.first[now], running.frames.second[now], running.bands)
      var values = a.withView { a in
        b.withView { b in
          MeasuredPair(indices: pair.indices, difference: running.meter.measure(a, b), planes: planes, bands: bands)
        }
      }
      if keepsHeat { values.heat = running.meter.heat }
      // Two tasks, or four, on the available threads.
      let parts = Mutex(values)
      let (oldA, oldB) = (running.frames.first[before], running.frames.second[before])
      let failure = Mutex<(any Error)?>(nil)
      workers.perform(iterations: closely ? 4 : 2) { part, _ in
        do {
          switch part {
          case 0:
            guard var own = planes else { return }
            try pair.first.withCodes { one in try pair.second.withCodes { other in own.add(one, other) } }
            parts.withLock { $0.planes = own }
          case 1:
            var own = bands
            try pair.first.withCodes { one in try pair.second.withCodes { other in own.add(one, other) } }
            parts.withLock { $0.bands = own }
          case 2:
            let own = a.withView { a in b.withView { b in ShiftEvidence(a, b) } }
            parts.withLock { $0.shift = own }
          default:
            guard hasBefore else { return }
            let own = a.withView { a in
              b.withView { b in
                oldA.withView { oldA in
                  oldB.withView { oldB in FieldEvidence(a, b, firstBefore: oldA, secondBefore: oldB) }
                }
              }
            }
            parts.withLock { $0.fields = own }
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
      if let error = failure.withLock(\.self) { throw error }
      values = parts.withLock(\.self)
      running.bands = values.bands
      return values
    }
  }
}
