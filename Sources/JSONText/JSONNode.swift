/// An error for a value other than the expected one in a JSON document.
package protocol JSONFault: Error {
  /// - Parameter path: The path to the value, such as `color.cicp[0]`; `nil` for the document.
  init(json path: String?, found: String, expected: String)

  init(missing path: String)
}

extension JSONFault {
  package init(missing path: String) { self.init(json: path, found: "missing", expected: "a value") }
}

/// A value of a JSON document, and the path to it.
package struct JSONNode<Fault: JSONFault> {
  package let value: JSONValue
  package let path: String

  package init(_ value: JSONValue, path: String = "") { (self.value, self.path) = (value, path) }

  package init(text: some Sequence<UInt8>) throws(Fault) {
    do { self.init(try JSONValue(text: text)) } catch {
      let found = JSONLine.otherForm(of: Array(text)) ?? "not JSON from byte \(error.position) on"
      throw Fault(json: nil, found: found, expected: "a JSON object in UTF-8")
    }
  }

  package func mismatch(expected: String) -> Fault {
    Fault(json: path.isEmpty ? nil : path, found: "\(value)", expected: expected)
  }

  private func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The value of a key of this object, or `nil` if it is absent or `null`.
  package func child(_ key: String) throws(Fault) -> JSONNode? {
    guard case .object(let members) = value else { throw mismatch(expected: "an object") }
    guard let member = members[key], member != .null else { return nil }
    return JSONNode(member, path: path(to: key))
  }

  package func member(_ key: String) throws(Fault) -> JSONNode {
    guard let child = try child(key) else { throw Fault(missing: path(to: key)) }
    return child
  }

  package func bool() throws(Fault) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(expected: "true or false") }
    return bool
  }

  package func number(
    in range: ClosedRange<Double> = -.infinity ... .infinity, _ expected: String = "a number"
  ) throws(Fault) -> Double {
    guard case .number(let number) = value, range.contains(number) else { throw mismatch(expected: expected) }
    return number
  }

  package func integer(
    in range: ClosedRange<Int> = .min ... .max, _ expected: String = "a whole number"
  ) throws(Fault) -> Int {
    guard let integer = Int(exactly: try number()), range.contains(integer) else { throw mismatch(expected: expected) }
    return integer
  }

  package func string() throws(Fault) -> String {
    guard case .string(let string) = value else { throw mismatch(expected: "a string") }
    return string
  }

  /// The elements of a list whose length is in this range, by default any.
  package func list(_ lengths: ClosedRange<Int> = 0...Int.max, of what: String = "a list") throws(Fault) -> [JSONNode] {
    guard case .array(let values) = value, lengths.contains(values.count) else { throw mismatch(expected: what) }
    return values.indices.map { element(values[$0], $0) }
  }

  private func element(_ value: JSONValue, _ place: Int) -> JSONNode { JSONNode(value, path: "\(path)[\(place)]") }

  package func integers(_ count: Int, in range: ClosedRange<Int>, _ expected: String) throws(Fault) -> [Int] {
    guard case .array(let values) = value, values.count == count else {
      throw mismatch(expected: "a list of \(count) whole numbers")
    }
    var integers: [Int] = []
    integers.reserveCapacity(count)
    // A path for each number would take longer than all the rest.
    for (place, value) in values.enumerated() {
      if case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) {
        integers.append(integer)
      } else {
        throw element(value, place).mismatch(expected: expected)
      }
    }
    return integers
  }
}

extension JSONValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null, .bool, .number: String(decoding: line, as: UTF8.self)
    case .string(let value): quoted(value)
    case .array(let values): "a list of \(values.count)"
    case .object: "an object"
    }
  }
}

/// Returns input text for messages: quoted, on one line, not too long.
package func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
  return "\"\(shown.joined())\(text.unicodeScalars.count > 60 ? "…" : "")\""
}
