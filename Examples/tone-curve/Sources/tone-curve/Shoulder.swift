import ToneMapping

/// Light above half of the display's peak rolls off in a hyperbola that ends at the peak.
struct Shoulder: ToneCurve {
  let source, target: LuminanceRange
  private var knee: Double { target.peak.nits / 2 }
  func callAsFunction(_ light: Luminance) -> Luminance {
    guard light.nits > knee else { return light }
    let (rise, room) = (source.peak.nits - knee, target.peak.nits - knee)
    let t = min((light.nits - knee) / rise, 1)
    let slope = rise / room
    return .nits(knee + room * t * slope / (1 + t * (slope - 1)))
  }
  var breakpoints: [Luminance] { [.nits(knee), source.peak] }
}
