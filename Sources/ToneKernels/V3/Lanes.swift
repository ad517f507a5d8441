/// A vector of numbers that are processed together.
typealias Lanes = SIMD8<Float>
/// A vector of as many integers.
typealias LaneIntegers = SIMD8<Int32>
