import CToneKernels
import Measuring
import ToneKernels

/// The layouts with everything in one plane.
private let planesOfOne = [LANES_PACKED3, LANES_PACKED4, LANES_PACKED422]

/// Reading every layout of samples in memory to three rows of signal.
func readPasses(_ kernels: KernelSet, _ desk: Desk) {
  // Name, layout, sample type, its size in bytes, whether chroma has half the columns, whether it is centered, samples per pixel.
  let cases: [(String, lanes_layout, lanes_sample, Int, Bool, Bool, Double)] = [
    ("gray 16 bit", LANES_GRAY, LANES_U16, 2, false, false, 1),
    ("planar 4:2:0 8 bit", LANES_PLANAR, LANES_U8, 1, true, false, 2),
    ("planar 4:2:0 16 bit", LANES_PLANAR, LANES_U16, 2, true, false, 2),
    ("planar 4:2:0 16 bit centered", LANES_PLANAR, LANES_U16, 2, true, true, 2),
    ("planar 4:4:4 8 bit", LANES_PLANAR, LANES_U8, 1, false, false, 3),
    ("planar 4:4:4 16 bit", LANES_PLANAR, LANES_U16, 2, false, false, 3),
    ("planar 4:4:4 half float", LANES_PLANAR, LANES_F16, 2, false, false, 3),
    ("planar 4:4:4 float", LANES_PLANAR, LANES_F32, 4, false, false, 3),
    ("bi-planar 4:2:0 8 bit", LANES_BIPLANAR, LANES_U8, 1, true, false, 2),
    ("bi-planar 4:2:0 16 bit", LANES_BIPLANAR, LANES_U16, 2, true, false, 2),
    ("bi-planar 4:4:4 16 bit", LANES_BIPLANAR, LANES_U16, 2, false, false, 3),
    ("packed RGB 16 bit", LANES_PACKED3, LANES_U16, 2, false, false, 3),
    ("packed RGBA 16 bit", LANES_PACKED4, LANES_U16, 2, false, false, 4),
    ("packed RGBA half float", LANES_PACKED4, LANES_F16, 2, false, false, 4),
    ("packed RGB 10 bit", LANES_PACKED3, LANES_X2RGB10, 4, false, false, 1),
    ("packed 4:2:2 10 bit high", LANES_PACKED422, LANES_U16, 2, true, false, 2),
  ]
  for (name, layout, sample, size, halved, centered, samples) in cases {
    var job = lanes_read(
      layout: layout, sample: sample, halved: halved ? 1 : 0, centered: centered ? 1 : 0,
      width: Int32(Desk.width), target: 0, matrix: (1, 0, 1.5, -0.5, 1, -0.2, -0.6, 0.3, 1, 1.9, 0, -0.6), alpha: 1,
      neutral: 0, shifts: (20, 10, 0))
    // Chroma is interpolated from two of its rows, so each chroma row is read twice, and both reads count.
    let bytes = Int(Double(Desk.pixels * size) * samples)
    pass("read \(name)", kernels, .read(bytes)) {
      var row = lanes_read_row()
      row.weight = (0.75, 0.25)
      desk.eachStrip { x, y, count in
        // Chroma rows follow the luma rows in the same memory.
        let samplesOfRow = planesOfOne.contains(layout) ? Int(samples) : 1
        let luma = desk.picture + y * Desk.width * size * samplesOfRow
        let wide = layout == LANES_BIPLANAR ? 2 : 1
        let chromaRow = Desk.width * size * wide / (halved ? 2 : 1)
        let first = desk.picture + Desk.pixels * size + (halved ? y / 2 : y) * chromaRow
        let second = first + chromaRow * Desk.height
        row.luma = UnsafeRawPointer(luma)
        row.cb = (UnsafeRawPointer(first), UnsafeRawPointer(halved ? first + chromaRow : first))
        if layout == LANES_PACKED422 { row.cb = (UnsafeRawPointer(luma + size), UnsafeRawPointer(luma + size)) }
        row.cr = (UnsafeRawPointer(second), UnsafeRawPointer(halved ? second + chromaRow : second))
        kernels.read(&job, &row, x, count, desk.strip)
      }
    }
  }
}
