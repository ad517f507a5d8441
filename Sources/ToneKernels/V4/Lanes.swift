internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD16<Float>
/// As many integers.
typealias LaneIntegers = SIMD16<Int32>
