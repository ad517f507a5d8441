import Transcoding

// Errors of arguments.
extension ProgramError {
  static func wrong(
    _ name: String, _ found: some CustomStringConvertible, expected: String, fix: String? = nil
  ) -> Self {
    Self(.settings, "\(name) is \(found), but \(expected) was expected\(fix.map { "; \($0)" } ?? "")")
  }

  static func check<Number: Comparable & CustomStringConvertible>(
    _ name: String, _ number: Number, in range: some RangeExpression<Number>, _ expected: String, fix: String? = nil
  ) throws(Self) {
    if !range.contains(number) { throw .wrong(name, number, expected: expected, fix: fix) }
  }

  static func null(_ name: String, expected: String, fix: String = "give its address") -> Self {
    .wrong(name, "NULL", expected: expected, fix: fix)
  }

  static func checkSize<Structure>(
    of name: String, _ found: Int, _ type: Structure.Type, fix: String = ""
  ) throws(Self) {
    let size = MemoryLayout<Structure>.size
    try check("the struct_size of \(name)", found, in: size...size, "\(size)", fix: "set it to sizeof(\(type))\(fix)")
  }
}
