/// An identity for values with closures, which cannot be compared: copies of a value are equal, and all others differ.
package final class Identity: Hashable, Sendable {
  /// A new, unique identity.
  package init() {}

  package static func == (one: Identity, other: Identity) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
