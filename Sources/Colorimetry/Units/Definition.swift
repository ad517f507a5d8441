/// An identity for values with closures, which cannot be compared: copies of a value are equal, and all others differ.
package final class Identity: Hashable, Sendable {
  package init() {}

  package static func == (one: Identity, other: Identity) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The identity of a function: its name and its parameters, compared by value.
package struct Definition: Hashable, Sendable {
  private let name: String
  private let parameters: [any Hashable & Sendable]

  /// - Parameter parameters: The numbers on which the function depends; `nil` makes a definition that equals only its copies.
  package init(_ name: String, _ parameters: (any Hashable & Sendable)?...) {
    (self.name, self.parameters) = (name, parameters.map { $0 ?? Identity() })
  }

  package static func == (one: Definition, other: Definition) -> Bool {
    one.name == other.name && one.parameters.map { AnyHashable($0) } == other.parameters.map { AnyHashable($0) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    for parameter in parameters { hasher.combine(AnyHashable(parameter)) }
  }
}
