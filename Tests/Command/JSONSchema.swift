import Foundation

/// A JSON Schema of draft 2020-12, as far as the schemas in `docs/schemas` use it; any other keyword is an error.
struct JSONSchema {
  private let root: [String: Any]
  /// The paths of properties that documents had so far.
  private(set) var seen: Set<String> = []

  /// The schema of this name.
  init(_ name: String) throws {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let data = try Data(contentsOf: checkout.appending(path: "docs/schemas/\(name).schema.json"))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// What in a document is not as the schema says, a line each; keeps in mind which properties there were.
  mutating func errors(in document: Data) throws -> [String] {
    var errors: [String] = []
    check(try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed), root, "", "", &errors)
    return errors
  }

  /// The paths of all properties: `tracks[].color.range`.
  var properties: Set<String> {
    var properties: Set<String> = []
    walk(root, "") {
      properties.insert($0)
    } undescribed: { _ in
    }
    return properties
  }

  /// The paths of schemas without a description.
  var undescribed: [String] {
    var paths: [String] = []
    walk(root, "") { _ in
    } undescribed: {
      paths.append($0)
    }
    return paths
  }

  private func resolved(_ schema: [String: Any]) -> [String: Any] {
    guard let reference = schema["$ref"] as? String, reference.hasPrefix("#/$defs/") else { return schema }
    return (root["$defs"] as? [String: [String: Any]])?[String(reference.dropFirst(8))] ?? ["unknown reference": 0]
  }

  private func walk(
    _ schema: [String: Any], _ path: String, _ property: (String) -> Void, undescribed: (String) -> Void
  ) {
    let schema = resolved(schema)
    if (schema["description"] as? String)?.isEmpty != false { undescribed(path) }
    for (name, member) in schema["properties"] as? [String: [String: Any]] ?? [:] {
      let path = path.isEmpty ? name : "\(path).\(name)"
      property(path)
      walk(member, path, property, undescribed: undescribed)
    }
    if let items = schema["items"] as? [String: Any] { walk(items, "\(path)[]", property, undescribed: undescribed) }
  }

  private static let annotations: Set = ["$schema", "$defs", "title", "description"]

  private mutating func check(
    _ value: Any, _ schema: [String: Any], _ path: String, _ generic: String, _ errors: inout [String]
  ) {
    let schema = resolved(schema)
    for (keyword, rule) in schema where !Self.annotations.contains(keyword) {
      switch keyword {
      case "type":
        let types = rule as? [String] ?? [rule as? String ?? ""]
        if !types.contains(where: { Self.isOf($0, value) }) { errors.append("\(path) is \(value), not \(types)") }
      case "enum":
        let isThere = (rule as? [Any] ?? []).contains { Self.areSame($0, value) }
        if !isThere { errors.append("\(path) is \(value), none of \(rule)") }
      case "const": if !Self.areSame(rule, value) { errors.append("\(path) is \(value), not \(rule)") }
      case "minimum": bound(value, rule, path, &errors) { $0 >= $1 }
      case "maximum": bound(value, rule, path, &errors) { $0 <= $1 }
      case "minItems":
        if let list = value as? [Any], let minimum = rule as? Int, list.count < minimum {
          errors.append("\(path) is short")
        }
      case "maxItems":
        if let list = value as? [Any], let most = rule as? Int, list.count > most { errors.append("\(path) is long") }
      case "pattern":
        if let text = value as? String, let pattern = rule as? String,
          text.range(of: pattern, options: .regularExpression) == nil
        {
          errors.append("\(path) is \(text), not as \(pattern)")
        }
      case "required":
        guard let object = value as? [String: Any] else { break }
        for name in rule as? [String] ?? [] where object[name] == nil { errors.append("\(path) has no \(name)") }
      case "additionalProperties":
        if rule as? Bool != false { errors.append("additionalProperties is \(rule) at \(path)") }
        guard let object = value as? [String: Any] else { break }
        let known = schema["properties"] as? [String: Any] ?? [:]
        for name in object.keys where known[name] == nil { errors.append("\(path) has an unknown \(name)") }
      case "properties":
        guard let object = value as? [String: Any] else { break }
        for (name, member) in rule as? [String: [String: Any]] ?? [:] {
          guard let child = object[name] else { continue }
          let generic = generic.isEmpty ? name : "\(generic).\(name)"
          seen.insert(generic)
          check(child, member, "\(path).\(name)", generic, &errors)
        }
      case "items":
        guard let list = value as? [Any], let items = rule as? [String: Any] else { break }
        for (index, item) in list.enumerated() { check(item, items, "\(path)[\(index)]", "\(generic)[]", &errors) }
      default: errors.append("the keyword \(keyword) at \(path) is not known here")
      }
    }
  }

  private static func areSame(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (is NSNull, is NSNull): true
    case (let left as String, let right as String): left == right
    case (let left as NSNumber, let right as NSNumber): left == right
    default: false
    }
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    // Numbers of JSON are doubles and integers of 64 bits, Booleans have 8.
    let type8 = number.map { unsafe String(cString: $0.objCType) }
    let isBoolean = type8 == "c" || type8 == "B"
    return switch type {
    case "null": value is NSNull
    case "string": value is String
    case "array": value is [Any]
    case "object": value is [String: Any]
    case "boolean": isBoolean
    case "number": number != nil && !isBoolean
    case "integer": number.map { !isBoolean && $0.doubleValue.rounded() == $0.doubleValue } ?? false
    default: false
    }
  }

  private func bound(
    _ value: Any, _ rule: Any, _ path: String, _ errors: inout [String], _ holds: (Double, Double) -> Bool
  ) {
    guard let number = value as? NSNumber, let bound = rule as? NSNumber else { return }
    if !holds(number.doubleValue, bound.doubleValue) { errors.append("\(path) is \(number), beyond \(bound)") }
  }
}
