public import Colorimetry

/// Up to 64 luminances, in rising order, that split a tone curve into smooth pieces.
///
///     BT2390(from: .nits(0...1000), to: .nits(0...203)).breakpoints.map(\.nits)  // 87.8 and 1000
///
/// A curve may also have a step at a breakpoint. BT.2446 methods A and C, as printed, have steps of up to 0.1 % of the
/// peak.
public struct Breakpoints: Hashable, Sendable {
  /// The maximum number of breakpoints.
  public static let capacity = 64

  // Sorted. Unused elements are ∞, so that equal breakpoints have equal storage.
  private var storage = SIMD64<Double>(repeating: .infinity)
  /// The number of breakpoints.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  /// Creates a list of the two ends of a range.
  public init(at range: LuminanceRange) {
    self = Breakpoints().adding(range.black).adding(range.peak)
  }

  /// Returns these breakpoints with one added.
  ///
  /// - Domain: Any luminance; one that is 0 or less, not finite, or already present is ignored.
  /// - Parameter luminance: The luminance at which the curve is split.
  /// - Returns: The breakpoints, sorted.
  /// - Precondition: The result has at most `capacity` breakpoints.
  public func adding(_ luminance: Luminance) -> Breakpoints {
    let nits = luminance.nits
    guard nits > 0, nits.isFinite, !contains(luminance) else { return self }
    precondition(count < Self.capacity, "a tone curve has at most \(Self.capacity) breakpoints")
    var more = self
    var place = count
    while place > 0, storage[place - 1] > nits {
      more.storage[place] = storage[place - 1]
      place -= 1
    }
    more.storage[place] = nits
    more.count += 1
    return more
  }
}

extension Breakpoints: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(index: Int) -> Luminance {
    precondition(indices.contains(index), "breakpoint \(index) does not exist; there are \(count)")
    return .nits(storage[index])
  }
}
