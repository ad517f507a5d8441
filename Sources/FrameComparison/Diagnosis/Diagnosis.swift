/// A fault of the second of two clips, identified by its traces.
package struct Diagnosis: Hashable, Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    case rangeAsFull = "range-as-full"
    case rangeAsNarrow = "range-as-narrow"
    case matrix
    case chromaSiting = "chroma-siting"
    case chromaExchanged = "chroma-exchanged"
    case hlgAsPQ = "hlg-as-pq"
    case pqAsHLG = "pq-as-hlg"
    case hdrAsSDR = "hdr-as-sdr"
    case peak = "pq-peak"
    case referenceWhite = "reference-white"
    case banding
    case primaries
    case frameOffset = "frame-offset"
    case framesMissing = "frames-missing"
    case framesRepeated = "frames-repeated"
    case fieldOrder = "field-order"
    case metadata = "metadata-stripped"
  }

  package let fault: Fault
  /// The finding, as a sentence about the second clip.
  package let sentence: String
  /// The share of the finding that the fault explains, `0...1`.
  package let confidence: Double
}
