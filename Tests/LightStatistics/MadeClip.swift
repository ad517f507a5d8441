import LightStatistics

/// The clip of these pictures.
func clip(_ pictures: [MadePicture], rate: FrameRate? = FrameRate(24000, 1001)) -> ClipStatistics {
  var header = MadePicture.header
  header.frameRate = rate
  return ClipStatistics(header: header, frames: frames(pictures).map { FrameSummary($0) })
}
