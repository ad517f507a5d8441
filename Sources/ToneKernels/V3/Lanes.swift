internal import CLanes

/// The numbers worked on at once.
typealias Lanes = SIMD8<Float>
/// As many integers.
typealias LaneIntegers = SIMD8<Int32>
