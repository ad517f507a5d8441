/// An SMPTE timecode: hours, minutes, seconds and frames.
///
///     Timecode("01:00:59;29", rate: 30)?.advanced(by: 1).description  // 01:01:00;02
///
/// Drop-frame counting skips the first numbers of each minute except every tenth, two for each 30 frames per second, so that 29.97 frames per second
/// keep up with the clock. No frame is dropped.
///
/// - Source: SMPTE ST 12-1, 5.2 and 5.3, drop-frame.
struct Timecode: Hashable, Sendable {
  /// The number of frames since 00:00:00:00.
  private var number: Int
  /// The nominal frames per second, a whole number.
  private var rate: Int
  private let separator: Character

  /// A timecode; `nil` if the text is not valid for this rate.
  init?(_ text: String, rate: Int) {
    guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})([:;.])([0-9]{1,3})/), rate > 0,
      let hours = Int(match.1), let minutes = Int(match.2), let seconds = Int(match.3), let frames = Int(match.5),
      hours < 24, minutes < 60, seconds < 60, frames < rate
    else { return nil }
    let dropped = match.4 == ":" ? 0 : Self.dropped(rate)
    guard match.4 == ":" || dropped > 0 else { return nil }
    let all = hours * 60 + minutes
    number = (all * 60 + seconds) * rate + frames - dropped * (all - all / 10)
    (self.rate, separator) = (rate, match.4.first!)
  }

  /// The numbers that drop-frame counting skips in a minute; 0 if there is no drop-frame counting at this rate.
  private static func dropped(_ rate: Int) -> Int { rate % 30 == 0 ? rate / 15 : 0 }

  private var dropped: Int { separator == ":" ? 0 : Self.dropped(rate) }

  /// The timecode of the same time at another rate; `nil` if drop-frame counting does not exist there.
  func converted(to rate: Int) -> Timecode? {
    guard rate > 0, separator == ":" || Self.dropped(rate) > 0 else { return nil }
    var other = self
    other.number = Int((Double(number) * Double(rate) / Double(self.rate)).rounded())
    other.rate = rate
    return other.advanced(by: 0)
  }

  /// The timecode a number of frames later; it wraps after a day.
  func advanced(by frames: Int) -> Timecode {
    let day = 144 * (600 * rate - 9 * dropped)
    var later = self
    later.number = (number + frames % day + day) % day
    return later
  }
}

extension Timecode: CustomStringConvertible {
  var description: String {
    let tenMinutes = 600 * rate - 9 * dropped
    let minute = 60 * rate - dropped
    let rest = number % tenMinutes
    let shown = number + dropped * (9 * (number / tenMinutes) + max(0, rest - dropped) / minute)
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = shown / rate
    return
      "\(digits(seconds / 3600)):\(digits(seconds / 60 % 60)):\(digits(seconds % 60))\(separator)\(digits(shown % rate))"
  }
}
