public import Colorimetry

/// Up to 32 luminances, in rising order, where a tone curve must be split to be smooth in each piece.
///
///     BT2390(from: .nits(0...1000), to: .nits(0...203)).breakpoints.map(\.nits)  // 87.8 and 1000
///
/// At a breakpoint a curve may also step: as printed, BT.2446 methods A and C do, by up to 0.1 % of the peak.
public struct Breakpoints: Hashable, Sendable {
  /// How many there can be.
  public static let capacity = 32

  // Sorted; what is not used is ∞, so that equal breakpoints have equal storage.
  private var storage = SIMD32<Double>(repeating: .infinity)
  /// How many there are.
  public private(set) var count = 0

  /// No breakpoints.
  public init() {}

  /// The two ends of a range.
  public init(at range: LuminanceRange) {
    self = Breakpoints().adding(range.black).adding(range.peak)
  }

  /// These breakpoints and one more.
  ///
  /// - Domain: Any luminance; one that is 0 or less, not finite, or already there, adds nothing.
  /// - Parameter luminance: Where a curve is to be split.
  /// - Returns: The breakpoints, sorted.
  /// - Precondition: No more than `capacity` in all.
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
    precondition(indices.contains(index), "there is no breakpoint \(index) of \(count)")
    return .nits(storage[index])
  }
}
