import CToneKernels
import Measuring
import ToneKernels

/// Writing one row of a strip to the samples of one plane, and three or four rows to packed pixels.
func writePasses(_ kernels: KernelSet, _ desk: Desk) {
  for (name, sample, size, shift, high) in [
    ("8 bit", LANES_U8, 1, 0, 255), ("10 bit", LANES_U16, 2, 0, 1023), ("10 bit high", LANES_U16, 2, 6, 1023),
    ("half float", LANES_F16, 2, 0, 1), ("float", LANES_F32, 4, 0, 1),
  ] {
    var job = lanes_write(sample: sample, step: 1, shift: Int32(shift), low: 0, high: Float(high))
    pass("write one plane \(name)", kernels, .written(Desk.pixels * size)) {
      desk.eachStrip { x, y, count in
        kernels.write(&job, desk.strip, desk.bias, count, desk.picture + (y * Desk.width + x) * size)
      }
    }
  }
  for (name, sample, step, size, high) in [
    ("RGB 16 bit", LANES_U16, 3, 6, 65535), ("RGBA 16 bit", LANES_U16, 4, 8, 65535),
    ("RGBA half float", LANES_F16, 4, 8, 1), ("RGB 10 bit", LANES_X2RGB10, 1, 4, 1023),
  ] {
    var job = lanes_write_packed(
      format: lanes_write(sample: sample, step: Int32(step), shift: 0, low: 0, high: Float(high)),
      shifts: (20, 10, 0))
    pass("write packed \(name)", kernels, .written(Desk.pixels * size)) {
      desk.eachStrip { x, y, count in
        kernels.writePacked(&job, desk.strip, desk.bias, count, desk.picture + (y * Desk.width + x) * size)
      }
    }
  }
}

/// Averaging encoded rows of both chroma components to one row each.
func chromaPasses(_ kernels: KernelSet, _ desk: Desk) {
  for (name, sample, size, paired, centered) in [
    ("planar 8 bit", LANES_U8, 1, false, false), ("planar 8 bit centered", LANES_U8, 1, false, true),
    ("paired 8 bit", LANES_U8, 1, true, false), ("planar 16 bit", LANES_U16, 2, false, false),
    ("paired 16 bit", LANES_U16, 2, true, false),
  ] {
    var job = lanes_write_chroma()
    job.format = lanes_write(
      sample: sample, step: paired ? 2 : 1, shift: 0, low: 0, high: size == 1 ? 255 : 1023)
    (job.halved, job.centered, job.weight) = (1, centered ? 1 : 0, (0.5, centered ? 0.5 : 0.25))
    pass("chroma 4:2:0 \(name)", kernels, .written(Desk.pixels / 2 * size)) {
      var row = lanes_chroma_row()
      func rows(_ component: Int) -> (UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafePointer<Float>?) {
        let first = UnsafePointer(desk.chroma + 3 * component * Desk.width)
        return (first, first + Desk.width, first + 2 * Desk.width)
      }
      row.rows = (rows(0), rows(1))
      (row.width, row.weight) = (Int32(Desk.width), (0.25, 0.5, 0.25))
      row.bias = (UnsafePointer(desk.bias), UnsafePointer(desk.bias))
      for y in 0..<Desk.height / 2 {
        let target = desk.picture + y * Desk.width * size
        row.target = (target, target + Desk.width / 2 * size)
        kernels.writeChroma(&job, &row)
      }
    }
  }
}
