/// A vector of numbers that are processed together.
typealias Lanes = SIMD8<Float>
/// A vector of integers with the same number of lanes.
typealias LaneIntegers = SIMD8<Int32>
