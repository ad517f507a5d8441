/// A vector of numbers that are processed together.
typealias Lanes = SIMD16<Float>
/// A vector of as many integers.
typealias LaneIntegers = SIMD16<Int32>
