import Movies
import Testing
import Transcoding

/// The grid of a movie's chunks.
@Suite struct ChunkGridTests {
  /// Pictures with key pictures at these numbers.
  private func pictures(_ count: Int, keys: Set<Int>) -> [MovieReader.CodedPicture] {
    (0..<count).map { .init(time: Ticks(Int64(10 + 3 * $0)), isKey: keys.contains($0)) }
  }

  @Test func chunksEndBeforeKeyPictures() {
    let chunks = [Chunk](of: pictures(100, keys: [0, 7, 25, 31, 60]), from: 5, length: 20)
    #expect(chunks.map(\.first) == [5, 30, 65])
    #expect(chunks.map(\.frames) == [25, 35, 40])
    #expect(chunks.map(\.time) == [10, 85, 190])
    #expect(chunks.map(\.end) == [85, 190, nil])
  }

  @Test func withoutAKeyPictureAChunkEndsAfterTwiceTheLength() {
    #expect([Chunk](of: pictures(100, keys: [0]), from: 0, length: 20).map(\.frames) == [40, 40, 20])
  }

  @Test(arguments: [(1, [1]), (29, [29]), (30, [20, 10]), (31, [20, 11]), (49, [20, 29]), (50, [20, 20, 10])])
  func theLastChunkHasAtLeastHalfTheLength(count: Int, frames: [Int]) {
    #expect([Chunk](of: pictures(count, keys: Set(0..<count)), from: 0, length: 20).map(\.frames) == frames)
  }

  @Test func aLengthBeyondAllFramesHasOneChunk() {
    #expect([Chunk](of: pictures(40, keys: [0, 20]), from: 0, length: .max).map(\.frames) == [40])
  }

  @Test(arguments: 1...5) func everyFrameIsInOneChunk(length: Int) {
    for count in 1...40 {
      let chunks = [Chunk](of: pictures(count, keys: Set(stride(from: 0, to: count, by: 3))), from: 0, length: length)
      #expect(chunks.flatMap { Array($0.first..<($0.first + $0.frames)) } == Array(0..<count))
    }
  }
}
