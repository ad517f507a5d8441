internal import CLibAV
internal import Synchronization

/// The exact times of pictures at a constant rate, which a coarse time base of the source rounds: 42 ms stand for 1001/24000 s.
package struct RateGrid: Sendable {
  package let rate: FrameRate
  /// A time base that holds these times exactly, as well as the source's.
  package let timeBase: TimeBase
  /// The time of the first picture, in units of the source.
  private var start: Int64
  private let unit: AVRational
  /// The duration of a picture, in units of the source and of `timeBase`.
  private let length: Double
  private let step: Int64

  /// Returns `nil` if the units are too coarse to identify a rate, or no common unit fits all containers.
  init?(_ rate: FrameRate, of video: VideoTrack, from start: Ticks) {
    let base = video.timeBase
    (self.start, unit) = (start.count, base.rational)
    let (ticks, parts) = (base.denominator * rate.denominator, base.numerator * rate.numerator)
    if ticks % parts == 0 {
      (self.rate, timeBase, step, length) = (rate, base, Int64(ticks / parts), Double(ticks / parts))
      return
    }
    guard let rate = Self.common(near: rate) else { return nil }
    self.rate = rate
    length = 1 / (rate.value * base.value)
    let common = base.denominator / Int(av_gcd(Int64(base.denominator), Int64(rate.numerator))) * rate.numerator
    guard length >= Self.leastLength, common <= Self.finest, let fine = TimeBase(1, common) else { return nil }
    (timeBase, step) = (fine, Int64(common / rate.numerator * rate.denominator))
  }

  /// Returns the nearest whole picture rate, or NTSC rate (1000/1001 of one): the library's estimate from rounded times is near it. 959/16 becomes
  /// 60000/1001.
  private static func common(near rate: FrameRate) -> FrameRate? {
    let (whole, slow) = (rate.value.rounded(), (rate.value * 1.001).rounded())
    guard (1...1000).contains(whole), (1...1000).contains(slow) else { return nil }
    let isWhole = (rate.value - whole).magnitude <= (rate.value - slow / 1.001).magnitude
    return isWhole ? FrameRate(Int(whole), 1) : FrameRate(Int(slow) * 1000, 1001)
  }

  /// The minimum duration of a picture, in units: below it, a time that is off by one unit identifies no rate.
  private static let leastLength = 8.0
  /// A maximum above lcm(24000, 90000), and within the 32 bits of MP4's timescale for a day.
  private static let finest = 1_000_000

  /// The same rate, starting at another picture.
  package func starting(at time: Ticks) -> RateGrid {
    var grid = self
    grid.start = time.count
    return grid
  }

  /// The number of the picture at a time; `nil` if no picture of this rate is shown within a unit of it.
  func number(at time: Ticks) -> Int64? {
    let passed = Double(time.count.clamped - start.clamped)
    let number = (passed / length).rounded()
    let tolerance = length < Self.leastLength ? 0 : 1.001
    guard passed.magnitude < 0x1p36, (passed - number * length).magnitude <= tolerance else { return nil }
    return Int64(number)
  }

  /// Converts a time of the source to units of `timeBase`: exact at the rate, otherwise unchanged.
  package func time(_ time: Ticks) -> Ticks {
    let base = timeBase.rational
    guard let number = number(at: time) else { return Ticks(time.count.rescaled(from: unit, to: base)) }
    return Ticks(start.rescaled(from: unit, to: base) + number * step)
  }

  /// Converts a duration of the source to units of `timeBase`.
  package func duration(_ duration: Ticks) -> Ticks { starting(at: 0).time(duration) }
}

extension MovieReader {
  /// The rate of the pictures, if the first ones all match the movie's stated rate.
  ///
  /// - Throws: ``MovieError/cannotRead(_:_:)`` or `.noMemory`.
  package func rateGrid() throws(MovieError) -> RateGrid? {
    guard let start = video.start, let rate = video.frameRate, isSeekable, !isPictureFile,
      let grid = RateGrid(rate, of: video, from: start)
    else { return nil }
    let stream = unsafe demuxer.stream(video.index).pointee
    // From a table of all times, the library computes both rates.
    if containerName == "mov", unsafe av_cmp_q(stream.avg_frame_rate, stream.r_frame_rate) == 0 { return grid }
    guard let ahead = try? lookAhead() else { return nil }
    let packet = try Packet(for: name)
    var known = 0
    for _ in 0..<Self.judgedPictures {
      guard try ahead.read(video.index, into: packet).isThere else { break }
      guard let time = packet.shownTime, !packet.isDiscarded, time >= start.count else { continue }
      guard grid.number(at: Ticks(time)) != nil else { return nil }
      known += 1
    }
    return known > 1 ? grid : nil
  }

  /// The number of pictures checked: a few seconds, which are read quickly even for the fastest streams.
  private static let judgedPictures = 120
}
