// The starts of the scenes of a clip: cuts.
//
// A cut is a frame whose picture differs from the previous one. Excluded are:
//
// - changes that continue for several frames, such as a fast pan: a cut exceeds the changes of the two frames before it and the two after it;
// - flashes: within five frames the picture is what it was before;
// - the start and the end of a fade, whose first step from black is large in PQ: the picture continues to change in the same way;
// - the lesser of two changes less than six frames apart: such a short interval is a flash, not a scene.
//
// Whether a frame is a cut depends on at most `cutReach` frames before and after it.

/// The minimum change of a cut.
///
/// Two unrelated pictures are 0.5 to 1 apart, those of a steady shot less than 0.1, those of fast motion up to 0.3.
private let minimumChange = 0.4
/// The maximum change between two pictures of the same scene that are separated by something else.
private let maximumReturn = 0.2
/// The minimum ratio of a cut's change to the mean change of its neighbors.
private let prominence = 2.0
/// The number of frames after which a fade has changed the picture by another half of its first step: true of linear fades of up to two seconds.
private let fadeStep = 6

extension ClipScene {
  /// The frames of the longest flash: a fifth of a second at 24 frames per second.
  static let longestFlash = 5
  /// The number of frames on which a decision depends in each direction: a flash or a fade, near a rival that is a flash away.
  static let cutReach = longestFlash + fadeStep + 1
}

extension [FrameSummary] {
  /// The indices of the frames that are cuts, from 1 on, of consecutive frames; all but the first have a ``FrameSummary/sceneChange``.
  var cuts: [Int] {
    let candidates = indices.dropFirst().filter { place in
      change(place) >= minimumChange && isProminent(place) && !isFlash(place) && !isFade(place)
    }
    return candidates.indices.filter { position in
      let near = candidates.indices.clamped(
        to: position - ClipScene.longestFlash..<position + ClipScene.longestFlash + 1)
      return !near.contains { isRival(candidates[$0], of: candidates[position]) }
    }.map { candidates[$0] }
  }

  /// Whether another candidate replaces this one: it is near, and its change is greater, or equal and earlier.
  private func isRival(_ other: Int, of place: Int) -> Bool {
    abs(other - place) <= ClipScene.longestFlash && other != place && (change(other), place) > (change(place), other)
  }

  private func change(_ place: Int) -> Double { self[place].sceneChange ?? 0 }

  private func change(from one: Int, to other: Int) -> Double { self[other].grid.change(from: self[one].grid) }

  private func isProminent(_ place: Int) -> Bool {
    let neighbors = [place - 2, place - 1, place + 1, place + 2].filter { $0 > 0 && $0 < count }
    let sum = neighbors.reduce(0) { $0 + change($1) }
    return change(place) * Double(neighbors.count) >= prominence * sum
  }

  /// Whether the picture returns to an earlier one, either soon after this frame or in it.
  private func isFlash(_ place: Int) -> Bool {
    (1...ClipScene.longestFlash).contains { length in
      (place + length < count && change(from: place - 1, to: place + length) <= maximumReturn)
        || (place - 1 - length >= 0 && change(from: place - 1 - length, to: place) <= maximumReturn)
    }
  }

  /// Whether a fade starts or ends here.
  private func isFade(_ place: Int) -> Bool {
    // A fade from a blank picture, or to one.
    isFade(from: place - 1, to: place, then: Swift.min(place + fadeStep, count - 1))
      || isFade(from: place, to: place - 1, then: Swift.max(place - 1 - fadeStep, 0))
  }

  /// Whether the change from a blank picture continues in the same direction.
  private func isFade(from blank: Int, to first: Int, then later: Int) -> Bool {
    guard self[blank].grid.isBlank else { return false }
    let (start, middle, end) = (self[blank].grid.level, self[first].grid.level, self[later].grid.level)
    return 2 * (end - middle) * Double(signOf: middle - start, magnitudeOf: 1) >= abs(middle - start)
      && LightGrid.similarity(self[first].grid, self[later].grid) >= 1 - maximumReturn
  }
}
