internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD4<Float>
/// As many integers.
typealias LaneIntegers = SIMD4<Int32>
