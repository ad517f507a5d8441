#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ToneMapping

/// What a proof has found so far: everything that a later run needs to resume.
struct ProofState: Codable {
  /// What identifies the proof: its stages, colors, bound and instructions, and the results of a few colors on the lanes.
  let identity: [String]
  private(set) var done: Set<Int> = []
  private(set) var errors: LaneErrors
  /// The seconds that all runs took together.
  private(set) var seconds = 0.0
  let batches: Int

  init(_ proof: LaneProof, on instructions: InstructionSet) throws(LaneProofError) {
    let plan = proof.plan
    identity =
      plan.stages.map { "\($0.name) \($0.detail)" } + [
        "\(proof.triples)", "\(proof.limit)", instructions.rawValue, try proof.fingerprint(),
      ]
    errors = LaneErrors(limit: proof.limit)
    batches = proof.batches
  }

  /// The batches that are left, in an order that leaves even gaps, so that an interrupted run has seen a sample of the whole.
  var rest: [Int] {
    let bits = Int.bitWidth - batches.leadingZeroBitCount
    func reversed(_ batch: Int) -> Int {
      (0..<bits).reduce(0) { $0 << 1 | (batch >> $1 & 1) }
    }
    return (0..<1 << bits).map(reversed).filter { $0 < batches && !done.contains($0) }
  }

  /// One more batch is done.
  mutating func finish(_ batch: Int, _ found: LaneErrors) {
    done.insert(batch)
    errors.add(found)
  }

  mutating func worked(_ more: Double) { seconds += more }

  /// Resumes from a file, if it exists.
  ///
  /// - Throws: `data` if it is not a checkpoint, belongs to another proof, or has counts that do not fit together.
  mutating func resume(from path: Path, of proof: LaneProof) throws(CommandError) {
    guard System.kind(of: path) != .nothing else { return }
    let found: ProofState
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromNamedNumbers
      found = try decoder.decode(ProofState.self, from: Data(try System.contents(of: path)))
    } catch {
      throw .data("\(path) cannot be read as a checkpoint (\(error)); delete it, or name another file")
    }
    guard found.identity == identity else {
      let difference = zip(found.identity, identity).first { $0 != $1 }
      throw .data(
        "\(path) is the checkpoint of another proof or another build (\(difference.map { "\($0), but \($1)" } ?? "other stages")"
          + " was expected); delete it, or name another file")
    }
    guard found.isPossible(of: proof) else {
      throw .data("\(path) has counts that do not fit together, so no run wrote it; delete it, or name another file")
    }
    self = found
  }

  /// Whether a run of this proof can have reached this state.
  private func isPossible(of proof: LaneProof) -> Bool {
    guard batches == proof.batches, seconds >= 0, done.allSatisfy((0..<batches).contains) else { return false }
    return errors.isPossible(over: done.reduce(0) { $0 + proof.colors(ofBatch: $1) }, limit: proof.limit)
  }

  /// Saves this state in a file.
  func save(to path: Path) throws(CommandError) {
    do {
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToNamedNumbers
      try Outputs.write(Array(encoder.encode(self)), to: path, as: "the checkpoint")
    } catch let error as CommandError {
      throw error
    } catch {
      throw .fault(
        "the checkpoint could not be written as JSON (\(error)), but every state should be; leave --checkpoint out and report it"
      )
    }
  }
}

/// A running proof: it counts batches, shows progress and saves checkpoints.
struct ProofRun {
  private(set) var state: ProofState
  private let checkpoint: Path?
  private let tells: Bool
  private let start = ContinuousClock.now
  private let doneBefore: Int
  private var lastTold = ContinuousClock.now
  private var lastKept = ContinuousClock.now
  private var failure: CommandError?

  init(state: ProofState, checkpoint: Path?, tells: Bool) {
    self.state = state
    self.checkpoint = checkpoint
    self.tells = tells
    doneBefore = state.done.count
  }

  /// One more batch is done.
  mutating func finish(_ batch: Int, _ errors: LaneErrors) {
    state.finish(batch, errors)
    let now = ContinuousClock.now
    if tells, now - lastTold >= .seconds(5), state.done.count < state.batches {
      lastTold = now
      let seconds = (now - start) / .seconds(1)
      let left = seconds / Double(state.done.count - doneBefore) * Double(state.batches - state.done.count)
      Console.say(
        "tonemap: \(state.done.count * 100 / state.batches) % of the colors, \(Progress.clock(left)) left,"
          + " \(state.errors.beyond) beyond \(state.errors.limit), the greatest error \(state.errors.greatest.rounded(to: 6))"
      )
    }
    if now - lastKept >= .seconds(10) {
      lastKept = now
      keep()
    }
  }

  /// All batches are done.
  mutating func end() throws(CommandError) -> ProofState {
    state.worked((ContinuousClock.now - start) / .seconds(1))
    keep()
    if let failure { throw failure }
    return state
  }

  private mutating func keep() {
    guard let checkpoint else { return }
    do throws(CommandError) { try state.save(to: checkpoint) } catch { failure = error }
  }
}
