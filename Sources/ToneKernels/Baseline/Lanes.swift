/// A vector of numbers that are processed together.
typealias Lanes = SIMD4<Float>
/// A vector of as many integers.
typealias LaneIntegers = SIMD4<Int32>
