/// A vector of numbers that are processed together.
typealias Lanes = SIMD4<Float>
/// A vector of integers with the same number of lanes.
typealias LaneIntegers = SIMD4<Int32>
