import Colorimetry
import HDRMetadata
import MediaFiles

extension TrackDescription {
  /// The values of the statements about a topic.
  func values(_ topic: Topic) -> [Statement.Value] { statements(about: topic).map(\.value) }

  /// The stated colors, as code points and range, with 2 for missing values.
  var colors: [[Int]] {
    statements.compactMap { statement in
      guard case .color(let color) = statement.value else { return nil }
      return [color.primaries?.rawValue ?? 2, color.transfer?.rawValue ?? 2, color.matrix?.rawValue ?? 2]
        + (color.range.map { [$0.rawValue] } ?? [])
    }
  }
}

extension MediaDescription {
  /// The only track.
  var track: TrackDescription {
    get throws {
      guard tracks.count == 1 else { throw NotOneTrack(count: tracks.count) }
      return tracks[0]
    }
  }

  struct NotOneTrack: Error { var count: Int }
}
