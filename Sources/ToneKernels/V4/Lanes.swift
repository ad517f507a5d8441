/// A vector of numbers that are processed together.
typealias Lanes = SIMD16<Float>
/// A vector of integers with the same number of lanes.
typealias LaneIntegers = SIMD16<Int32>
