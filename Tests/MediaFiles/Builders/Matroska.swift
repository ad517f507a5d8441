/// A synthetic Matroska file with one track of pictures.
struct TestMatroska {
  var codec = "V_MPEGH/ISO/HEVC"
  var configuration = Array(hvcC(TestHEVCSequence().unit).dropFirst(8))
  /// The additional content of the track, of its video and of its color.
  var entry: [UInt8] = []
  var video: [UInt8] = []
  var color: [UInt8]?
  var cluster: [UInt8] = []
  var areTracksLast = false
  var hasIndex = false
  var hasUnknownSizes = false

  static let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))

  var track: [UInt8] {
    element(
      0xAE, element(0xD7, [1]), element(0x83, [1]), element(0x86, Array(codec.utf8)), element(0x63A2, configuration),
      element(0x23E383, big(41_708_333, 4)), entry,
      element(
        0xE0, element(0xB0, big(1920, 2)), element(0xBA, big(1080, 2)), video, color.map { element(0x55B0, $0) } ?? []))
  }

  /// An element that does not state its size.
  private func open(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
    elementID(id) + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + content
  }

  var bytes: [UInt8] {
    let audio = element(0xAE, element(0xD7, [2]), element(0x83, [2]))
    let tracks = element(0x1654_AE6B, audio, track)
    let cluster = hasUnknownSizes ? open(0x1F43_B675, cluster) : element(0x1F43_B675, cluster)
    func index(_ position: Int) -> [UInt8] {
      element(
        0x114D_9B74, element(0x4DBB, element(0x53AB, big(0x1549_A966, 4)), element(0x53AC, big(1, 4))),
        element(0x4DBB, element(0x53AB, big(0x1654_AE6B, 4)), element(0x53AC, big(UInt64(position), 4))))
    }
    var content = areTracksLast ? cluster + tracks : tracks + cluster
    if hasIndex {
      let length = index(0).count
      content = index(length + (areTracksLast ? cluster.count : 0)) + content
    }
    return Self.header + (hasUnknownSizes ? open(0x1853_8067, content) : element(0x1853_8067, content))
  }
}
