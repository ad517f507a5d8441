import Colorimetry

/// The placement of the second clip's picture relative to the first's.
package struct GeometryDifference: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case turned, mirrored, shifted, cropped, scaled
    case another = "another-picture"
  }

  package let kind: Kind
  package let sentence: String
  /// The structural correlation of the two after this difference is undone, `-1...1`.
  package let correlation: Double
  /// The part of the first that the second shows, in the first's pixels; larger than the first if shown smaller; `nil` for another picture.
  package let part: Part?

  package typealias Part = (x: Double, y: Double, width: Double, height: Double)
}

/// How the second's pictures are placed in the first's.
enum Placing {
  /// The same picture in the same place.
  case same
  case other(GeometryDifference)
  /// Too little contrast, or neither the same picture nor clearly another: nothing is reported.
  case unclear
}

extension ComparisonEvidence {
  /// Returns how the second's pictures are placed in the first's.
  func placing(
    at size: (width: Int, height: Int), _ first: PictureFacts, _ second: PictureFacts
  ) -> Placing {
    let search = GeometrySearch(
      stride(from: 0, to: probes.count, by: max(1, (probes.count + 2) / 3)).map { probes[$0].cells })
    guard search.clearShare > 0.05 else { return .unclear }
    func part(_ placement: Placement) -> GeometryDifference.Part {
      let (width, height) = (Double(first.width), Double(first.height))
      let (own, center) = (SIMD2<Double>(placement.scale), SIMD2<Double>(placement.shift) + 0.5)
      return ((center.x - own.x / 2) * width, (center.y - own.y / 2) * height, own.x * width, own.y * height)
    }
    func difference(_ placement: Placement, _ correlation: Double) -> GeometryDifference {
      let (part, grown) = (part(placement), placement.scale - 1)
      let kind: GeometryDifference.Kind
      let sentence: String
      if let words = placement.turn.words {
        (kind, sentence) = (placement.turn.isMirrored ? .mirrored : .turned, "the second is \(words)")
      } else if max(abs(grown.x), abs(grown.y)) < 0.008 {
        let moved = -SIMD2<Double>(placement.shift) * SIMD2(Double(first.width), Double(first.height))
        let words = directions(moved, above: 0.25) { "by \(Self.pixels($0))" }
        (kind, sentence) = (.shifted, "the second is shifted \(words)")
      } else if max(grown.x, grown.y) > 0.008 {
        let shown = SIMD2(1, 1) / SIMD2<Double>(placement.scale) * SIMD2(Double(second.width), Double(second.height))
        kind = .scaled
        sentence =
          "the second shows the picture of the first at \(Int(shown.x.rounded()))x\(Int(shown.y.rounded())) of its \(second.width)x\(second.height)"
      } else {
        let area = "\(Int(part.width.rounded()))x\(Int(part.height.rounded()))"
        kind = .cropped
        sentence =
          "the second shows only \(area) of the first's \(first.width)x\(first.height), from column \(Int(part.x.rounded())) and row \(Int(part.y.rounded())) on"
      }
      return GeometryDifference(kind: kind, sentence: sentence, correlation: correlation, part: part)
    }
    func pixels(_ placement: Placement) -> Double {
      // Deinterlacing can shift by a fraction of a row.
      max(Double(placement.movement.x) * Double(size.width), Double(placement.movement.y) * Double(size.height) - 0.25)
    }
    let (asIs, intensity) = (search.asIs, shift.intensity)
    var best = (placement: Placement(), correlation: asIs)
    if asIs < 0.97 { best = search.near }
    if best.correlation < 0.6 {
      let other = search.anywhere
      if other.correlation > max(best.correlation + 0.1, 0.4) { best = other }
    }
    let isMoved = !(best.placement.turn == .upright) || pixels(best.placement) > 0.75
    // Where edges agree in place, such as those of flat areas that a mapping merges, another placement must agree far better.
    let rest = (1 - best.correlation) / (1 - asIs)
    let isSmall = best.placement.turn == .upright && best.placement.movement.max() < 0.012
    // Graphics have few edges, and a mapping to another kind of display removes some.
    let (isGraphic, isMapped) = (isGraphic(first), first.transfer.isHDR != second.transfer.isHDR)
    let limit = isSmall || isGraphic ? 0.3 : isMapped ? 0.35 : asIs > 0.6 ? 0.45 : 0.66
    if isMoved, best.correlation > (isGraphic ? 0.85 : 0.4), rest < limit, best.correlation > asIs + 0.02 {
      return .other(difference(best.placement, best.correlation))
    }
    if !second.isShaped(like: first), asIs > 0.4 {
      let factor = (100 * second.aspect / first.aspect).rounded() / 100
      let sentence = "the second is shown \(factor) times as wide as the first at one height"
      return .other(GeometryDifference(kind: .scaled, sentence: sentence, correlation: asIs, part: part(Placement())))
    }
    if asIs > 0.9, !isMapped, let pixels = intensity.shift, intensity.explained > 0.3,
      max(abs(pixels.x), abs(pixels.y) - 0.6) > 0.3
    {
      let share = pixels / SIMD2(Double(size.width), Double(size.height))
      return .other(difference(Placement(shift: -SIMD2<Float>(share)), asIs))
    }
    guard best.correlation < 0.2, search.axes < 0.3 else { return best.correlation >= 0.35 ? .same : .unclear }
    let sentence = "the second shows another picture than the first"
    return .other(GeometryDifference(kind: .another, sentence: sentence, correlation: best.correlation, part: nil))
  }

  private static func pixels(_ count: Double) -> String {
    let rounded = (count * 10).rounded() / 10
    return "\(rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)") pixel\(rounded == 1 ? "" : "s")"
  }
}

/// Returns a movement in words, without the directions in which it is smaller than a limit.
func directions(_ movement: SIMD2<Double>, above limit: Double, _ amount: (Double) -> String) -> String {
  [
    abs(movement.x) >= limit ? "\(amount(abs(movement.x))) to the \(movement.x > 0 ? "right" : "left")" : nil,
    abs(movement.y) >= limit ? "\(amount(abs(movement.y))) \(movement.y > 0 ? "down" : "up")" : nil,
  ].compactMap(\.self).joined(separator: " and ")
}
